/** Hands a file to the reader. Works from a page on disk too, where only blob addresses do. */

/** @param {string} name a file name without its ending @param {string} ending */
function fileName(name, ending) {
  const safe = name.replace(/[^\w.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  return `${safe || 'worldsize'}.${ending}`;
}

/** @param {string} name without its ending @param {string} ending @param {Blob} blob */
export function downloadBlob(name, ending, blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(name, ending);
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click returns; a minute is long enough for any disk dialogue to begin.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
