/** Works offline after the first visit; a new version is taken when the reader says so, never in the middle of work. */
import { dropNotice, showNotice } from './notices.js';

/** @param {ServiceWorker} worker */
function offer(worker) {
  showNotice({
    id: 'update',
    text: 'A new version of Worldsize is ready. Your plan is kept.',
    action: {
      label: 'Use it',
      act: () => {
        dropNotice('update');
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
        worker.postMessage('use the new version');
      },
    },
  });
}

/** @param {ServiceWorkerRegistration | undefined} registration nothing where the browser quietly refuses */
function watch(registration) {
  if (!registration) return;
  // Without a controller this is the first visit: what was installed is what is shown.
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
    });
  });
}

/** Called when the first answer has been shown: filling the cache must not delay it. */
export function setUpUpdates() {
  if (__SINGLE_FILE__ || !/^https?:$/.test(location.protocol) || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('service_worker.js', { updateViaCache: 'none' }).then(watch, () => {
    // Refused (private window, plain http): the page works, only not offline.
  });
}
