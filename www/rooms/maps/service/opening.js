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
import { withStartTokens } from './start-token.js';
import { weightsAt } from './weights.js';
/** @import { MapView } from '../../../engine/maps.js' */
/** @import { First, HeadFound, MapsData, MapSpec, MapsState, Opened, Reading, Seen, Wanted } from '../types.js' */
/** @import { Context } from './heads.js' */

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
    list.length > 0 ? context.engine.readTokens(list, state.corrections.tokens) : null,
  );
  const data = /** @type {MapsData} */ ({ reading, tokens, queryTokens, other: null });
  const shown = settled(state, data);
  const spec = /** @type {MapSpec} */ (specsOf(shown, data).specs.a);
  const withoutMap = { tokens, queryTokens, map: null };
  if (isLarge(reading) || spec.source.of !== 'head') {
    await probe(context, reading, shown);
    return withoutMap;
  }
  const found = await viewOf(within(context, reading), spec).catch((error) =>
    otherHead(context, reading, shown, error),
  );
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
    await probe(context, reading, { layer, head: Math.min(state.head, headsOf(reading, layer) - 1) });
    const tokens = reading.tokens.length > 0 ? context.engine.readTokens(reading.tokens, null) : null;
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
 * A context whose reading is this one.
 *
 * @param {Context} context @param {Reading} reading @returns {Context}
 */
const within = (context, reading) => ({
  ...context,
  store: { ...context.store, reading: () => reading, assertCurrent() {} },
});

/**
 * Reads the data of a head, or of another one if its numbers are wrong.
 *
 * @param {Context} context @param {Reading} reading @param {{ layer: number, head: number }} place
 */
const probe = (context, reading, place) =>
  probeHead(context, reading, place.layer, place.head).catch((error) =>
    otherHead(context, reading, place, error),
  );

/**
 * Reads the data of another head, because wrong numbers of one head say nothing about the others.
 *
 * @param {Context} context
 * @param {Reading} reading
 * @param {{ layer: number, head: number }} place - of the head whose numbers are wrong
 * @param {unknown} error - what is wrong with it
 * @returns {Promise<null>}
 * @throws the error, if no head can be read, or the file is damaged
 */
async function otherHead(context, reading, { layer, head }, error) {
  if (!isOfInput(error)) throw error;
  for (let other = 0; other < reading.layers; other += 1)
    for (let at = 0; at < headsOf(reading, other); at += 1) {
      if (other === layer && at === head) continue;
      await context.task.yieldToOthers();
      try {
        if (isLarge(reading)) await probeHead(context, reading, other, at);
        else (await weightsAt(context, reading, other, at)).free();
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
 * @param {Context} context
 * @param {Reading} reading
 * @param {number} layer
 * @param {number} head
 */
async function probeHead(context, reading, layer, head) {
  if (isLarge(reading))
    return using(await openLarge(context, reading, layer, head), async (source) => {
      await source.sample(context, Uint32Array.of(0), Uint32Array.of(0));
    });
  if (reading.kind === 'qk')
    return (await vectorsAt(context, reading, layer, head)).forEach((map) => map.free());
  return (await weightsAt(context, reading, layer, head)).free();
}
