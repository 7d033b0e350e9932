// Light and dark. The system decides, unless the user has chosen.
import { store } from './store.js';

/** @typedef {'system' | 'light' | 'dark'} Theme */

const NAME = 'theme';

/** @returns {Theme} */
function chosen() {
  const kept = localStorage.getItem(NAME);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** The user's choice. */
export const theme = store(chosen());

function apply() {
  const now = theme.get();
  document.documentElement.dataset.theme = now;
  if (now === 'system') localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, now);
}

theme.subscribe(apply);
apply();
// Another tab has chosen.
addEventListener('storage', (event) => event.key === NAME && theme.set(chosen()));
