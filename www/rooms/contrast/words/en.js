/** What the room of mistakes says, in English. */
export const contrast = {
  list: 'Mistakes',
  reset: 'Back to how it opens',
  sides: { wrong: 'wrong', right: 'right' },
  headings: {
    wrong: 'Wrong',
    right: 'Right',
    why: 'Why it gets written',
    notice: 'How to notice it',
    program: 'The whole figure in NumPy',
  },
  code: { wrong: 'the wrong lines in NumPy', right: 'the right lines in NumPy', check: 'a check in NumPy' },
  names: { weights: 'weights', sums: 'row sums', output: 'output' },
  pad: 'pad',
  of: (/** @type {number} */ n, /** @type {number} */ of) => `${n} of ${of}`,
  masked: 'masked: the key is forbidden',
  outlined: 'outlined: weight on a forbidden key, or a row that does not sum to 1',
  dashed: 'dashed: a key that the wrong mask takes away',
  options: {
    axis: 'Softmax over',
    tokens: 'Tokens',
    d: 'Features d',
    padding: 'Padding tokens',
    magnitude: 'Scores times',
    precision: 'Floats',
    past: 'Cached keys',
    offset: 'Wrong offset',
    head: 'Head',
  },
  newTokens: 'New tokens',
  choices: { columns: 'columns', all: 'all cells', f64: '64 bits', f32: '32 bits' },
  head: (/** @type {number} */ n, /** @type {string} */ slope) => `${n}, slope ${slope}`,
  tells: {
    sums: 'Row sums',
    leaked: 'To forbidden keys, up to',
    lost: 'From allowed keys, up to',
    seen: 'Last query sees',
    distance: 'Mean distance looked back',
    variance: 'Variance of scores',
    entropy: 'Mean entropy of a row, nats',
    largest: 'Mean largest weight of a row',
    meanGap: 'First output − mean of V',
    difference: 'Output off by up to',
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
          'The 1 is shared out among the queries of a key, or among all cells, where each query should share it out among its keys. Rows no longer sum to 1: an output is no average of values, and a query depends on the queries after it.',
        why: 'The same number means another axis once a batch stands in front. Count from the end: the keys are the last axis of the scores, axis=-1.',
        notice: 'Every row of weights sums to 1:',
      },
      late: {
        chip: 'Late mask',
        title: 'The mask after the softmax',
        happens:
          'The zeros are where they belong, so a picture of the weights looks right. But the forbidden keys took their share of the 1 before they were removed, and nobody gave it back: the first queries take in next to nothing.',
        why: 'Weights are what one looks at, so the mask is laid over them. Laid over the scores, as −∞, the softmax itself shares out what forbidden keys do not get.',
        notice: 'Zeros in the right places are not enough. Rows sum to 1 as well:',
      },
      zeroed: {
        chip: 'Times zero',
        title: 'Scores multiplied by 0',
        happens:
          'A score of 0 is a score like any other, and e to the power of 0 is 1: forbidden keys get more weight than allowed keys with a negative score. Rows still sum to 1, and training learns to look ahead.',
        why: 'Zero reads as “nothing”. After the softmax it is; before the softmax, nothing is −∞.',
        notice: 'A loss that is too good, or weights that are not exactly 0 where the mask forbids:',
      },
      unscaled: {
        chip: 'No 1/√d',
        title: 'No division by √d',
        happens:
          'A score is a sum of d products, so its variance grows as d. From some size on the largest score of a row takes all the weight, and a softmax that is saturated hardly passes a gradient on.',
        tries: 'Move d from 1 to 1024.',
        why: 'With a few features it does no harm, so a test on toy sizes passes.',
        notice: 'With fresh projections the variance of the scores is near 1, whatever d is:',
      },
      finite: {
        chip: '−1e9 for −∞',
        title: '−1e9 in place of −∞',
        happens:
          'A query without any allowed key, here each of the padding, should take in nothing. With −1e9 it takes in everything: in 32 bits −1e9 swallows the scores and the output is the mean of V; in 64 bits it is as if there were no mask.',
        why: 'It keeps NaN away, and does no harm while each row has a key and scores are small: as large as the mask, they get past it. Write −∞, and give rows without a key their zeros on purpose.',
        notice: 'Weights of forbidden keys are exactly 0, in every row:',
      },
      empty: {
        chip: 'No key',
        title: 'A row without a key',
        happens:
          'All scores of a padding query are −∞. The softmax of the textbook subtracts the largest, and −∞ − (−∞) is not a number: torch.softmax and nn.MultiheadAttention give NaN, and the next layer mixes it into every row. scaled_dot_product_attention and ONNX give zeros.',
        why: 'The formula holds for every row that has a key, and tests without padding have no other.',
        notice: 'Ask for finite weights in a batch that is padded:',
      },
      cache: {
        chip: 'Mask and cache',
        title: 'A causal mask that forgets the cache',
        happens:
          'With a cache, the first new query stands beside the first new key, not beside key 0. A mask from the upper left corner hides all but the oldest keys from it; an offset that is one too large lets each query see one token ahead.',
        why: 'tril counts from the corner, which is right where there are as many queries as keys. With a cache the offset is the number of cached keys.',
        notice: 'The last query sees every key, each query before it one fewer:',
      },
      padding: {
        chip: 'Padding side',
        title: 'Padding on the wrong side',
        happens:
          'The sequence is padded on the left, as for generation, and the mask hides its end. Padding is attended to, and as many real tokens are lost.',
        why: 'j < length is right for padding on the right, and the lengths are the same either way.',
        notice: 'No weight falls on padding. Take the mask from the tokens, not from lengths:',
      },
      alibi: {
        chip: 'ALiBi’s sign',
        title: 'ALiBi with its sign reversed',
        happens:
          'ALiBi takes slope × distance off a score, so that near keys count more. With a plus, queries look as far back as they can, the more so the longer the text.',
        why: 'The paper writes a bias that is negative, code often keeps a distance that is positive, and one of the two signs gets lost.',
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
