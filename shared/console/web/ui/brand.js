// The service's mark, and the switch between light and dark.
import { html } from '../vendor/preact.js';
import { useStore } from '../store.js';
import { theme } from '../theme.js';
import { Button } from './controls.js';

export function Mark() {
  return html`<svg class="mark" width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect x="1" y="5" width="30" height="22" rx="6" /><path d="M13 11.2v9.6l8-4.8z" />
  </svg>`;
}

/** @type {Record<import('../theme.js').Theme, { next: import('../theme.js').Theme, icon: string, label: string }>} */
const THEMES = {
  system: { next: 'light', icon: 'system', label: 'Theme: as the system' },
  light: { next: 'dark', icon: 'light', label: 'Theme: light' },
  dark: { next: 'system', icon: 'dark', label: 'Theme: dark' },
};

export function ThemeSwitch() {
  const { next, icon, label } = THEMES[useStore(theme)];
  return html`<${Button} kind="quiet" icon=${icon} label=${label} onClick=${() => theme.set(next)} />`;
}
