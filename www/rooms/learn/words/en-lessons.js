import { distanceLesson } from '../../../figure/words/en-schemes.js';

/**
 * `tries` refers to controls of the room, so an embedded figure omits it.
 *
 * @typedef {{ chip: string, title: string, steps: Record<string, string>, tries?: Record<string, string> }} LessonWords
 */

/** @type {LessonWords} */
export const positions = {
  chip: 'Positions, three tokens',
  title: 'Positions, and a softmax over the whole matrix',
  steps: {
    embed:
      'Each embedding is multiplied by √d so that it is not small beside the position. Then the sine and cosine of the position are added. This notebook uses the exponent 2i/d although its i already counts in twos. So the frequencies fall twice as fast as with the textbook’s exponent, i/d, which is shown above.',
    project:
      'The same three vectors are projected in three ways. The projections are whole numbers from NumPy’s generator: randint(5), seed 12.',
    score:
      'The entries of Q and K are in the tens, so their products are in the thousands. Nothing keeps them small.',
    scale:
      'Dividing by √4 halves the scores. They are still hundreds or thousands apart, so softmax will give the largest score all the weight.',
    softmax:
      'The notebook’s softmax runs over the whole matrix: all nine cells together sum to 1, and the largest score gets all of it. Beside it is softmax by row: each row sums to 1.',
    mix: 'With one sum for the whole matrix, two of the three rows of weights are zero, and so are their outputs. With softmax by row, every output is a weighted sum of values. Here all the weight is on the value of token_2.',
  },
};

/** @type {LessonWords} */
export const words = {
  chip: 'Four words, by hand',
  title: 'Each word asks, every word answers',
  steps: {
    embed:
      'Four words, three features each. word_3 is word_1 and word_2 together. Type other numbers and see what changes.',
    project:
      'Each word gets three vectors: a query, a key and a value. The projections come from NumPy’s generator: randint(3), seed 42.',
    score:
      'The dot product of a query and a key is a score. Each query has a score for every key. The notebook begins with word_1 alone: 8, 2, 10, 2.',
    scale:
      'The scores are divided by √3, the square root of the key size. Otherwise softmax would get sharper just because vectors have more features.',
    mix: 'The output of each word is a weighted sum of the values. Of everything word_1 takes in, most comes from word_3.',
  },
  tries: {
    score: 'Choose “one at a time” to do the same.',
  },
};

/** @type {LessonWords} */
export const scaleMask = {
  chip: 'Why we scale and mask',
  title: 'Why we scale, and why nobody looks ahead',
  steps: {
    embed: 'This notebook draws q, k and v directly, so there is nothing to embed.',
    project:
      'There are no projections here: q, k and v are the inputs. Their variance is close to 1, as after a normalization layer.',
    score:
      'A dot product of eight terms has about eight times the variance of one term. Compare the variances of q, k and the scores below. Sixteen scores are a small sample.',
    scale:
      'Dividing by √8 brings the variance of the scores back to about 1. Without it, softmax would be closer to all or nothing.',
    mask: 'When a model writes, a word may not look at later words. The mask allows the query’s own key and the keys before it, and adds −∞ to all other scores.',
    softmax:
      'e to the power of −∞ is 0: the masked keys get no weight, and the rest of the row still sums to 1.',
    mix: 'MY can look only at itself, so its output is its own value. Every later word mixes its own value with those of earlier words. A note on the digits: the notebook sets no seed and prints its inputs with eight decimals. Heedmap completes them, so that everything it prints later matches digit for digit.',
  },
  tries: {
    mask: 'Press play to see it row by row.',
  },
};

/** @type {LessonWords} */
export const frase = {
  chip: 'Una frase',
  title: 'A Spanish sentence, word by word',
  steps: {
    embed:
      'Five Spanish words with random embeddings: randn with seed 23. The positions are added. The positions are written by hand here; a model would learn them.',
    project:
      'Four features become three. The projections are small, randn × 0.1, from the same random generator as the embeddings.',
    score: 'The notebook works word by word first: me, gusta, estudiar…',
    scale: 'This notebook does not scale. Its scores are so small that it hardly matters.',
    softmax: 'Small scores give nearly equal weights: every word gets about a fifth.',
    mix: 'Nearly equal weights give similar outputs: five rows that differ in the third decimal. With training, they would differ more.',
  },
  tries: {
    score: 'Choose “one at a time” to follow it.',
    scale: 'Choose “scale by 1/√d” and compare.',
  },
};

/** @type {LessonWords} */
export const concepts = {
  chip: 'Concepts by SVD',
  title: 'From attention to concepts',
  steps: {
    ratings:
      'Seven people rate five films. Four of them like science fiction and three like romance. Nothing in the matrix says which film is which.',
    factor:
      'The singular value decomposition writes the ratings as U · diag(s) · Vᵀ. Each singular value says how much one concept explains: 12.48, 9.51, 1.35, and then 0.',
    cut: 'Keep the first k concepts and multiply the factors again. Two concepts give almost the same ratings. Move the slider and watch the error.',
    compare:
      'Two new viewers have seen no film in common, so their cosine is 0. In concept space both like science fiction, and their cosine is close to 1.',
  },
};

/** @type {LessonWords} */
export const distance = distanceLesson;

/** @type {LessonWords} */
export const heads = {
  chip: 'Heads',
  title: 'Several heads, each with its own weights',
  steps: {
    embed:
      'Four words, eight features each. They are ones and zeros, so that every sum is easy to follow. Change any of them.',
    project:
      'The projections are as wide as all heads together: randint(-1, 2), seed 7. W_K and W_V have fewer columns when heads share keys and values.',
  },
};

/** @type {LessonWords} */
export const own = {
  chip: 'Your own',
  title: 'Your own computation',
  steps: {
    embed: 'Type your tokens and sizes, or paste numbers. Every cell of an input can be edited in place.',
  },
};

/** The texts of stories are in `en-stories.js`. @type {LessonWords} */
const first = { chip: 'What a word looks at', title: 'What a word looks at', steps: {} };
/** @type {LessonWords} */
const ahead = { chip: 'Why nobody looks ahead', title: 'Why nobody looks ahead', steps: {} };
/** @type {LessonWords} */
const scaling = { chip: 'Why we scale', title: 'Why we scale', steps: {} };
/** @type {LessonWords} */
const twoHeads = { chip: 'Two heads', title: 'Two heads, two questions', steps: {} };
/** @type {LessonWords} */
const order = { chip: 'Word order', title: 'What breaks without positions', steps: {} };

/**
 * Texts of the lessons, in English. `steps` has the texts for every lesson. A lesson replaces a text where
 * its notebook differs.
 *
 * @type {Record<string, LessonWords>}
 */
export const lessons = {
  first,
  words,
  scaling,
  ahead,
  'scale-mask': scaleMask,
  order,
  positions,
  distance,
  'two-heads': twoHeads,
  heads,
  frase,
  concepts,
  own,
};

/** The text of each step, unless a lesson has its own. @type {Record<string, string>} */
export const steps = {
  embed: 'Each token becomes a vector: one row of X. A token keeps the same row throughout the figure.',
  project:
    'Three learned matrices turn each vector into a query (what it looks for), a key (what it offers) and a value (what it passes on).',
  score:
    'The dot product of a query and a key is a score: how well the key fits the query. Each query has a score for every key.',
  scale:
    'The scores are divided by the square root of the key size. Otherwise softmax would get sharper just because vectors have more features.',
  mask: 'A mask says which keys a query may look at. With “none” it may look at all of them. “causal” forbids the keys after the query.',
  split:
    'Each head takes its own columns of Q, K and V, and never sees the others. Nothing is computed in this step. If there are fewer key and value heads than query heads, query heads share them.',
  attend:
    'Every head has its own scores and weights. So different heads can look at different tokens at the same time. Select a cell to open its head.',
  concatenate:
    'The outputs of the heads are placed side by side again, in their order. Nothing is mixed yet: each column still belongs to one head.',
  out: 'W_O mixes the heads. Each number of the result is the dot product of a row of the concatenated outputs with a column of W_O.',
  softmax:
    'Softmax turns the scores of a query into weights. No weight is negative. Over rows, which is correct, each row sums to 1.',
  mix: 'Each output is a weighted sum of the values, with the weights of its row.',
};
