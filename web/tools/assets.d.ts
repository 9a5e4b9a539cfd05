/** What the build gives to the page; see bundle.mjs. */

/** Names this build: the version and a fingerprint of everything in it. */
declare const __BUILD__: string;

/** Is this the page in one file, which works from disk, or the site? The only difference between the two that code sees. */
declare const __SINGLE_FILE__: boolean;

/** In the service worker: the addresses of all files of the site, relative to it. */
declare const __FILES__: string[];

declare module 'worldsize:assets' {
  /** The compiled planner's start function, to be given the binary. */
  export const moduleFactory: import('../../wasm/types.js').ModuleFactory;
  export function wasmBinary(): Promise<ArrayBuffer | Uint8Array>;
  /** The packed catalogue, as JSON text. */
  export function catalogue(): Promise<string>;
}
