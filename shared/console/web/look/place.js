// In place: shows a thumbnail among others at its real sizes, in mock-ups of a video site, light and dark.
import { html, useState } from '../vendor/preact.js';
import { Choice, Field, Switch } from '../ui/controls.js';
import { Icon } from '../ui/icons.js';
import { Picture } from '../ui/picture.js';

/** @typedef {{ ref: string, url: string | null, title: string, isTall: boolean }} Candidate */
/** @typedef {{ url: string | null, title: string, isOwn: boolean }} Video */
/** @typedef {{ duration: string, progress: boolean }} Marks */

const CHANNELS = ['Nora Makes', 'Field Notes', 'Daily Workshop', 'Open Road', 'Second Take', 'Kitchen Lab', 'Quiet Hours', 'Big Small Things'];
const TIMES = ['2 days ago', '5 hours ago', '3 weeks ago', '1 year ago', '11 months ago', '6 days ago'];
const VIEWS = ['128K views', '2.4M views', '9.1K views', '740K views', '56K views', '1.1M views'];

/** @template T @param {T[]} items @param {number} at @returns {T} */
const at = (items, at) => /** @type {T} */ (items[at % items.length]);

/**
 * The scenes. The candidate comes first, so it is seen where the page is narrower than the scene.
 * @type {{ name: string, title: string, size: string, neighbours: number, tall?: boolean }[]}
 */
const SCENES = [
  { name: 'home', title: 'Home page', size: '360 × 202', neighbours: 5 },
  { name: 'results', title: 'Search results', size: '360 × 202', neighbours: 2 },
  { name: 'side', title: 'Side bar', size: '168 × 94', neighbours: 4 },
  { name: 'mobile', title: 'Mobile feed', size: '360 × 202', neighbours: 1 },
  { name: 'television', title: 'Television', size: '320 × 180', neighbours: 5 },
];
const SHELF = { name: 'shelf', title: 'Shelf of short videos', size: '210 × 373', neighbours: 4, tall: true };

/** @param {{ candidates: Candidate[], library: { url: string | null, name: string }[] }} props `library` has the pictures of other videos. */
export function InPlace({ candidates, library }) {
  const [theme, setTheme] = useState('both');
  const [title, setTitle] = useState('');
  const [duration, setDuration] = useState('12:34');
  const [progress, setProgress] = useState(true);
  const neighbours = library.map((item) => ({ url: item.url, title: item.name, isOwn: false }));
  const themes = theme === 'both' ? ['light', 'dark'] : [theme];
  const scenes = candidates.some(({ isTall }) => isTall) ? [SHELF, ...SCENES] : SCENES;
  return html`<div class="places">
    <div class="panel place-options">
      <${Choice} legend="Page" name="place-theme" value=${theme} onChange=${setTheme} options=${[
        { value: 'both', label: 'Both' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]} />
      <${Field} label="Title of the video" id="place-title"><input id="place-title" dir="auto" maxlength="100" placeholder=${candidates[0]?.title} value=${title} onInput=${(/** @type {any} */ event) => setTitle(event.target.value)} /></${Field}>
      <${Field} label="Duration" id="place-duration"><input id="place-duration" maxlength="8" value=${duration} onInput=${(/** @type {any} */ event) => setDuration(event.target.value)} /></${Field}>
      <${Switch} label="Watched in part" checked=${progress} onChange=${setProgress} />
    </div>
    ${scenes.map(
      (scene) => html`<section key=${scene.name} aria-label=${scene.title}>
        <header class="row"><h2 class="minor">${scene.title}</h2><span class="hint">${scene.size}</span></header>
        <div class=${`scenes of-${candidates.length * themes.length}`}>
          ${themes.flatMap((shade) =>
            candidates.map((candidate, index) => {
              const others = Array.from({ length: scene.neighbours }, (_, offset) => at(neighbours.length ? neighbours : [{ url: null, title: 'Another video', isOwn: false }], offset + index));
              const own = { url: candidate.url, title: title.trim() || candidate.title, isOwn: true };
              const isDark = shade === 'dark' || scene.name === 'television';
              if (scene.name === 'television' && shade === 'light' && themes.length > 1) return null;
              return html`<div key=${`${candidate.ref} ${shade}`} class=${`scene ${scene.name} ${isDark ? 'on-dark' : 'on-light'}`}>
                <${Scene} name=${scene.name} videos=${[own, ...others]} marks=${{ duration, progress }} />
              </div>`;
            }),
          )}
        </div>
      </section>`,
    )}
    <p class="hint">The pages are drawn by the console. Their sizes are those of large video sites; their owners change them from time to time.</p>
  </div>`;
}

/** @param {{ name: string, videos: Video[], marks: Marks }} props */
function Scene({ name, videos, marks }) {
  const list = html`<ul>${videos.map((video, index) => html`<${VideoCard} key=${index} video=${video} index=${index} marks=${marks} />`)}</ul>`;
  if (name === 'home') return html`<div class="scene-bar"><span class="scene-mark"></span><span class="scene-search"></span><span class="scene-face"></span></div>${list}`;
  if (name === 'results') return html`<div class="scene-bar"><span class="scene-mark"></span><span class="scene-search">${videos[0]?.title.slice(0, 40)}</span></div>${list}`;
  if (name === 'mobile') return html`<div class="scene-bar"><span class="scene-mark"></span><span class="scene-gap"></span><span class="scene-face"></span></div>${list}`;
  if (name === 'television') return html`<p class="scene-row">Recommended</p>${list}`;
  return list;
}

/** @param {{ video: Video, index: number, marks: Marks }} props */
function VideoCard({ video, index, marks }) {
  const duration = video.isOwn ? marks.duration : `${(index * 7) % 23}:${String((index * 17) % 60).padStart(2, '0')}`;
  return html`<li class=${`video ${video.isOwn ? 'own' : ''}`}>
    <span class="video-picture">
      ${video.url ? html`<${Picture} url=${video.url} alt=${video.isOwn ? video.title : ''} eager />` : html`<span class="video-blank"><${Icon} name="play" size=${26} /></span>`}
      ${duration && html`<span class="video-duration">${duration}</span>`}
      ${video.isOwn && marks.progress && html`<span class="video-progress"><span></span></span>`}
    </span>
    <span class="video-face" aria-hidden="true"></span>
    <span class="video-words">
      <span class="video-title" dir="auto">${video.title}</span>
      <span class="video-facts">${at(CHANNELS, index)}<br />${at(VIEWS, index)} · ${at(TIMES, index)}</span>
    </span>
  </li>`;
}
