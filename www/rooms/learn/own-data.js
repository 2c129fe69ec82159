import { toMatrix } from '../../format/parse.js';
import { LIMITS } from './lessons/index.js';
import { freshState, withShown } from './state/state.js';
/** @import { MatrixData, Own, State } from '../../types.js' */

const MATRICES = /** @type {const} */ (['embeddings', 'wQ', 'wK', 'wV', 'wO']);
const KNOWN = ['tokens', ...MATRICES, 'heads', 'kvHeads', 'seed'];

/**
 * The state for the property `data` of a lesson. Missing matrices default to those of "your own": one-hot
 * embeddings, and projections drawn from the seed.
 *
 * @param {any} data - `{ tokens, embeddings, wQ, wK, wV, wO, heads, kvHeads, seed }`
 * @param {State} state - its display settings are kept
 * @returns {State}
 * @throws {Error} a sentence with the figures, if the data is invalid
 */
export function ownState(data, state) {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new Error('the data of a lesson is an object with tokens and matrices');
  const unknown = Object.keys(data).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `the data of a lesson has no ${JSON.stringify(unknown.slice(0, 40))}: it has ${KNOWN.join(', ')}`,
    );
  const tokens = tokensIn(data.tokens);
  const heads = count('heads', data.heads ?? 1);
  const kvHeads = count('kvHeads', data.kvHeads ?? heads);
  const pasted = Object.fromEntries(
    MATRICES.flatMap((name) =>
      data[name] === undefined || data[name] === null ? [] : [[name, matrixIn(name, data[name])]],
    ),
  );
  const own = withSizes(pasted, { ...freshState('own').own, tokens, heads, kvHeads, seed: data.seed ?? 42 });
  checkShapes(pasted, own);
  const fresh = withShown(freshState('own', { ...state, own }), state.shown);
  return {
    ...fresh,
    own,
    pasted,
    switches: state.lesson === 'own' ? state.switches : {},
    head: Math.min(state.head, heads - 1),
    cursor: state.cursor,
    tables: state.tables,
  };
}

/** @param {unknown} tokens */
function tokensIn(tokens) {
  if (!Array.isArray(tokens) || tokens.length === 0)
    throw new Error('tokens are a list of at least one text');
  if (tokens.length > LIMITS.tokens)
    throw new Error(`${tokens.length} tokens are too many: ${LIMITS.tokens} fit`);
  return tokens.map((token) => String(token).slice(0, LIMITS.label));
}

/** @param {string} name @param {unknown} value */
function count(name, value) {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > LIMITS.heads)
    throw new Error(`${name} is a whole number from 1 to ${LIMITS.heads}`);
  return value;
}

/** @param {string} name @param {unknown} given */
function matrixIn(name, given) {
  try {
    const matrix = toMatrix(given, LIMITS.features);
    const bad = matrix.data.findIndex((value) => !Number.isFinite(value));
    if (bad < 0) return matrix;
    throw new Error(
      `row ${Math.floor(bad / matrix.cols) + 1}, column ${(bad % matrix.cols) + 1}: ${matrix.data[bad]} is not a finite number`,
    );
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/**
 * Derives the sizes from the given matrices.
 *
 * @param {Record<string, MatrixData>} given @param {Own} own @returns {Own}
 */
function withSizes({ embeddings, wQ, wK, wV, wO }, own) {
  const shared = own.heads / own.kvHeads;
  const model = embeddings?.cols ?? wQ?.rows ?? wK?.rows ?? wV?.rows ?? wO?.cols ?? own.model;
  const key = wQ?.cols ?? (wK ? wK.cols * shared : own.key);
  const value = wV ? wV.cols * shared : (wO?.rows ?? own.value);
  return { ...own, model, key, value, wO: wO ? 'drawn' : 'none' };
}

/** @param {number} n @param {string} noun */
const counted = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** @param {Record<string, MatrixData>} given @param {Own} own */
function checkShapes({ embeddings, wQ, wK, wV, wO }, { tokens, model, key, value, heads, kvHeads }) {
  if (heads % kvHeads !== 0)
    throw new Error(`${heads} heads cannot share ${kvHeads} heads of keys and values`);
  if (embeddings && embeddings.rows !== tokens.length)
    throw new Error(
      `${counted(tokens.length, 'token')} but embeddings have ${counted(embeddings.rows, 'row')}`,
    );
  for (const [name, matrix] of Object.entries({ wQ, wK, wV })) {
    if (matrix && matrix.rows !== model)
      throw new Error(
        `embeddings have ${counted(model, 'feature')} but ${name} has ${counted(matrix.rows, 'row')}`,
      );
  }
  const keys = (key * kvHeads) / heads;
  if (wK && wK.cols !== keys)
    throw new Error(`wQ has ${key} columns but wK has ${wK.cols}${heads > kvHeads ? `, not ${keys}` : ''}`);
  if (wO && (wO.rows !== value || wO.cols !== model))
    throw new Error(`wO is ${wO.rows} × ${wO.cols}, not ${value} × ${model}`);
  for (const [name, size] of Object.entries({ key, value }))
    if (size % heads !== 0)
      throw new Error(
        `${size} columns of ${name === 'key' ? 'wQ' : 'wV'} are not shared out among ${heads} heads`,
      );
}
