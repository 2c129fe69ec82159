/**
 * The service of the Models room in the simplest form: everything is kept as numbers, and computed with plain
 * loops on request. It reads only JSON. Tests compare the real service with it, and build views on it.
 */
import { chosenView } from '../rooms/maps/model-loading.js';
import { measuresOf } from './plain/measures.js';
import { levelsOf, viewOf } from './plain/views.js';
/** @import { HeadFound, MapsService, MapSpec, MapsState, Part, Progress, Reading, Seen, Source } from '../rooms/maps/types.js' */

/** @typedef {{ rows: number, cols: number, data: Float32Array }} Plain */
/** @typedef {{ name: string, shape: number[], data: Float32Array }} Tensor */

/** @returns {MapsService} */
export function plainService() {
  /** @type {Map<number, Tensor[]>} */
  const files = new Map();
  /** @type {Map<number, Reading>} */
  const readings = new Map();
  /** @type {Map<number, ReturnType<typeof viewOf> & { levels: Plain[] }>} */
  const views = new Map();
  let next = 1;
  const reading = (/** @type {number} */ slot) => {
    const found = readings.get(slot);
    if (!found) throw new Error(`nothing was read into slot ${slot}`);
    return found;
  };
  const head = (/** @type {Reading} */ of, /** @type {number} */ layer, /** @type {number} */ at) =>
    headOf(of, (part) => /** @type {Tensor[]} */ (files.get(part.file))[part.tensor], layer, at);

  /** @param {number} slot @param {Source} source @returns {Plain} */
  function sourceMap(slot, source) {
    const of = reading(slot);
    const each = (/** @type {number[]} */ layers, /** @type {number[]} */ heads) =>
      layers.flatMap((layer) => heads.map((at) => head(of, layer, at)));
    const layers = range(of.layers);
    const heads = range(of.heads);
    if (source.of === 'head') return head(of, source.layer, source.head);
    if (source.of === 'rollout')
      return rollout(
        layers.slice(0, source.layer + 1).map((layer) => combined(each([layer], heads), 'mean')),
      );
    if (source.over === 'chosen')
      return combined(
        source.heads.map((chosen) => head(of, chosen.layer, chosen.head)),
        source.of,
      );
    if (source.over === 'heads') return combined(each([source.layer], heads), source.of);
    if (source.over === 'layers') return combined(each(layers, [source.head]), source.of);
    return combined(each(layers, heads), source.of);
  }
  /** @param {Omit<MapSpec, 'minus' | 'perRow'>} spec */
  function specMap(spec) {
    let map = sourceMap(spec.reading, spec.source);
    if (spec.values === 'contacts') throw new Error('the plain service makes no contacts');
    if (spec.values !== 'none') {
      const of = reading(spec.reading);
      if (of.v.length === 0 || spec.source.of !== 'head') throw new Error('there are no values to weight by');
      const { layer, head: at } = spec.source;
      map = weighted(
        map,
        matrixOf(
          of.v,
          layer,
          Math.floor((at * of.kvHeads) / of.heads),
          'key',
          'feature',
          (part) => /** @type {Tensor[]} */ (files.get(part.file))[part.tensor],
        ),
        spec.values,
      );
    }
    return spec.words ? merged(map, spec.words.query, spec.words.key) : map;
  }

  /** @param {Reading} of @param {MapsState} state @returns {Seen} */
  function seen(of, { layer, head: at }) {
    head(of, Math.min(layer, of.layers - 1), Math.min(at, of.heads - 1));
    const [tokens, queryTokens] = [of.tokens, of.queryTokens].map((list) =>
      list.length > 0 ? plainTokens(list) : null,
    );
    return { tokens, queryTokens, map: null };
  }

  const none = async () => {
    throw new Error('The plain service has neither states nor picks.');
  };
  return {
    onrestart: null,
    signed: none,
    picked: none,
    massLost: none,
    vectors: none,
    weightError: none,
    entries: none,
    async open(given, _, wanted = null) {
      const opened = { files: /** @type {any[]} */ ([]), refused: /** @type {any[]} */ ([]) };
      for (const file of given) {
        const name = 'name' in file ? file.name : '';
        try {
          const { tensors, tokens } = jsonFile(await /** @type {Blob} */ (file).text());
          files.set(next, tensors);
          const entries = tensors.map(({ name: tensor, shape }) => ({
            name: tensor,
            dtype: 'float64',
            shape,
            sliced: false,
          }));
          opened.files.push({
            id: next,
            name,
            bytes: file.size,
            format: 'json',
            tensors: entries,
            tokens,
            keyTokens: [],
            metadata: [],
          });
          next += 1;
        } catch (error) {
          opened.refused.push({
            name,
            class: 'json',
            text: error instanceof Error ? error.message : String(error),
          });
        }
      }
      if (!wanted || opened.files.length === 0) return opened;
      const first = chosenView(opened, wanted);
      return {
        ...opened,
        first: 'reading' in first ? { ...first, ...seen(first.reading, first.state) } : first,
      };
    },
    async close(ids) {
      ids.forEach((id) => files.delete(id));
    },
    async read(slot, of) {
      readings.set(slot, of);
    },
    async look(of, state) {
      return seen(of, state);
    },
    async heads(slot, { side, tokens, sink, reach }, found) {
      const of = reading(slot);
      for (const layer of range(of.layers)) {
        const some = range(of.heads).map((at) => {
          const map = head(of, layer, at);
          return /** @type {HeadFound} */ ({
            layer,
            head: at,
            ...measuresOf(map, { offset: of.offset, sink, reach, tokens }),
            thumb: pooled(map, side),
          });
        });
        found(
          some,
          /** @type {Progress} */ ({
            done: (layer + 1) / of.layers,
            what: 'heads',
            heads: [(layer + 1) * of.heads, of.layers * of.heads],
          }),
        );
        await null;
      }
    },
    async map(spec) {
      const minus = spec.minus ? specMap(spec.minus) : null;
      const view = viewOf(specMap(spec), {
        ...spec,
        minus,
        reach: spec.words ? null : reading(spec.reading).reach,
      });
      const levels = levelsOf(view.map, minus !== null);
      views.set(next, { ...view, levels });
      next += 1;
      return { id: next - 1, ...view.info, levels: levels.map(({ rows, cols }) => ({ rows, cols })) };
    },
    async tile(id, level, [row, rows], [col, cols]) {
      const { levels } = /** @type {{ levels: Plain[] }} */ (views.get(id));
      const data = new Float32Array(rows * cols);
      for (const r of range(rows))
        for (const c of range(cols))
          data[r * cols + c] = levels[level].data[(row + r) * levels[level].cols + col + c];
      return { rows, cols, data };
    },
    async row(id, query) {
      const { map } = /** @type {{ map: Plain }} */ (views.get(id));
      return map.data.slice(query * map.cols, (query + 1) * map.cols);
    },
    blob() {
      throw new Error('the plain service keeps no files');
    },
    path: () => Promise.reject(new Error('the plain service has no paths')),
    async release(id) {
      views.delete(id);
    },
    async similar(slot, layer, at) {
      const of = reading(slot);
      const here = head(of, layer, at);
      const others = range(of.layers * of.heads)
        .map((place) => ({ layer: Math.floor(place / of.heads), head: place % of.heads }))
        .filter((other) => other.layer !== layer || other.head !== at);
      return others
        .map((other) => ({ ...other, similarity: alike(here, head(of, other.layer, other.head)) }))
        .sort((a, b) => (b.similarity ?? -1) - (a.similarity ?? -1));
    },
    tokens: async (tokens) => plainTokens(tokens),
    cancel() {},
    end() {},
  };
}

/** @param {string[]} tokens @returns {NonNullable<Seen['tokens']>} */
function plainTokens(tokens) {
  const known = [...new Set(tokens)];
  const each = tokens.map((text, place) => ({
    text,
    shown: text,
    group: place,
    word: place,
    special: /^\[.*\]$/.test(text),
    joined: false,
    split: false,
    broken: false,
  }));
  return {
    scheme: 'plain',
    tokens: each,
    words: tokens,
    ids: Uint32Array.from(tokens, (token) => known.indexOf(token)),
  };
}

/** @param {number} n */
export function range(n) {
  return Array.from({ length: n }, (_, index) => index);
}

/** Numbers and tokens of `{tokens, attention}`, `{tensors}` or nested lists. @param {string} text */
function jsonFile(text) {
  const read = JSON.parse(text);
  const named = Array.isArray(read) ? { '': read } : (read.tensors ?? { attention: read.attention });
  const tensors = Object.entries(named).map(([name, value]) => {
    const shape = [];
    for (let inner = value; Array.isArray(inner); inner = inner[0]) shape.push(inner.length);
    return { name, shape, data: Float32Array.from(/** @type {any} */ ([value].flat(Infinity))) };
  });
  return { tensors, tokens: /** @type {string[]} */ (read.tokens ?? []) };
}

/**
 * The (rows, cols) matrix of a layer and a head in tensors of any order of axes, parts one below the other.
 *
 * @param {Part[]} parts
 * @param {number} layer
 * @param {number} head
 * @param {string} rowAxis
 * @param {string} colAxis
 * @param {(part: Part) => Tensor} tensorOf
 * @returns {Plain}
 */
function matrixOf(parts, layer, head, rowAxis, colAxis, tensorOf) {
  const mine = parts.filter((part) => {
    const layers = part.axes.includes('layer') ? tensorOf(part).shape[part.axes.indexOf('layer')] : 1;
    return layer >= part.layer && layer < part.layer + layers && (part.head ?? head) === head;
  });
  const size = (/** @type {Part} */ part, /** @type {string} */ axis) =>
    part.axes.includes(/** @type {any} */ (axis))
      ? tensorOf(part).shape[part.axes.indexOf(/** @type {any} */ (axis))]
      : 1;
  const cols = Math.max(...mine.map((part) => size(part, colAxis)));
  const rows = Math.max(...mine.map((part) => part.query + size(part, rowAxis)));
  const data = new Float32Array(rows * cols);
  for (const part of mine) {
    const { shape, data: from } = tensorOf(part);
    for (const row of range(size(part, rowAxis))) {
      for (const col of range(size(part, colAxis))) {
        const at = part.axes.map(
          (axis, place) =>
            ({ layer: layer - part.layer, head, [rowAxis]: row, [colAxis]: col, fixed: part.at[place] })[
              axis
            ] ?? 0,
        );
        data[(part.query + row) * cols + col] =
          from[at.reduce((index, place, axis) => index * shape[axis] + place, 0)];
      }
    }
  }
  return { rows, cols, data };
}

/**
 * @param {Reading} of
 * @param {(part: Part) => Tensor} tensorOf
 * @param {number} layer
 * @param {number} head
 * @returns {Plain}
 */
function headOf(of, tensorOf, layer, head) {
  if (of.kind === 'weights') return matrixOf(of.weights, layer, head, 'query', 'key', tensorOf);
  const q = matrixOf(of.q, layer, head, 'query', 'feature', tensorOf);
  const k = matrixOf(of.k, layer, Math.floor((head * of.kvHeads) / of.heads), 'key', 'feature', tensorOf);
  const { scale, causal, window: given, softcap } = of.rules?.[layer][0] ?? of.qk;
  const window = /** @type {number | null} */ (given);
  const offset = causal === 'lower_right' ? k.rows - q.rows : 0;
  const data = new Float32Array(q.rows * k.rows);
  for (const i of range(q.rows)) {
    const scores = range(k.rows).map((j) => {
      const score =
        range(q.cols).reduce((sum, c) => sum + q.data[i * q.cols + c] * k.data[j * q.cols + c], 0) *
        (scale ?? 1 / Math.sqrt(q.cols));
      const p = i + offset;
      const seen = (causal === 'none' || j <= p) && (window === null || (p - j < window && j - p < window));
      return seen ? (softcap ? softcap * Math.tanh(score / softcap) : score) : -Infinity;
    });
    const most = Math.max(...scores);
    const sum = scores.reduce((all, score) => all + Math.exp(score - most), 0);
    if (most > -Infinity)
      scores.forEach((score, j) => {
        data[i * k.rows + j] = Math.exp(score - most) / sum;
      });
  }
  return { rows: q.rows, cols: k.rows, data };
}

/** @param {Plain[]} maps @param {'mean' | 'max'} kind @returns {Plain} */
function combined(maps, kind) {
  const data = maps[0].data.map((_, cell) => {
    const values = maps.map((map) => map.data[cell]);
    return kind === 'max' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0) / maps.length;
  });
  return { ...maps[0], data };
}

/** @param {Plain[]} layers @returns {Plain} */
function rollout(layers) {
  const n = layers[0].rows;
  let reached = range(n).map((i) => range(n).map((j) => Number(i === j)));
  for (const { data } of layers) {
    reached = range(n).map((i) => {
      const row = range(n).map((j) => data[i * n + j] + (i === j ? 1 : 0));
      const sum = row.reduce((all, cell) => all + cell, 0);
      return range(n).map((j) => range(n).reduce((all, m) => all + (row[m] / sum) * reached[m][j], 0));
    });
  }
  return { rows: n, cols: n, data: Float32Array.from(reached.flat()) };
}

/** @param {Plain} map @param {Plain} v @param {'norm' | 'share'} kind @returns {Plain} */
function weighted(map, v, kind) {
  const norms = range(v.rows).map((key) => Math.hypot(...v.data.slice(key * v.cols, (key + 1) * v.cols)));
  const data = map.data.map((weight, cell) => weight * norms[cell % map.cols]);
  if (kind === 'norm') return { ...map, data };
  const sums = range(map.rows).map((row) =>
    data.slice(row * map.cols, (row + 1) * map.cols).reduce((sum, cell) => sum + cell, 0),
  );
  return { ...map, data: data.map((cell, at) => cell / (sums[Math.floor(at / map.cols)] || 1)) };
}

/**
 * Sums over keys, means over queries.
 *
 * @param {Plain} map @param {Uint32Array} query @param {Uint32Array} key @returns {Plain}
 */
function merged(map, query, key) {
  const rows = Math.max(...query) + 1;
  const cols = Math.max(...key) + 1;
  const data = new Float32Array(rows * cols);
  for (const i of range(map.rows))
    for (const j of range(map.cols))
      data[query[i] * cols + key[j]] +=
        map.data[i * map.cols + j] / query.filter((word) => word === query[i]).length;
  return { rows, cols, data };
}

/** Pooled by the largest cell. @param {Plain} map @param {number} side @returns {Plain} */
function pooled(map, side) {
  const rows = Math.min(side, map.rows);
  const cols = Math.min(side, map.cols);
  const data = new Float32Array(rows * cols).fill(-Infinity);
  for (const i of range(map.rows)) {
    for (const j of range(map.cols)) {
      const cell = Math.floor((i * rows) / map.rows) * cols + Math.floor((j * cols) / map.cols);
      data[cell] = Math.max(data[cell], map.data[i * map.cols + j]);
    }
  }
  return { rows, cols, data };
}

/** 1 minus the mean Jensen-Shannon distance of the rows. @param {Plain} a @param {Plain} b */
function alike(a, b) {
  const distances = range(a.rows).map((row) => {
    const part = (/** @type {Plain} */ map) => {
      const cells = [...map.data.slice(row * map.cols, (row + 1) * map.cols)];
      const sum = cells.reduce((all, cell) => all + cell, 0);
      return cells.map((cell) => cell / sum);
    };
    const [x, y] = [part(a), part(b)];
    const half = (/** @type {number[]} */ of) =>
      of.reduce((sum, p, j) => sum + (p === 0 ? 0 : p * Math.log2((2 * p) / (x[j] + y[j]))), 0) / 2;
    return Math.sqrt(Math.min(1, Math.max(0, half(x) + half(y))));
  });
  const known = distances.filter((distance) => !Number.isNaN(distance));
  return known.length === 0 ? null : 1 - known.reduce((sum, distance) => sum + distance, 0) / known.length;
}
