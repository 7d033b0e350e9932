// Pictures that the user drops, pastes or chooses.

/** The types that the service takes. */
export const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The pictures among what was dropped or pasted. @param {DataTransfer | null} data @returns {File[]} */
export function filesOf(data) {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
}

/** A URL that was dropped or pasted, if there is one. @param {DataTransfer | null} data */
export function urlOf(data) {
  const text = (data?.getData('text/uri-list') || data?.getData('text/plain') || '').trim().split('\n')[0] ?? '';
  return /^https?:\/\/\S+$/.test(text) ? text : '';
}
