// The types of what the console uses of `client-zip.js`.
/** The response has a ZIP file of these files, which are stored without compression. They are read one after another. */
export function downloadZip(files: AsyncIterable<{ input: Response; name: string; lastModified: Date }>): Response;
