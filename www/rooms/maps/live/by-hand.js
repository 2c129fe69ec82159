/** The link to the Learn room with the numbers of a head, where the reader can edit them. */
/** @import { Pass } from './pass.js' */

/** The numbers of tokens and features that fit on the stage of Learn. */
const [TOKENS, FEATURES] = [6, 8];
/** Learn's cells show fewer digits; these are enough for the weights to agree to four. */
const DIGITS = 6;

/**
 * What of a head goes to Learn: the query, the chosen key and the keys with the next largest weights, in
 * their order; and the features of the query and the key whose products are largest.
 *
 * @param {Pass} pass
 * @param {{ layer: number, head: number, query: number, key: number }} cell
 */
export function excerptOf({ run, variant, ids, pieces }, { layer, head, query, key }) {
  const { headSize: size, layerHeads, keyHeads, scale } = run.facts;
  const n = ids.length;
  const weights = run.weights(layer, head, { variant }).subarray(query * n, (query + 1) * n);
  const others = [...Array(n).keys()]
    .filter((at) => at !== query && at !== key && (!run.facts.causal || at <= query))
    .sort((a, b) => weights[b] - weights[a] || a - b);
  const tokens = [...new Set([query, key, ...others])].slice(0, TOKENS).sort((a, b) => a - b);
  const row = (/** @type {'q' | 'k' | 'v'} */ part, /** @type {number} */ token) => {
    const of = part === 'q' ? head : Math.floor((head * keyHeads) / layerHeads[layer]);
    return run.kept(layer, part, { variant }).subarray((of * n + token) * size, (of * n + token + 1) * size);
  };
  const [q, k] = [row('q', query), row('k', key)];
  const by = (/** @type {(feature: number) => number} */ of) =>
    [...Array(size).keys()]
      .sort((a, b) => Math.abs(of(b)) - Math.abs(of(a)) || a - b)
      .slice(0, FEATURES)
      .sort((a, b) => a - b);
  const features = by((feature) => q[feature] * k[feature]);
  // Values have features of their own: those of the output that are largest.
  const values = by((feature) =>
    weights.reduce((sum, weight, at) => sum + weight * row('v', at)[feature], 0),
  );
  const cells = (/** @type {'q' | 'k' | 'v'} */ part, /** @type {number[]} */ columns) =>
    tokens.map((token) => columns.map((feature) => row(part, token)[feature]));
  return {
    /** The positions of the tokens. */
    tokens,
    names: tokens.map((at) => pieces[at].text.trim().replace(/\s+/gu, '_') || '␣'),
    q: cells('q', features),
    k: cells('k', features),
    v: cells('v', values),
    scale,
    isCausal: run.facts.causal,
    query: tokens.indexOf(query),
    key: tokens.indexOf(key),
    /** How many there are of each. */
    all: { tokens: n, features: size },
  };
}

/**
 * The link: the lesson of the reader's own numbers (`rooms/learn/settings.js`). Its embeddings are the
 * identity, so its projections are the queries, keys and values themselves.
 *
 * @param {ReturnType<typeof excerptOf>} excerpt
 * @param {string} back - the part behind `#` of the link to the cell
 */
export function byHandLink({ names, q, k, v, scale, isCausal, query, key, all }, back) {
  const count = names.length;
  const [keys, values] = [q[0].length, v[0].length];
  const identity = names.map((_, row) => names.map((__, column) => (row === column ? 1 : 0)));
  const matrix = (/** @type {number[][]} */ rows) =>
    `${rows.length}x${rows[0].length}:${rows
      .flat()
      .map((cell) => Number(cell.toPrecision(DIGITS)))
      .join(',')}`;
  const out = new URLSearchParams({
    v: '1',
    lesson: 'own',
    show: 'step',
    step: '3',
    scale: String(Number(scale.toPrecision(9))),
    mask: isCausal ? 'causal' : 'none',
    cursor: `scores:${query}:${key}`,
  });
  for (const [name, rows] of /** @type {const} */ ([
    ['embeddings', identity],
    ['wQ', q],
    ['wK', k],
    ['wV', v],
  ]))
    out.append('paste', `${name}:${matrix(rows)}`);
  for (const [name, value] of Object.entries({
    tokens: names.join(' '),
    model: count,
    key: keys,
    value: values,
    from: 42,
    embeddings: 'one-hot',
    drawn: 'randn',
    excerpt: [count, all.tokens, keys, all.features].join(':'),
    back,
  }))
    out.append(name, String(value));
  return `#${out}`;
}
