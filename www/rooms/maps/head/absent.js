/** @import { Cell, Viewport } from './viewport.js' */
/** @import { Place } from './tiles.js' */

/**
 * A mask by position: a query may attend to the first `sinks` keys, and to the keys near its position.
 * `reached` gives the first of these and their end for each query.
 *
 * A mask by an expression has `ranges`: the number of ranges of keys of each query, besides the sinks, and
 * the first key and the end of each range. `reached` means nothing then.
 *
 * @typedef {object} LargeMask
 * @property {number} sinks
 * @property {(queries: Uint32Array) => ArrayLike<number>} reached
 * @property {(queries: Uint32Array) => { counts: ArrayLike<number>, bounds: ArrayLike<number> }} [ranges]
 *
 * Why cells have no number: keys are left out, did not exist yet, or are masked. `reach` is the end of the
 * keys of each query, or null if all existed. `later` hatches the later keys of causal heads, whose weights
 * are 0 because no query may attend to them: it is the key of the first query, behind a sink or earlier keys.
 *
 * @typedef {{ leaveOut: number, reach: number[] | null, mask: LargeMask | null, later: number | null }} Absent
 */

/** Whether a causal head hides a key. @param {Pick<Absent, 'later'>} absent @param {Cell} cell */
export const isLater = ({ later }, { query, key }) => later !== null && key > query + later;

/**
 * Why a cell without a number has none; null if it is missing.
 *
 * @param {Absent} absent @param {Cell} cell
 * @returns {'leftOut' | 'masked' | 'beyond' | null}
 */
export function reasonAt({ leaveOut, reach, mask, later }, { query, key }) {
  if (key < leaveOut) return 'leftOut';
  if (isLater({ later }, { query, key })) return 'masked';
  if (mask?.ranges) {
    if (key >= mask.sinks && !isIn(mask.ranges(Uint32Array.of(query)).bounds, key)) return 'masked';
  } else if (mask) {
    const reached = mask.reached(Uint32Array.of(query));
    if ((key < reached[0] && key >= mask.sinks) || key >= reached[1]) return 'masked';
  }
  return reach && key >= reach[query] ? 'beyond' : null;
}

/**
 * What the hatch of a map means: keys are masked, or left out or did not exist yet.
 *
 * @param {Absent} absent @param {boolean} isLarge @param {{ masked: string, gone: string }} words
 */
export function hatchText({ leaveOut, reach, later }, isLarge, { masked, gone }) {
  if (later === null) return isLarge ? masked : gone;
  return leaveOut > 0 || reach ? `${masked}, ${gone}` : masked;
}

/** A mask that has computed what it says of a query. @param {LargeMask} mask @param {number} query */
function ofQuery(mask, query) {
  const only = Uint32Array.of(query);
  if (mask.ranges) {
    const found = mask.ranges(only);
    return { ...mask, ranges: () => found };
  }
  const bounds = mask.reached(only);
  return { ...mask, reached: () => bounds };
}

/** Whether a key is in a range. @param {ArrayLike<number>} bounds @param {number} key */
function isIn(bounds, key) {
  for (let at = 0; at < bounds.length; at += 2) if (key < bounds[at + 1]) return key >= bounds[at];
  return false;
}

/**
 * Which patterns a map shows: the hatch of keys that are left out, did not exist yet or are masked, and the
 * crosses of missing numbers.
 *
 * @typedef {{ hatch: boolean, cross: boolean }} Patterns
 */

/**
 * The patterns of tiles, with what they were computed from.
 *
 * @type {WeakMap<Float32Array, Absent & { patterns: Patterns }>}
 */
const cachedPatterns = new WeakMap();

/**
 * The patterns that a tile shows.
 *
 * @param {{ place: Place, image: { rows: number, cols: number, data: Float32Array, missing: boolean } }} tile
 * @param {Absent} absent
 * @param {number} side - the cells of a whole tile in each direction
 * @returns {Patterns}
 */
export function patternsOf({ place, image: { rows, cols, data, missing } }, absent, side) {
  const cached = cachedPatterns.get(data);
  const { leaveOut, reach, mask, later } = absent;
  const isSame = cached?.leaveOut === leaveOut && cached.reach === reach && cached.mask === mask;
  if (cached && isSame && cached.later === later) return cached.patterns;
  const patterns = { hatch: later !== null, cross: false };
  const scale = 2 ** place.level;
  for (let row = 0; missing && row < rows && !(patterns.hatch && patterns.cross); row += 1) {
    const query = (place.row * side + row) * scale;
    const ofRow = { leaveOut, reach, later, mask: mask && ofQuery(mask, query) };
    for (let col = 0; col < cols; col += 1)
      if (Number.isNaN(data[row * cols + col])) {
        const key = (place.col * side + col) * scale;
        patterns[reasonAt(ofRow, { query, key }) ? 'hatch' : 'cross'] = true;
      }
  }
  cachedPatterns.set(data, { ...absent, patterns });
  return patterns;
}

/**
 * The visible cells without a number as rectangles, in device pixels. They are computed for the visible rows
 * only.
 *
 * @param {Absent} absent
 * @param {Viewport} viewport
 * @param {number} ratio
 * @returns {[left: number, top: number, width: number, height: number][]}
 */
export function absentRects({ leaveOut, reach, mask, later }, viewport, ratio) {
  const [width, height] = [Math.round(viewport.width * ratio), Math.round(viewport.height * ratio)];
  const size = viewport.cellHeight * ratio;
  const across = (/** @type {number} */ key) =>
    Math.max(0, Math.min(width, Math.round((key - viewport.col) * viewport.cellWidth * ratio)));
  /** @type {ReturnType<typeof absentRects>} */
  const rects = leaveOut > 0 ? [[0, 0, across(leaveOut), height]] : [];
  if (!reach && !mask && later === null) return rects;
  const sinks = across(mask?.sinks ?? 0);
  /** @type {{ query: number, top: number, bottom: number }[]} */
  const lines = [];
  for (let top = 0; top < height;) {
    const query = Math.min(viewport.rows - 1, Math.floor(viewport.row + top / size + 1e-6));
    const bottom = Math.min(height, Math.max(top + 1, Math.round((query + 1 - viewport.row) * size)));
    lines.push({ query, top, bottom });
    top = bottom;
  }
  const queries = Uint32Array.from(lines, ({ query }) => query);
  if (mask?.ranges) {
    const { counts, bounds } = mask.ranges(queries);
    let next = 0;
    for (const [at, { query, top, bottom }] of lines.entries()) {
      const last = Math.min(width, across(reach?.[query] ?? viewport.cols));
      let start = sinks;
      for (let left = counts[at]; left > 0; left -= 1, next += 2) {
        const [from, to] = [Math.min(across(bounds[next]), last), Math.min(across(bounds[next + 1]), last)];
        if (from > start) rects.push([start, top, from - start, bottom - top]);
        start = Math.max(start, to);
      }
      if (start < width) rects.push([start, top, width - start, bottom - top]);
    }
    return rects;
  }
  const reached = mask?.reached(queries);
  for (const [at, { query, top, bottom }] of lines.entries()) {
    const [first, end] = reached ? [reached[2 * at], reached[2 * at + 1]] : [0, viewport.cols];
    const seen = Math.min(end, reach?.[query] ?? end, later === null ? end : query + later + 1);
    const [from, to] = [first, seen].map(across);
    const start = Math.min(from, sinks);
    if (from > start) rects.push([start, top, from - start, bottom - top]);
    if (to < width) rects.push([to, top, width - to, bottom - top]);
  }
  return rects;
}
