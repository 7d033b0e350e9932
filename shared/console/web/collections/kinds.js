// The three kinds of pictures that a thumbnail can be made of.
import { call, read } from '../service/api.js';

/** @typedef {'images' | 'inspirations' | 'persons'} Kind */
/** @typedef {import('../types').Image | import('../types').Inspiration | import('../types').Person} Item */

/**
 * @type {Record<Kind, {
 *   title: string, one: string, icon: string, id: string, field: 'imageIds' | 'inspirationIds' | 'personIds', most: number,
 *   list: string, get: string, remove: string, about: string,
 * }>}
 */
export const KINDS = {
  images: {
    title: 'Images',
    one: 'image',
    icon: 'image',
    id: 'imageId',
    field: 'imageIds',
    most: 8,
    list: 'list_images',
    get: 'get_image',
    remove: 'delete_image',
    about: 'Logos, products and objects that the thumbnail shows.',
  },
  inspirations: {
    title: 'Inspirations',
    one: 'inspiration',
    icon: 'style',
    id: 'inspirationId',
    field: 'inspirationIds',
    most: 4,
    list: 'list_inspirations',
    get: 'get_inspiration',
    remove: 'delete_inspiration',
    about: 'Pictures whose colours and mood the thumbnail follows.',
  },
  persons: {
    title: 'Persons',
    one: 'person',
    icon: 'person',
    id: 'personId',
    field: 'personIds',
    most: 3,
    list: 'list_persons',
    get: 'get_person',
    remove: 'delete_person',
    about: 'People whose faces the thumbnail shows.',
  },
};

/** @param {any} item @returns {Kind} */
export const kindOf = (item) => (item.personId ? 'persons' : item.inspirationId ? 'inspirations' : 'images');

/** @param {any} item @returns {string} */
export const idOf = (item) => item[KINDS[kindOf(item)].id];

/** The URL of an item's picture; `null` for a person without photos. @param {any} item @returns {string | null} */
export const urlOf = (item) => item.url ?? item.photos?.[0]?.url ?? null;

/** @param {any} item @returns {import('../types').Reference} */
export const referenceOf = (item) => ({ kind: kindOf(item), id: idOf(item), name: item.name, url: urlOf(item) });

/** Reads an item again, whose URLs are then fresh. @param {Kind} kind @param {string} id @returns {Promise<any>} */
export const get = (kind, id) => read(KINDS[kind].get, { [KINDS[kind].id]: id });

/** @param {Kind} kind @param {string} id */
export const remove = (kind, id) => call(KINDS[kind].remove, { [KINDS[kind].id]: id });
