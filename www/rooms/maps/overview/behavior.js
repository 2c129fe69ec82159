/** @import { MeasureName } from '../types.js' */

/** From this share of the weight on, a head is said to do something. */
const MOST = 0.5;
/** From this share of the largest entropy on, its weight is almost even. */
const EVEN = 0.9;
/**
 * If even weights give this share or more, as with three tokens, the text cannot tell what a head does. A
 * token and its neighbors are much of any short text.
 */
const [UNCLEAR, UNCLEAR_NEAR] = [0.4, 0.6];
/**
 * How far a share is above that of even weights, from 0 to 1: at least `ABOVE`, and more if it is the mean
 * of a few rows. Heads with the initial weights of ten families reach 0.42 (docs/models.md).
 */
const [ABOVE, FEW] = [0.5, 0.25];

/**
 * What a head does unless its weight is almost even, in this order: a head that looks at what followed an
 * earlier copy also rests on the first token where there is none, and the former says more.
 */
const BEHAVIORS = /** @type {const} */ ([
  'induction',
  'duplicate_token',
  'previous_token',
  'next_token',
  'sink_share',
  'diagonal_share',
]);

/**
 * What a head does most: the measure with the largest share. Null if it has none of them.
 *
 * @param {Partial<Record<MeasureName, number | null>>} measures @returns {MeasureName | null}
 */
export const mostOf = (measures) =>
  BEHAVIORS.filter((name) => (measures[name] ?? 0) > 0).sort(
    (a, b) => (measures[b] ?? 0) - (measures[a] ?? 0),
  )[0] ?? null;

/**
 * The text of a head.
 *
 * @typedef {object} Rows
 * @property {ArrayLike<number> | null} ids - equal for equal tokens
 * @property {number} queries
 * @property {number} keys
 * @property {number} offset - the key of the first query
 * @property {boolean} causal
 */
/** @typedef {(name: MeasureName) => { share: number, rows: number }} Chance */

/**
 * The share that even weights give, and the number of rows that it is a mean of.
 *
 * @param {Rows} text @returns {Chance}
 */
export function chanceOf({ ids, queries, keys, offset, causal }) {
  /** @type {Map<string, { sum: number, rows: number }>} */
  const sums = new Map(BEHAVIORS.map((name) => [name, { sum: 0, rows: 0 }]));
  const add = (/** @type {string} */ name, /** @type {number} */ share) => {
    const of = /** @type {{ sum: number, rows: number }} */ (sums.get(name));
    of.sum += share;
    of.rows += 1;
  };
  /** @type {Map<number, number>} */
  const copies = new Map();
  for (let query = 0; query < queries; query += 1) {
    const at = query + offset;
    const seen = causal ? Math.min(keys, at + 1) : keys;
    add('sink_share', 1 / seen);
    add('diagonal_share', Math.max(0, Math.min(seen, at + 2) - Math.max(0, at - 1)) / seen);
    if (at > 0 && at <= keys) add('previous_token', 1 / seen);
    if (at + 1 < keys) add('next_token', at + 1 < seen ? 1 / seen : 0);
    if (!ids) continue;
    const earlier = copies.get(ids[at]) ?? 0;
    for (const name of earlier > 0 ? ['duplicate_token', 'induction'] : []) add(name, earlier / seen);
    copies.set(ids[at], earlier + 1);
  }
  return (name) => {
    const { sum, rows } = sums.get(name) ?? { sum: 0, rows: 0 };
    return { share: rows > 0 ? sum / rows : 0, rows };
  };
}

/**
 * Whether a head does something on its text: it gives at least half of the weight to it, and clearly more
 * than even weights give.
 *
 * @param {MeasureName} name @param {number | null | undefined} value @param {Chance} chance
 */
export function isNamed(name, value, chance) {
  if (typeof value !== 'number' || value < MOST) return false;
  const { share, rows } = chance(name);
  const unclear = name === 'diagonal_share' ? UNCLEAR_NEAR : UNCLEAR;
  return share < unclear && (value - share) / (1 - share) >= ABOVE + FEW / Math.max(1, rows);
}

/**
 * Whether the share of a head on texts that mean nothing (engine/model-controls.js) confirms its name: it is
 * at least half there too. What was not measured there is not denied.
 *
 * @param {number} [share]
 */
export const isConfirmed = (share = 1) => share >= MOST;

/** The thresholds without a text. @type {Chance} */
const NO_TEXT = () => ({ share: 0, rows: Infinity });

/**
 * What a head does on its text by its measures: that its weight is almost even, because of many copies of a
 * token even such a head has much weight on those; else the first behavior that is named. `none` otherwise,
 * null while a name is being confirmed, and undefined before that is asked for.
 *
 * @param {Partial<Record<MeasureName, number | null>>} measures
 * @param {Chance} [chance]
 * @param {(name: MeasureName) => boolean | null | undefined} [confirms] - whether the head does so on
 *   other texts
 */
export function behaviorOf(measures, chance = NO_TEXT, confirms = () => true) {
  if ((measures.normalised_entropy ?? 0) >= EVEN) return 'normalised_entropy';
  for (const name of BEHAVIORS) {
    const isSo = isNamed(name, measures[name], chance) && confirms(name);
    if (isSo !== false) return isSo ? name : isSo;
  }
  return 'none';
}

/**
 * @typedef {object} OpenText
 * @property {{ queries: number, keys: number, offset: number }} reading
 * @property {{ ids: ArrayLike<number> } | null} tokens
 */

/**
 * What even weights give, cached by data: with later keys hidden, and seen.
 *
 * @type {WeakMap<OpenText, Map<boolean, Chance>>}
 */
const chances = new WeakMap();

/**
 * What even weights give on the text of open heads.
 *
 * @param {OpenText} data
 * @param {boolean} causal
 */
export function chanceIn(data, causal) {
  const known = chances.get(data) ?? new Map();
  chances.set(data, known);
  if (!known.has(causal)) {
    const { queries, keys, offset } = data.reading;
    const ids = data.tokens?.ids.length === keys ? data.tokens.ids : null;
    known.set(causal, chanceOf({ ids, queries, keys, offset, causal }));
  }
  return /** @type {Chance} */ (known.get(causal));
}
