// The generations of the gallery. Only what a card shows is kept, so ten thousand generations need little memory.
import { read } from '../service/api.js';
import { heading } from '../format.js';
import { accountStore } from '../store.js';

/**
 * @typedef {{
 *   id: string, title: string, status: string, createdAt: string, count: number, completed: number, index: number, picture: string | null,
 * }} Card
 * @typedef {{ key: string, cards: Card[], next: string | null, isComplete: boolean, isReading: boolean, error: unknown }} List
 */

const PAGE = 100;
const LONGEST_TITLE = 140;

/** @type {List} */
const EMPTY = { key: '', cards: [], next: null, isComplete: false, isReading: false, error: null };

/** The list of the filters that were chosen last. It stays while other views are shown. */
export const list = accountStore(EMPTY);

/** @type {AbortController | null} */
let reading = null;

/** @param {import('../types').Generation} generation @returns {Card} */
export function cardOf(generation) {
  const best = generation.thumbnails.find(({ status }) => status === 'completed') ?? generation.thumbnails[0];
  return {
    id: generation.generationId,
    title: heading(generation).slice(0, LONGEST_TITLE),
    status: generation.status,
    createdAt: generation.createdAt,
    count: generation.count,
    completed: generation.completed,
    index: best?.index ?? 0,
    picture: best?.previewUrl ?? null,
  };
}

/**
 * Shows the list of these filters. A list that is already there is kept, with what has been added to its beginning.
 * @param {{ search: string, status: string }} filters
 */
export function open(filters) {
  const key = JSON.stringify(filters);
  const isSame = list.get().key === key;
  if (!isSame) {
    reading?.abort();
    list.set({ ...EMPTY, key });
    return more(filters);
  }
  return renew(filters);
}

/** Reads the next page. @param {{ search: string, status: string }} filters */
export async function more(filters) {
  const { isReading, isComplete, next, key } = list.get();
  if (isReading || isComplete) return;
  const controller = new AbortController();
  reading = controller;
  list.set({ ...list.get(), isReading: true, error: null });
  try {
    const { generations, nextCursor } = await page(filters, next, controller.signal);
    if (list.get().key !== key) return;
    const now = list.get();
    list.set({ ...now, cards: [...now.cards, ...generations.map(cardOf)], next: nextCursor, isComplete: nextCursor === null, isReading: false });
  } catch (error) {
    if (!controller.signal.aborted && list.get().key === key) list.set({ ...list.get(), isReading: false, error });
  }
}

/** Removes a deleted generation from the list. @param {string} generationId */
export function forget(generationId) {
  const now = list.get();
  list.set({ ...now, cards: now.cards.filter(({ id }) => id !== generationId) });
}

/** Puts newer generations before the list, and brings its first page up to date. @param {{ search: string, status: string }} filters */
async function renew(filters) {
  const { key } = list.get();
  const fresh = await page(filters, null).catch(() => null);
  if (!fresh || list.get().key !== key) return;
  const cards = fresh.generations.map(cardOf);
  const known = new Set(cards.map((/** @type {Card} */ { id }) => id));
  const now = list.get();
  const later = now.cards.filter(({ id }) => !known.has(id));
  list.set(now.cards.length <= PAGE ? { ...now, cards, next: fresh.nextCursor, isComplete: fresh.nextCursor === null } : { ...now, cards: [...cards, ...later] });
}

/**
 * @param {{ search: string, status: string }} filters
 * @param {string | null} cursor
 * @param {AbortSignal} [signal]
 */
function page({ search, status }, cursor, signal) {
  const body = { limit: PAGE, ...(search ? { search } : {}), ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) };
  return read('list_generations', body, signal);
}

/** A fresh URL of a card's preview. @param {Card} card */
export async function renewPicture({ id, index }) {
  /** @type {import('../types').Generation} */
  const generation = await read('get_generation_status', { generationId: id });
  return generation.thumbnails.find((thumbnail) => thumbnail.index === index)?.previewUrl ?? null;
}
