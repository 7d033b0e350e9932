// Pictures that the user drops, pastes or chooses, as the service takes them.

/** The `data:` URLs of a request may have 4 MB when decoded. */
const MOST_BYTES = 4_000_000;
/** The service scales larger pictures down to this anyway. */
const LONGEST_SIDE = 2048;
const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** What file choosers offer. */
export const ACCEPT = ACCEPTED.join(',');

/** @param {Blob} blob @returns {Promise<string>} */
function dataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(blob);
  });
}

/**
 * A file as a `data:` URL. A picture that is too large for a request is made smaller first.
 * @param {Blob} file
 * @param {number} [most] The largest size in bytes.
 */
export async function source(file, most = MOST_BYTES) {
  if (file.size <= most && ACCEPTED.includes(file.type)) return dataUrl(file);
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read. Use PNG, JPEG, WebP or GIF.');
  });
  for (let longest = LONGEST_SIDE; longest >= 256; longest /= 2) {
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
    if (blob.size <= most) return dataUrl(blob);
  }
  throw new Error('The picture cannot be made small enough.');
}

/** A file's name without its extension. @param {File} file */
export function nameOf(file) {
  // Names must not contain control characters or characters that reverse the direction of text.
  const name = file.name.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ').trim();
  return [...name].slice(0, 100).join('').trim();
}

/** The pictures among what was dropped or pasted. @param {DataTransfer | null} data @returns {File[]} */
export function filesOf(data) {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
}

/** A URL that was dropped or pasted, if there is one. @param {DataTransfer | null} data */
export function urlOf(data) {
  const text = (data?.getData('text/uri-list') || data?.getData('text/plain') || '').trim().split('\n')[0] ?? '';
  return /^https?:\/\/\S+$/.test(text) ? text : '';
}
