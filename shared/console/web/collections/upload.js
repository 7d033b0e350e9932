// Sends pictures to the service. The module is loaded when the first picture is sent.
import { call, idempotencyKey, send } from '../service/api.js';
import { ACCEPTED } from '../pictures.js';
import { may, tellBalance } from '../service/session.js';

/** The bucket takes files of this size at most, in bytes. */
const MOST_BYTES = 10_000_000;
/** The `data:` URLs of a request may have this many bytes together when decoded. */
const MOST_IN_REQUEST = 4_000_000;
/** A picture of at most this size is sent in the request itself, which is quicker than two more requests. */
const SMALL = 100_000;
/** The service scales larger pictures down to this anyway. */
const LONGEST_SIDE = 2048;

/**
 * Uploads a picture as an image.
 * @param {{ file?: File, url?: string }} from
 * @returns {Promise<import('../types').Image>}
 */
export async function upload({ file, url }) {
  const name = file ? nameOf(file) : '';
  const body = { imageUrl: file ? await source(file) : url, ...(name ? { name } : {}) };
  const image = await call('upload_image', body, { idempotencyKey: idempotencyKey() });
  tellBalance(image.balance);
  return image;
}

/** What the service takes as the sources of these files. @param {Blob[]} files @returns {Promise<string[]>} */
export const sources = (files) => Promise.all(files.map((file) => source(file, Math.floor(MOST_IN_REQUEST / files.length))));

/**
 * What the service takes as the source of a file. The file is posted to the bucket, or becomes a `data:` URL.
 * @param {Blob} file
 * @param {number} [mostInRequest] The largest size of a `data:` URL, in bytes.
 */
export async function source(file, mostInRequest = MOST_IN_REQUEST) {
  const picture = await fitting(file, MOST_BYTES);
  if (picture.size > SMALL && may('upload_image')) {
    const posted = await post(picture);
    if (posted) return posted;
  }
  return dataUrl(await fitting(picture, mostInRequest));
}

/** Posts a picture to the bucket. Returns its source; or nothing if the bucket does not admit this page. @param {Blob} picture @returns {Promise<string>} */
async function post(picture) {
  const { source, url, fields } = (await send('POST', '/api/v1/uploads', { body: { sizeBytes: picture.size } })).body.data;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  // The bucket ignores fields after the file.
  form.append('file', picture);
  const response = await fetch(url, { method: 'POST', body: form, credentials: 'omit' }).catch(() => null);
  return response?.ok ? source : '';
}

/** The picture itself, or a smaller version that has at most so many bytes. @param {Blob} file @param {number} most @returns {Promise<Blob>} */
async function fitting(file, most) {
  if (file.size <= most && ACCEPTED.includes(file.type)) return file;
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read. Use PNG, JPEG, WebP or GIF.');
  });
  for (let longest = LONGEST_SIDE; longest >= 256; longest /= 2) {
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
    if (blob.size <= most) return blob;
  }
  throw new Error('The picture cannot be made small enough.');
}

/** @param {Blob} blob @returns {Promise<string>} */
function dataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(blob);
  });
}

/** A file's name without its extension. @param {File} file */
export function nameOf(file) {
  // Names must not contain control characters or characters that reverse the direction of text.
  const name = file.name.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ').trim();
  return [...name].slice(0, 100).join('').trim();
}
