// Names of files.

/** The name under which the service wants a picture to be saved. @param {string} url */
export function fileName(url) {
  const disposition = new URL(url).searchParams.get('response-content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  try {
    return encoded ? decodeURIComponent(encoded) : 'thumbnail';
  } catch {
    return 'thumbnail';
  }
}
