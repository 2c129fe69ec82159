/** Thumbnails of the layers that are done, for a model whose later layers take long. */
import { pacer } from '../../../engine/model-feed.js';
import { MEASURES } from '../settings.js';
/** @import { FinishedRun } from '../../../engine/model-run.js' */
/** @import { HeadFound, MapsData } from '../types.js' */

/** After this time, in milliseconds, the layers that are done are shown. */
const SOON = 300;
/** The maximum side of a thumbnail, in cells. */
const SIDE = 32;

/**
 * Follows a run. `layerIsDone` is called after each layer, and `end` when the run is over; `heads` are the
 * thumbnails so far, null while the run may still be short.
 *
 * @param {object} options
 * @param {AbortSignal} options.signal - of the run
 * @param {number} options.from - the first layer with a part that is off; infinite if none is
 * @param {() => void} options.changed - called after each layer with new thumbnails
 */
export function doneHeads({ signal, from, changed }) {
  /** @type {HeadFound[] | null} */
  let heads = null;
  /** @type {{ run: FinishedRun, layers: number } | null} */
  let done = null;
  let isDrawing = false;
  let isOver = false;
  const soon = setTimeout(() => {
    heads = [];
    void draw();
  }, SOON);

  async function draw() {
    if (isDrawing || !heads || !done) return;
    isDrawing = true;
    const { heads: perLayer } = done.run.facts;
    const pace = pacer(signal);
    try {
      // The run goes on meanwhile, and with it the number of layers.
      while (!isOver && heads.length < done.layers * perLayer) {
        const [layer, head] = [Math.floor(heads.length / perLayer), heads.length % perLayer];
        heads.push(found(done.run, layer, head, layer > from ? { variant: 0 } : {}));
        if (head === perLayer - 1) changed();
        await pace();
      }
    } catch {
      // The run was cancelled or has failed, and says so itself.
    } finally {
      isDrawing = false;
    }
  }

  return {
    get heads() {
      return heads;
    },
    /** @param {FinishedRun} run @param {number} layer */
    layerIsDone(run, layer) {
      done = { run, layers: layer + 1 };
      void draw();
    },
    end() {
      isOver = true;
      clearTimeout(soon);
    },
  };
}

/**
 * The data of a room that shows these heads, and empty places for the others.
 *
 * @param {MapsData | null} data - of the heads that are open
 * @param {HeadFound[]} heads
 * @param {FinishedRun['facts']} facts
 * @returns {MapsData | null}
 */
export function dataOf(data, heads, { layers, heads: perLayer, layerHeads, kinds }) {
  if (!data) return null;
  const all = Array.from({ length: layers * perLayer }, (_, at) => heads[at]);
  return {
    ...data,
    reading: { ...data.reading, layers, heads: perLayer, layerHeads, kinds },
    heads: all,
    done: 0,
    similar: null,
  };
}

/**
 * A head that is not measured.
 *
 * @param {FinishedRun} run @param {number} layer @param {number} head
 * @param {import('../../../engine/model-run.js').TraceName} trace
 * @returns {HeadFound}
 */
function found(run, layer, head, trace) {
  return {
    layer,
    head,
    measures: /** @type {HeadFound['measures']} */ (Object.fromEntries(MEASURES.map((name) => [name, null]))),
    causal: run.facts.causal,
    notWeights: null,
    rowsWithoutKey: 0,
    rowSums: null,
    // A layer may have fewer heads than others.
    thumb:
      head < run.facts.layerHeads[layer]
        ? thumbnail(run.weights(layer, head, trace), run.ids[0].length)
        : { rows: 1, cols: 1, data: Float32Array.of(NaN) },
  };
}

/**
 * The weight farthest from 0 of the cells of each part of a map.
 *
 * @param {Float32Array} weights - (tokens, tokens)
 * @param {number} tokens
 * @param {number} [most] - the maximum side
 */
export function thumbnail(weights, tokens, most = SIDE) {
  const side = Math.min(tokens, most);
  const data = new Float32Array(side * side);
  for (let query = 0; query < tokens; query += 1) {
    const row = Math.floor((query * side) / tokens) * side;
    for (let key = 0; key < tokens; key += 1) {
      const at = row + Math.floor((key * side) / tokens);
      const weight = weights[query * tokens + key];
      if (Math.abs(weight) > Math.abs(data[at])) data[at] = weight;
    }
  }
  return { rows: side, cols: side, data };
}
