// Applies the theme of the host: its colours, its font, and light or dark.

/** The console's variables for colours, each with the standard variable of hosts. @type {Record<string, string>} */
const COLOURS = {
  '--page': '--color-background-primary',
  '--surface': '--color-background-primary',
  '--raised': '--color-background-primary',
  '--sunken': '--color-background-secondary',
  '--text': '--color-text-primary',
  '--soft': '--color-text-secondary',
  '--line': '--color-border-primary',
};

/** @param {import('./host.js').Context} context */
export function applyTheme({ theme, styles, safeAreaInsets = {} }) {
  const root = document.documentElement;
  root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : 'system';
  const variables = styles?.variables ?? {};
  // A mixture of the host's colours and ours could be hard to read, so all are replaced or none.
  const hasAll = Object.values(COLOURS).every((name) => variables[name]);
  for (const [ours, name] of Object.entries(COLOURS)) set(ours, hasAll ? variables[name] : '');
  set('--font', variables['--font-sans']);
  for (const side of ['top', 'right', 'bottom', 'left']) set(`--inset-${side}`, `${safeAreaInsets[side] ?? 0}px`);
  const fonts = document.getElementById('host-fonts') ?? Object.assign(document.createElement('style'), { id: 'host-fonts' });
  fonts.textContent = styles?.css?.fonts ?? '';
  document.head.append(fonts);
}

/** @param {string} name @param {string | undefined} value */
function set(name, value) {
  if (value) document.documentElement.style.setProperty(name, value);
  else document.documentElement.style.removeProperty(name);
}
