// Numbers, times and texts as people read them.

const amounts = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** @param {number} amount */
export const amount = (amount) => amounts.format(amount).replace('-', '−');

/** An amount with its unit. @param {number} count @param {string} unit The word for one. */
export const counted = (count, unit) => `${amount(count)} ${unit}${count === 1 ? '' : 's'}`;

/** @param {number} count */
export const thumbnails = (count) => counted(count, 'thumbnail');

/** @param {string | Date} time */
export const day = (time) => days.format(new Date(time));
/** @param {string | Date} time */
export const moment = (time) => moments.format(new Date(time));

/** @param {string | Date} time */
export function ago(time) {
  const seconds = Math.max(0, (Date.now() - new Date(time).getTime()) / 1000);
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return day(time);
}

/** @param {number | null | undefined} count */
export function bytes(count) {
  if (count === null || count === undefined) return '–';
  if (count < 1e3) return `${count} B`;
  if (count < 1e6) return `${amounts.format(Math.round(count / 1e3))} kB`;
  if (count < 1e9) return `${amounts.format(Math.round(count / 1e4) / 100)} MB`;
  return `${amounts.format(Math.round(count / 1e7) / 100)} GB`;
}

/** `partially_completed` becomes `Partially completed`. @param {string} name */
export function words(name) {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A generation's title, or else its prompt. @param {{ title?: string | null, prompt?: string | null }} generation */
export const heading = (generation) => generation.title || generation.prompt || 'Untitled';
