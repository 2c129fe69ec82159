/** Texts of the room Right beside wrong, in English. */
export const contrast = {
  list: 'Mistakes',
  reset: 'Back to the start',
  sides: { wrong: 'wrong', right: 'right' },
  headings: {
    wrong: 'Wrong',
    right: 'Right',
    why: 'Why it happens',
    notice: 'How to detect it',
    program: 'The whole figure in NumPy',
  },
  code: { wrong: 'the wrong lines in NumPy', right: 'the right lines in NumPy', check: 'a check in NumPy' },
  names: { weights: 'weights', sums: 'row sums', output: 'output' },
  pad: 'pad',
  of: (/** @type {number} */ n, /** @type {number} */ of) => `${n} of ${of}`,
  masked: 'masked: the key is forbidden',
  outlined: 'outlined: weight on a forbidden key, or a row that does not sum to 1',
  dashed: 'dashed: a key that the wrong mask removes',
  options: {
    axis: 'Softmax over',
    tokens: 'Tokens',
    d: 'Features d',
    padding: 'Padding tokens',
    magnitude: 'Scores times',
    precision: 'Precision',
    past: 'Cached keys',
    offset: 'Wrong offset',
    head: 'Head',
  },
  newTokens: 'New tokens',
  choices: { columns: 'columns', all: 'all cells', f64: '64 bits', f32: '32 bits' },
  head: (/** @type {number} */ n, /** @type {string} */ slope) => `${n}, slope ${slope}`,
  indicators: {
    sums: 'Row sums',
    leaked: 'Weight on forbidden keys, up to',
    lost: 'Weight lost by allowed keys, up to',
    seen: 'Last query sees',
    distance: 'Mean distance to keys',
    variance: 'Variance of scores',
    entropy: 'Mean entropy of a row, nats',
    largest: 'Mean of the largest weights',
    meanGap: 'First output − mean of V',
    difference: 'Largest output error',
    empty: { wrong: 'Rows that are not a number', right: 'Rows of zeros' },
  },
  cell: {
    heading: 'Point at a number',
    empty: 'Point at any cell, or move to it with Tab and the arrow keys: both sides show the same one.',
    weight: (/** @type {string} */ query, /** @type {string} */ key) =>
      `Weight of key ${key} for query ${query}`,
    sum: (/** @type {string} */ query) => `Sum of the weights of query ${query}`,
    output: (/** @type {string} */ query, /** @type {string} */ feature) =>
      `Output of query ${query}, feature ${feature}`,
    from: (/** @type {string} */ score) => `from a score of ${score}`,
  },
  curve: {
    label: (/** @type {string} */ what, /** @type {string} */ wrong, /** @type {string} */ right) =>
      `${what}, from d = 1 to d = 1024: wrong ${wrong}, right ${right}`,
    range: (/** @type {string} */ first, /** @type {string} */ last) => `${first} to ${last}`,
  },
  figures:
    /** @type {Record<import('../../../engine/contrast.js').ContrastOptions['figure'], { chip: string, title: string, happens: string, tries?: string, why: string, notice: string }>} */ ({
      axis: {
        chip: 'Wrong axis',
        title: 'Softmax over the wrong axis',
        happens:
          'The weights sum to 1 over the queries of a key, or over all cells, instead of over the keys of a query. Rows no longer sum to 1, so an output is not an average of values. A query also depends on the queries after it.',
        why: 'An axis number means a different axis once there is a batch axis in front. Count from the end: the keys are the last axis of the scores, axis=-1.',
        notice: 'Every row of weights sums to 1:',
      },
      late: {
        chip: 'Late mask',
        title: 'The mask after the softmax',
        happens:
          'The zeros are where they belong, so a picture of the weights looks right. But the softmax gave part of each row to forbidden keys before they were removed, and the allowed keys did not get it back. The first queries take in almost nothing.',
        why: 'People look at the weights, so they mask the weights. Mask the scores instead, with −∞: then the softmax gives all the weight to the allowed keys.',
        notice: 'Zeros in the right places are not enough. Each row must also sum to 1:',
      },
      zeroed: {
        chip: 'Times zero',
        title: 'Scores multiplied by 0',
        happens:
          'A score of 0 is a score like any other, and e to the power of 0 is 1. Forbidden keys get more weight than allowed keys with a negative score. Rows still sum to 1, and in training the model learns to look ahead.',
        why: 'A weight of 0 means “nothing”, but a score of 0 does not. The score that means “nothing” is −∞.',
        notice: 'The loss is too good, or weights are not exactly 0 where the mask forbids:',
      },
      unscaled: {
        chip: 'No 1/√d',
        title: 'No division by √d',
        happens:
          'A score is a sum of d products, so its variance grows in proportion to d. For large d, the largest score of a row takes almost all the weight. A saturated softmax passes on almost no gradient.',
        tries: 'Move d from 1 to 1024.',
        why: 'With few features it does no harm, so a test with toy sizes passes.',
        notice: 'With freshly initialized projections, the variance of the scores is near 1 for any d:',
      },
      finite: {
        chip: '−1e9 for −∞',
        title: '−1e9 in place of −∞',
        happens:
          'A query without any allowed key, here each padding query, should take in nothing. With −1e9, it attends to every key. In 32 bits, the sum rounds the scores away, and the output is the mean of V. In 64 bits, the result is the same as without a mask.',
        why: 'It avoids NaN, and it does no harm while each row has an allowed key and scores are small. Scores as large as 1e9 get past the mask. Write −∞, and set rows without a key to zero explicitly.',
        notice: 'Weights of forbidden keys are exactly 0, in every row:',
      },
      empty: {
        chip: 'No key',
        title: 'A row without a key',
        happens:
          'All scores of a padding query are −∞. The textbook softmax subtracts the largest score, and −∞ − (−∞) is not a number. torch.softmax and nn.MultiheadAttention give NaN, and the next layer mixes it into every row. scaled_dot_product_attention and ONNX give zeros.',
        why: 'The formula works for every row that has a key. Tests without padding have only such rows.',
        notice: 'Check that the weights of a padded batch are finite:',
      },
      cache: {
        chip: 'Mask and cache',
        title: 'A causal mask that forgets the cache',
        happens:
          'With a cache, the first new query lines up with the first new key, not with key 0. A mask from the upper left corner hides all but the oldest keys from it. An offset that is one too large lets each query see one token ahead.',
        why: 'tril counts from the upper left corner, which is right only with as many queries as keys. With a cache the offset is the number of cached keys.',
        notice: 'The last query sees every key. Each query before it sees one fewer:',
      },
      padding: {
        chip: 'Padding side',
        title: 'Padding on the wrong side',
        happens:
          'The sequence is padded on the left, as for generation, but the mask hides its end. Queries attend to padding, and as many real tokens are lost.',
        why: 'j < length is right for padding on the right. The lengths are the same either way.',
        notice: 'No weight falls on padding. Build the mask from the tokens, not from lengths:',
      },
      alibi: {
        chip: 'ALiBi’s sign',
        title: 'ALiBi with its sign reversed',
        happens:
          'ALiBi subtracts slope × distance from each score, so that near keys count more. With a plus sign, queries look as far back as they can. The longer the text, the stronger the effect.',
        why: 'The paper writes a negative bias. Code often keeps a positive distance, and one of the two signs gets lost.',
        notice: 'The bias is 0 on the diagonal, and nowhere above 0:',
      },
    }),
  keys: /** @type {[string, string][]} */ ([
    ['Tab', 'to the next matrix or control'],
    ['← ↑ ↓ →', 'move the cell cursor on both sides; on the mistakes, go from one to the next'],
    ['Home, End', 'to the ends of the row (with Ctrl: of the matrix)'],
    ['[ and ]', 'previous and next mistake, from anywhere'],
    ['t', 'the matrix as a table, and back'],
    ['Ctrl Z, Ctrl Y', 'undo, redo'],
    ['?', 'this list'],
  ]),
};
