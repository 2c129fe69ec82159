import { labelsIn, oneOf } from '../../state/attributes.js';
import { fetched } from '../../element/attributes.js';
import { npy } from '../../format/npy.js';
import { freshState, NUMBERS } from './state.js';
/** @import { MapsState } from './types.js' */

/**
 * The files of a page, and the shape of the heads, the tokens and the kind of numbers if it gives them.
 *
 * @typedef {{ files: File[], shape: number[] | null, tokens: string[] | null, kind?: string | null }} Input
 */

/**
 * Converts the property `data` to files: `{ shape: [layers, heads, queries, keys], data, tokens?, kind? }`,
 * or files.
 *
 * @param {any} data
 * @returns {Input}
 * @throws {Error} if it is invalid
 */
export function inputOf(data) {
  const list = Array.isArray(data) ? data : [data];
  if (list.length > 0 && list.every((each) => each instanceof Blob))
    return { files: list.map((each) => asFile(each, 'data')), shape: null, tokens: null };
  const { shape, data: numbers, tokens = null, kind = null } = data ?? {};
  const isShape =
    Array.isArray(shape) &&
    shape.length === 4 &&
    shape.every((side) => Number.isSafeInteger(side) && side > 0);
  if (!isShape || typeof numbers?.length !== 'number')
    throw new Error('data is neither files nor { shape: [layers, heads, queries, keys], data }');
  const count = shape.reduce((all, side) => all * side, 1);
  if (numbers.length !== count)
    throw new Error(`${numbers.length} numbers but shape ${shape.join(' x ')} has ${count}`);
  return {
    files: [asFile(npy(shape, numbers), 'attention.npy')],
    shape,
    tokens: tokens && [...tokens].map(String),
    kind: kind && oneOf(String(kind), NUMBERS),
  };
}

/**
 * The input of a page: its data, or else the file at `src`.
 *
 * @param {unknown} data
 * @param {string | null} src
 * @param {{ tokens: string | null, kind: string | null }} attributes
 * @param {string} base - the base URL of `src`
 * @param {AbortSignal} signal
 * @returns {Promise<Input | null>}
 */
export async function readInput(data, src, { tokens, kind }, base, signal) {
  const input = data ? inputOf(data) : src ? await fetchedFile(src, base, signal) : null;
  if (!input) return null;
  return {
    ...input,
    ...(tokens && { tokens: labelsIn(tokens) }),
    ...(kind && { kind: oneOf(kind, NUMBERS) }),
  };
}

/** @param {string} src @param {string} base @param {AbortSignal} signal @returns {Promise<Input>} */
async function fetchedFile(src, base, signal) {
  const { file, response } = await fetched(src, base, signal);
  return { files: [asFile(await response.blob(), file)], shape: null, tokens: null };
}

/**
 * The views to try for data with a shape: the default interpretation of the file, then the axes of that
 * shape.
 *
 * @param {Input | null} input @param {MapsState} now @returns {MapsState[]}
 */
export function viewsOfInput(input, now) {
  if (!input?.shape) return [];
  const [layers, heads, queries, keys] = input.shape;
  const state = freshState(now, { name: '', layers, heads, queries, keys });
  return [
    state,
    { ...state, corrections: { ...state.corrections, axes: ['layer', 'head', 'query', 'key'] } },
  ];
}

/**
 * Files with what the page says about its numbers: tokens, and metadata.
 *
 * @param {Input} input
 */
export function filesBeside({ tokens, kind }) {
  const file = (/** @type {unknown} */ content, /** @type {string} */ name) =>
    new File([JSON.stringify(content)], name);
  return [
    ...(tokens ? [file(tokens, 'tokens.json')] : []),
    ...(kind ? [file({ metadata: { kind } }, 'metadata.json')] : []),
  ];
}

/** @param {Blob} blob @param {string} name - if it has none */
const asFile = (blob, name) => (blob instanceof File ? blob : new File([blob], name));
