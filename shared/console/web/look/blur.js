// What is left of a picture when it is seen from afar, without colours, or for a moment.
import { html } from '../vendor/preact.js';
import { Picture } from '../ui/picture.js';

const TESTS = [
  { name: 'plain', title: 'As it is' },
  { name: 'blurred', title: 'Blurred', about: 'The subject must still be found.' },
  { name: 'grey', title: 'Grey', about: 'Words and subject must stand out without colours.' },
  { name: 'both', title: 'Blurred and grey', about: 'What remains is what a glance sees.' },
];

/** @param {{ candidates: import('./place.js').Candidate[] }} props */
export function BlurTest({ candidates }) {
  return html`<div class=${`blur-tests of-${candidates.length}`}>
    ${TESTS.map(
      ({ name, title, about }) => html`<section key=${name} aria-label=${title}>
        <h2 class="minor">${title}</h2>${about && html`<p class="hint">${about}</p>`}
        <div class="blur-row">
          ${candidates.map(
            (candidate) => html`<figure key=${candidate.ref}>
              <span class=${`blur-picture ${name}`}><${Picture} url=${candidate.url} alt=${`${candidate.title}, ${title.toLowerCase()}`} eager /></span>
              <span class=${`blur-picture small ${name}`}><${Picture} url=${candidate.url} alt="" eager /></span>
            </figure>`,
          )}
        </div>
      </section>`,
    )}
  </div>`;
}
