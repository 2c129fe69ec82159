/** Texts about heads, in English. */
export const heads = {
  head: (/** @type {number} */ n) => `head ${n}`,
  heading: (/** @type {number} */ n) => `Head ${n}`,
  of: (/** @type {string} */ name, /** @type {number} */ n) => `${name}, head ${n}`,
  ofKv: (/** @type {string} */ name, /** @type {number} */ n) => `${name}, key and value head ${n}`,
  /** Short enough for the top of a narrow column. */
  mark: (/** @type {number} */ n) => `h${n}`,
  kvMark: (/** @type {number} */ n) => `kv${n}`,
  opened: (/** @type {number} */ n) => `Head ${n}, opened: rows ask (queries), columns answer (keys)`,
  open: 'Open head',
  openOne: (/** @type {number} */ n) => `Open head ${n}`,
  sharing: 'Keys and values',
  kinds: { single: 'One head', multi: 'Multi-head', grouped: 'Grouped-query', one: 'Multi-query' },
  reads: (/** @type {string} */ query, /** @type {number} */ kv) =>
    `Query head ${query} reads key and value head ${kv}.`,
  read: (/** @type {string} */ queries, /** @type {number} */ kv) =>
    `Query heads ${queries} read key and value head ${kv}.`,
  cache: (/** @type {number} */ bytes) => `KV cache per token and layer, at ${bytes} bytes per number`,
  kvHeads: 'K, V',
  cacheBytes: 'bytes',
  column: (/** @type {string} */ letter, /** @type {number} */ n) => `Column ${n} of ${letter}, unchanged.`,
  columns: (/** @type {string} */ letter, /** @type {number} */ first, /** @type {number} */ last) =>
    `Columns ${first} to ${last} of ${letter}, unchanged: splitting only selects columns.`,
  reader: (/** @type {string} */ n) => `Query head ${n} reads it.`,
  readers: (/** @type {string} */ list) => `Query heads ${list} read it.`,
  merged: (/** @type {number} */ n) =>
    `Copied from head ${n}. The outputs of all heads are placed side by side.`,
  mixes:
    'The dot product of a row of the concatenated outputs with a column of W_O. Here the heads mix for the first time.',
  own: {
    heads: 'Heads',
    kvHeads: 'K and V heads',
    keys: 'h·d_k',
    values: 'h·d_v',
    wO: 'W_O',
    none: 'none',
    identity: 'identity',
    drawn: 'drawn',
  },
};
