// Style sheets that are loaded with a module, so that the first view does without them.

/** Loads a style sheet. What needs it is shown afterwards. @param {URL} url @returns {Promise<void>} */
export const loadStyle = (url) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url.href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`The style sheet ${url.pathname} could not be loaded.`));
    document.head.append(link);
  });
