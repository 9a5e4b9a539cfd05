/** base64url and zlib, by what browsers and node both have built in. */

/** @param {Uint8Array} bytes @returns {string} */
function toBase64Url(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} text @returns {Uint8Array | null} null when it is not base64url */
function fromBase64Url(text) {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    // The last character has bits to spare: set, they decode to the same bytes, but no link was ever written so.
    return toBase64Url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes @param {{readable: ReadableStream, writable: WritableStream}} transform */
function through(bytes, transform) {
  const writer = transform.writable.getWriter();
  // A failure shows on the reading side; here it must only not go unhandled.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return transform.readable.getReader();
}

/** @param {Uint8Array[]} chunks @param {number} size */
function joined(chunks, size) {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** @param {Uint8Array} bytes @returns {Promise<string>} */
export async function packBytes(bytes) {
  const reader = through(bytes, new CompressionStream('deflate'));
  const chunks = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
  }
  return toBase64Url(joined(chunks, size));
}

/** zlib's checksum of what was packed. @param {Uint8Array} bytes @returns {number} */
function adler32(bytes) {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

/** @param {Uint8Array} packed @param {Uint8Array} unpacked whether the checksum is the end: some readers overlook what follows it */
function endsWithChecksum(packed, unpacked) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return packed.byteLength >= 4 && view.getUint32(packed.byteLength - 4) === adler32(unpacked);
}

/**
 * Stops as soon as more than `largest` bytes came out: a few kilobytes can unpack to gigabytes.
 * @param {string} text @param {number} largest
 * @returns {Promise<Uint8Array | 'damaged' | 'too_large'>}
 */
export async function unpackBytes(text, largest) {
  const bytes = fromBase64Url(text);
  if (bytes === null) return 'damaged';
  const reader = through(bytes, new DecompressionStream('deflate'));
  const chunks = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > largest) {
        await reader.cancel().catch(() => {});
        return 'too_large';
      }
      chunks.push(part.value);
    }
  } catch {
    return 'damaged';
  }
  const unpacked = joined(chunks, size);
  return endsWithChecksum(bytes, unpacked) ? unpacked : 'damaged';
}
