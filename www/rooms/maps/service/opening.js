/** What the page needs to show files that were just opened, in one reply: the reading, tokens and a map. */
import { specsOf } from '../head/spec.js';
import { using } from '../../../engine/handle.js';
import { isLarge } from '../large/shape.js';
import { openLarge } from '../large/source.js';
import { chosenView, measuring } from '../model-loading.js';
import { settled } from '../state.js';
import { errorData, isCancelled, isFatal, isOfInput } from './errors.js';
import { vectorsAt } from './heads.js';
import { viewOf } from './maps.js';
import { headsOf } from '../reading/layers.js';
import { measureHeads } from './overview.js';
import { readTokens } from './read-tokens.js';
import { withStartTokens } from './start-token.js';
import { weightsAt } from './weights.js';
/** @import { MapView } from '../../../engine/maps.js' */
/** @import { First, HeadFound, MapsData, MapSpec, MapsState, Opened, Reading, Seen, Wanted } from '../types.js' */
/** @import { Context, HeadOf } from './heads.js' */

/** The maximum number of rows, and of columns, of the tile that comes with a map: that of the page. */
const SIDE = 256;
/** The maximum number of weights that are measured before the first view is shown. */
const MOST_QUICK = 1 << 19;

/**
 * Reads the head of a view, so that damage is found before anything is shown, and the readable tokens. If the
 * view shows a single head, its map is computed; combinations take long, and large heads have no map.
 *
 * @param {Context} context
 * @param {Reading} reading - need not be set
 * @param {MapsState} state
 * @param {(view: MapView) => number} keep - keeps the view of the map, and returns its id
 * @returns {Promise<Seen>}
 */
export async function look(context, reading, state, keep) {
  const [tokens, queryTokens] = [reading.tokens, reading.queryTokens].map((list) =>
    list.length > 0 ? readTokens(context.engine, list, state.corrections.tokens) : null,
  );
  const data = /** @type {MapsData} */ ({ reading, tokens, queryTokens, other: null });
  const shown = settled(state, data);
  const spec = /** @type {MapSpec} */ (specsOf(shown, data).specs.a);
  const withoutMap = { tokens, queryTokens, map: null };
  if (isLarge(reading) || spec.source.of !== 'head') {
    await probe(within(context, reading, shown));
    return withoutMap;
  }
  const of = within(context, reading, shown);
  const found = await viewOf(of, spec).catch((error) => otherHead(of, error));
  // The page asks for the map again, and says what is wrong in its place.
  if (!found) return withoutMap;
  const { view, info } = found;
  const level = info.levels.findIndex(({ rows, cols }) => rows <= SIDE && cols <= SIDE);
  const { rows, cols } = info.levels[level];
  const tile = { level, rows, cols, data: view.tile(level, [0, rows], [0, cols]) };
  return { tokens, queryTokens, map: { spec, info: { ...info, id: keep(view) }, tile } };
}

/**
 * The first view of files that were just opened, or why there is none.
 *
 * @param {Context} context
 * @param {Opened} opened
 * @param {Wanted} wanted
 * @param {(view: MapView) => number} keep
 * @returns {Promise<First>}
 * @throws {Error} if it was cancelled, or the engine failed
 */
export async function firstOf(context, opened, wanted, keep) {
  try {
    const chosen = await withStartTokens(
      (reading) => within(context, reading),
      opened,
      wanted.present,
      () => chosenView(opened, wanted),
    );
    if (!('reading' in chosen)) return chosen;
    const { reading, state, isTokens } = chosen;
    if (!wanted.beside || isTokens) {
      const seen = await look(context, reading, state, keep);
      return { ...chosen, ...seen, heads: await quickHeads(context, reading, seen, wanted.side) };
    }
    const layer = Math.min(state.layer, reading.layers - 1);
    const head = Math.min(state.head, headsOf(reading, layer) - 1);
    await probe(within(context, reading, { layer, head }));
    const tokens = reading.tokens.length > 0 ? readTokens(context.engine, reading.tokens, null) : null;
    return { ...chosen, tokens, queryTokens: null, map: null };
  } catch (error) {
    if (isCancelled(error) || isFatal(error)) throw error;
    return { failed: errorData(error) };
  }
}

/**
 * All heads, measured, if that takes a few milliseconds: then a second request would take longer. Null if it
 * takes longer, or fails, which that request reports.
 *
 * @param {Context} context
 * @param {Reading} reading - need not be set
 * @param {Seen} seen
 * @param {number} [side]
 * @returns {Promise<HeadFound[] | null>}
 */
async function quickHeads(context, reading, { tokens }, side) {
  const { layers, heads, queries, keys } = reading;
  if (side === undefined || layers * heads * queries * keys > MOST_QUICK) return null;
  /** @type {HeadFound[]} */
  const all = [];
  try {
    await measureHeads(within(context, reading), 0, measuring(reading, tokens, side), null, (found) =>
      all.push(...found),
    );
    return all;
  } catch (error) {
    if (isCancelled(error) || isFatal(error)) throw error;
    return null;
  }
}

/**
 * The context of a head, by default of the first one, whose store has this reading.
 *
 * @param {Context} context @param {Reading} reading @param {{ layer: number, head: number }} [place]
 * @returns {HeadOf}
 */
const within = (context, reading, { layer, head } = { layer: 0, head: 0 }) => ({
  ...context,
  store: { ...context.store, reading: () => reading, assertCurrent() {} },
  ...{ reading, layer, head },
});

/** Reads the data of a head, or of another one if its numbers are wrong. @param {HeadOf} of */
const probe = (of) => probeHead(of).catch((error) => otherHead(of, error));

/**
 * Reads the data of another head, because wrong numbers of one head say nothing about the others.
 *
 * @param {HeadOf} of - the head whose numbers are wrong
 * @param {unknown} error - what is wrong with it
 * @returns {Promise<null>}
 * @throws the error, if no head can be read, or the file is damaged
 */
async function otherHead(of, error) {
  if (!isOfInput(error)) throw error;
  const { reading } = of;
  for (let layer = 0; layer < reading.layers; layer += 1)
    for (let head = 0; head < headsOf(reading, layer); head += 1) {
      if (layer === of.layer && head === of.head) continue;
      await of.task.yieldToOthers();
      const other = { ...of, layer, head };
      try {
        if (isLarge(reading)) await probeHead(other);
        else (await weightsAt(other)).free();
        return null;
      } catch (another) {
        if (!isOfInput(another)) throw another;
      }
    }
  throw error;
}

/**
 * Reads the data of a head; throws if a file is damaged. A head that is too large for its weights to be kept
 * is opened, so that a lack of memory is found too, and only its first weight is computed or read.
 *
 * @param {HeadOf} of
 */
async function probeHead(of) {
  if (isLarge(of.reading))
    return using(await openLarge(of), async (source) => {
      await source.sample(of, Uint32Array.of(0), Uint32Array.of(0));
    });
  return (await (of.reading.kind === 'qk' ? vectorsAt(of) : weightsAt(of))).free();
}
