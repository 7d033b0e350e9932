// Saves files.

/** Reads a picture of the bucket, which is another origin. @param {string} url */
export async function fetchPicture(url) {
  // The cached response for the picture lacks the CORS headers, so the cache is bypassed.
  const response = await fetch(url, { cache: 'reload', credentials: 'omit' });
  if (!response.ok) throw new Error(`A picture cannot be downloaded: the bucket answered with status ${response.status}.`);
  return response;
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const local = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = local;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(local), 60_000);
}
