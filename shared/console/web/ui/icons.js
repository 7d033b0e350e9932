// Icons, drawn as lines of the colour of the text around them.
import { html } from '../vendor/preact.js';

/** @type {Record<string, string>} */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  balance: 'M4 19V9M10 19V5M16 19v-7M22 19H2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  collections: 'M4 5h7v7H4zM13 5h7v7h-7zM4 14h7v5H4zM13 14h7v5h-7z',
  compare: 'M3 6h8v12H3zM13 6h8v12h-8z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  dark: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  error: 'M12 8v5M12 16.5v.01M12 3l10 18H2z',
  filter: 'M4 6h16M7 12h10M10 18h4',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.2v.01',
  key: 'M14 10a4 4 0 1 1-1.2-2.8L21 3M17 7l2 2',
  light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  look: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  make: 'M12 3l1.8 5.2L19 10l-5.2 1.8L12 17l-1.8-5.2L5 10l5.2-1.8zM19 15l.8 2.2L22 18l-2.2.8L19 21l-.8-2.2L16 18l2.2-.8z',
  minus: 'M5 12h14',
  out: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.5-6 8-6s8 2 8 6',
  place: 'M3 5h18v12H3zM8 21h8M12 17v4',
  play: 'M8 5l11 7-11 7z',
  refresh: 'M20 11A8 8 0 1 0 18 17M20 5v6h-6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
  select: 'M5 5h14v14H5z',
  style: 'M12 3a9 9 0 1 0 0 18c1.5 0 2-1 2-2 0-1.5.5-2.5 2-2.5h2a3 3 0 0 0 3-3C21 7 17 3 12 3zM7.5 11v.01M10 7.5v.01M15 7.5v.01',
  system: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  wide: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  vary: 'M4 7h5l7 10h4M4 17h5l2-3M14 10l2-3h4M17 4l3 3-3 3M17 14l3 3-3 3',
  webhook: 'M9 8a3 3 0 1 1 4 2.8L9.5 17M7 13a3 3 0 1 0 3 4h7M17 14a3 3 0 1 1-2 4',
};

/** @param {{ name: string, size?: number }} props */
export function Icon({ name, size = 18 }) {
  return html`<svg
    class="icon"
    width=${size}
    height=${size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d=${PATHS[name]} />
  </svg>`;
}
