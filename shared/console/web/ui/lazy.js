// Components in modules that are loaded when they are first shown.
import { html, useEffect, useErrorBoundary, useState } from '../vendor/preact.js';
import { Loading, Problem } from './feedback.js';

/**
 * @param {{ load: () => Promise<any>, name: string, props?: object }} props `load` imports a module that exports the component `name`.
 */
export function Lazy({ load, name, props = {} }) {
  const [Component, setComponent] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [broken, reset] = useErrorBoundary();
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (module) => isCurrent && setComponent(() => module[name]),
      () => isCurrent && setError(new Error('This part could not be loaded. If a new version was deployed, reload the page.')),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  if (broken) return html`<div class="page"><${Problem} error=${broken} retry=${reset} /></div>`;
  if (error) return html`<div class="page"><${Problem} error=${error} retry=${() => location.reload()} /></div>`;
  return Component ? html`<${Component} ...${props} />` : html`<${Loading} />`;
}
