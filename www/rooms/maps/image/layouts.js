/**
 * Which tokens are the patches of a picture, from their number, from tokens that stand for patches, and from
 * what a file says. docs/maps.md has a table of the layouts.
 */
/** @import { MapsData, MapsState } from '../types.js' */
/** @import { Grid } from './settings.js' */

/** The tokens that stand for one patch each: LLaVA, PaliGemma and Qwen-VL, InternVL, Gemma 3, Llama 4. */
export const PATCH_TOKENS = new Set([
  '<image>',
  '<|image_pad|>',
  '<IMG_CONTEXT>',
  '<image_soft_token>',
  '<|patch|>',
  '<im_patch>',
]);
/** A token that is only a number, as tools name patches: `17`, `patch 17`, `3,4`. */
const NUMBERED = /^(?:patch[ _-]?)?\d+(?:[,_x:]\d+)?$/i;
/** The fewest patches that a number of tokens alone is taken for: 7 × 7. */
const LEAST = 49;
/**
 * How many tokens may be before a square of patches: none (SigLIP), the class token (ViT, CLIP, DINOv2), also
 * that of distillation (DeiT), or the class token and four registers (DINOv2).
 */
const BEFORE = [1, 0, 2, 5];
/** Known numbers of patches across. Others are only taken after one token or none. */
const SIDES = new Set([7, 8, 12, 14, 16, 18, 20, 24, 27, 28, 32, 37, 64]);

/**
 * The grid of patches among tokens; null if none is recognized.
 *
 * @param {object} axis
 * @param {number} axis.count - how many tokens there are
 * @param {readonly string[] | null} axis.tokens - null if a file has none
 * @param {readonly number[][]} [axis.thws] - `image_grid_thw` of Qwen-VL: how many patches each picture has in
 *   time, down and across, before four of them become one token
 * @returns {Grid | null}
 */
export function recognized({ count, tokens, thws = [] }) {
  const run = tokens && longestRun(tokens);
  if (run) return within(run, thws[run.at]);
  const names = tokens?.slice(1).map((token) => token.trim()) ?? [];
  // The ids of a text's tokens are numbers, too, but some occur twice.
  const areNumbers = names.every((name) => NUMBERED.test(name)) && new Set(names).size === names.length;
  return areNumbers ? ofNumber(count) : null;
}

/**
 * The longest run of equal tokens that stand for patches, and how many such runs are before it.
 *
 * @param {readonly string[]} tokens
 */
function longestRun(tokens) {
  let [longest, at] = [{ first: 0, length: 0, at: 0 }, 0];
  for (let first = 0; first < tokens.length;) {
    let end = first + 1;
    while (tokens[end] === tokens[first]) end += 1;
    const isRun = PATCH_TOKENS.has(tokens[first].trim());
    if (isRun && end - first > longest.length) longest = { first, length: end - first, at };
    if (isRun) at += 1;
    first = end;
  }
  // A single token stands for a whole picture.
  return longest.length > 1 ? longest : null;
}

/**
 * The numbers of tokens, equal for equal ones, with another number for each patch: patches are equal tokens
 * for different parts of a picture, so none is a duplicate of another.
 *
 * @param {readonly string[]} tokens @param {Uint32Array} ids
 */
export function idsWithPatches(tokens, ids) {
  const isPatch = (/** @type {string} */ token, /** @type {number} */ at) =>
    PATCH_TOKENS.has(token.trim()) && (tokens[at - 1] === token || tokens[at + 1] === token);
  return ids.map((id, at) => (isPatch(tokens[at], at) ? tokens.length + at : id));
}

/**
 * How many patches across and down may be one token: 2, as in Qwen-VL, or 1.
 *
 * @param {readonly number[]} thw
 */
const mergesOf = ([, down, across]) =>
  [2, 1].filter((merged) => down % merged === 0 && across % merged === 0);

/** @param {{ first: number, length: number }} run @param {readonly number[]} [thw] @returns {Grid | null} */
function within({ first, length }, thw) {
  if (thw) {
    const [time, down, across] = thw;
    for (const merged of mergesOf(thw))
      if (time * down * across === length * merged * merged)
        return { columns: across / merged, rows: (time * down) / merged, before: first };
  }
  const side = Math.sqrt(length);
  return Number.isInteger(side) ? { columns: side, rows: side, before: first } : null;
}

/** @param {number} count @returns {Grid | null} */
function ofNumber(count) {
  for (const before of BEFORE) {
    const side = Math.sqrt(count - before);
    if (count - before >= LEAST && Number.isInteger(side) && (before < 2 || SIDES.has(side)))
      return { columns: side, rows: side, before };
  }
  return null;
}

/** A first grid for tokens of an unknown layout: the largest square at their end. @param {number} count */
export function guessed(count) {
  const side = Math.max(1, Math.floor(Math.sqrt(count)));
  return { columns: side, rows: side, before: count - side * side };
}

/** Whether a grid has room among tokens. @param {Grid} grid @param {number} count */
export const fits = ({ columns, rows, before }, count) => before + columns * rows <= count;

/**
 * The patches of open heads: those of the keys, or else of the queries.
 *
 * @typedef {{ axis: 'key' | 'query', count: number, grid: Grid, isKnown: boolean }} Patches
 */

/**
 * The number of patches by `image_grid_thw`, and of the tokens that stand for patches; null if both are the
 * same, or a file does not say it.
 *
 * @param {MapsData} data
 */
export function otherGridIn(data) {
  const run = longestRun(data.reading.tokens);
  const thw = run && thwsIn(data)[run.at];
  if (!thw) return null;
  const all = thw.reduce((product, side) => product * side, 1);
  const counts = mergesOf(thw).map((merged) => all / merged ** 2);
  return counts.includes(run.length) ? null : { grid: thw.join(' × '), patches: counts[0], n: run.length };
}

/** The recognized grid of each axis, by the data it is of. @type {WeakMap<object, Patches | null>} */
const cache = new WeakMap();

/** What is recognized in open heads. @param {MapsData} data @returns {Patches | null} */
export function recognizedIn(data) {
  const { reading } = data;
  let found = cache.get(reading);
  if (found === undefined) {
    const thws = thwsIn(data);
    const of = (/** @type {'key' | 'query'} */ axis) => {
      const [count, tokens] =
        axis === 'key' ? [reading.keys, reading.tokens] : [reading.queries, reading.queryTokens];
      const grid = recognized({ count, tokens, thws });
      return grid && { axis, count, grid, isKnown: true };
    };
    found = of('key') ?? (reading.queries === reading.keys ? null : of('query'));
    cache.set(reading, found);
  }
  return found;
}

/** `image_grid_thw` of the pictures in the metadata of files. @param {MapsData} data @returns {number[][]} */
function thwsIn({ opened }) {
  const metadata = opened.files.flatMap((file) => [...file.metadata]);
  const [, value = '[]'] = metadata.find(([key]) => key === 'image_grid_thw') ?? [];
  try {
    const numbers = JSON.parse(value).flat();
    if (numbers.length % 3 !== 0 || !numbers.every(Number.isSafeInteger)) return [];
    return Array.from({ length: numbers.length / 3 }, (_, at) => numbers.slice(3 * at, 3 * at + 3));
  } catch {
    return [];
  }
}

/**
 * The number of tokens if none of them is a patch, else 0. A reader who looks at patches has said that there
 * are some.
 *
 * @param {Pick<MapsState, 'grid' | 'view'>} state @param {MapsData} data
 */
export const withoutPatches = ({ grid, view }, data) =>
  view === 'image' || grid || recognizedIn(data) ? 0 : data.reading.tokens.length;

/**
 * The patches that a state shows: those of the reader's grid, the recognized ones, or a guess.
 *
 * @param {Pick<MapsState, 'grid'>} state @param {MapsData} data @returns {Patches}
 */
export function patchesOf({ grid }, data) {
  const { keys, queries } = data.reading;
  const found = recognizedIn(data);
  if (grid && fits(grid, keys)) return { axis: 'key', count: keys, grid, isKnown: true };
  if (grid && fits(grid, queries)) return { axis: 'query', count: queries, grid, isKnown: true };
  return found ?? { axis: 'key', count: keys, grid: guessed(keys), isKnown: false };
}
