/**
 * Edits of an expression that keep the rest of the text as it was typed. Columns count characters, as in the
 * engine.
 *
 * @typedef {{ start: number, end: number }} Range - of a piece of the text, counted from 0; `end` is exclusive
 */

/**
 * Converts a column to an index of UTF-16 code units.
 *
 * @param {string} text
 * @param {number} column - counted from 0
 */
export function unitOf(text, column) {
  return [...text].slice(0, column).join('').length;
}

/**
 * Replaces a piece of the text.
 *
 * @param {string} text
 * @param {Range} range
 * @param {string | number} piece
 */
export function withPiece(text, { start, end }, piece) {
  const letters = [...text];
  return [...letters.slice(0, start), String(piece), ...letters.slice(end)].join('');
}

/**
 * A new clause, with numbers in proportion to the mask.
 *
 * @param {string} name
 * @param {{ queries: number, keys: number }} shape
 */
export function freshClause(name, { queries, keys }) {
  const part = Math.max(1, Math.floor(keys / 4));
  const block = Math.max(1, Math.floor(keys / 8));
  /** @type {Record<string, string>} */
  const numbers = {
    window: `${part}`,
    prefix: `${part}`,
    padding_left: `${part}`,
    padding_right: `${part}`,
    global: '0',
    documents: keys < 2 ? '1' : `${part}, ${keys - part}`,
    dilated: `${part}, 2`,
    blocks: `${block}`,
    block_local: `${block}, 1, 1`,
    random_blocks: `${block}, 2, 7`,
    images: keys < 2 ? '0' : `0-${part}`,
    block_list: `${block}, 0:0`,
    cells: `${queries - 1}:0`,
  };
  return name in numbers ? `${name}(${numbers[name]})` : name;
}

/**
 * The range of an argument's slider. The field beside it accepts every number that the clause accepts.
 *
 * @param {string} argument - its name
 * @param {number} value - the current value, which is always within the range
 * @param {{ queries: number, keys: number }} shape
 * @returns {[number, number]}
 */
export function rangeOf(argument, value, { queries, keys }) {
  const side = Math.max(queries, keys);
  /** @type {Record<string, [number, number]>} */
  const ranges = {
    left: [-1, side - 1],
    right: [-1, side - 1],
    tokens: [0, keys],
    token: [0, keys - 1],
    first: [0, keys - 1],
    last: [0, keys - 1],
    count: [0, keys],
    seed: [0, 99],
    offset: [-side, side],
  };
  const [least, most] = ranges[argument] ?? [1, side];
  return [Math.min(least, value), Math.max(most, value)];
}
