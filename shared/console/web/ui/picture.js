// Pictures behind presigned URLs, which expire.
import { html, useEffect, useState } from '../vendor/preact.js';
import { Icon } from './icons.js';

/**
 * A picture. If it cannot be loaded, `renew` returns a fresh URL once.
 * @param {{ url: string | null | undefined, alt: string, renew?: () => Promise<string | null | undefined>, eager?: boolean, width?: number, height?: number, onLoad?: (event: any) => void }} props
 */
export function Picture({ url, alt, renew, eager, width, height, onLoad }) {
  const [now, setNow] = useState(url);
  const [state, setState] = useState('first');
  useEffect(() => {
    setNow(url);
    setState('first');
  }, [url]);
  const failed = async () => {
    const fresh = state === 'first' && renew ? await renew().catch(() => null) : null;
    setState(fresh ? 'second' : 'gone');
    if (fresh) setNow(fresh);
  };
  if (!now || state === 'gone') {
    return html`<span class="picture gone" role="img" aria-label=${alt || 'Picture'}><${Icon} name="image" size=${26} /></span>`;
  }
  return html`<img
    class="picture"
    src=${now}
    alt=${alt}
    width=${width}
    height=${height}
    loading=${eager ? 'eager' : 'lazy'}
    decoding="async"
    draggable="false"
    onError=${failed}
    onLoad=${onLoad}
  />`;
}
