import { distanceLesson } from '../../../figure/words/en-schemes.js';

/** `tries` names controls of the room: a figure in a text, which has none of them, leaves it out. @typedef {{ chip: string, title: string, steps: Record<string, string>, tries?: Record<string, string> }} LessonWords */

/** @type {LessonWords} */
export const positions = {
  chip: 'Positions, three tokens',
  title: 'Where a token stands, and what one softmax can spoil',
  steps: {
    embed:
      'Each embedding is multiplied by √d so that its position does not drown it, and the sine and cosine of the position are added. This notebook writes the exponent 2i/d where i already counts in twos, so its waves slow down twice as fast as the textbook’s i/d, shown above.',
    project:
      'The same three vectors are read in three ways. The projections are whole numbers from NumPy’s generator: randint(5), seed 12.',
    score:
      'The entries of Q and K are in the tens, so their products are in the thousands. Nothing keeps them small.',
    scale:
      'Dividing by √4 halves the scores. They still lie hundreds and thousands apart, and that decides all that follows.',
    softmax:
      'The notebook’s softmax runs over the whole matrix: all nine cells share one sum of 1, and the largest score takes it all. Beside it, the softmax by row: each query shares out a 1 of its own.',
    mix: 'With one sum for the whole matrix, two of three tokens take in nothing and come out as rows of zeros. By row, every token comes out as a mixture of values: here, token_2’s value alone.',
  },
};

/** @type {LessonWords} */
export const words = {
  chip: 'Four words, by hand',
  title: 'Each word asks, every word answers',
  steps: {
    embed:
      'Four words, three features each. word_3 is word_1 and word_2 together. Type other numbers and see what follows.',
    project:
      'Each word is read in three ways: as a query, a key and a value. The projections come from NumPy’s generator: randint(3), seed 42.',
    score:
      'A query meets every key, and their dot product is a score. The notebook begins with word_1 alone: 8, 2, 10, 2.',
    scale:
      'The scores are divided by √3, the root of the size of a key, so that vectors with more features do not make softmax sharper by themselves.',
    mix: 'Each word takes its weights’ share of every value. Of everything word_1 takes in, most comes from word_3.',
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
    embed:
      'This notebook draws q, k and v directly, so there is nothing to embed. It never seeds the generator and prints eight decimals; Heedmap completes them so that all it prints afterwards comes out digit for digit.',
    project:
      'No projections here: q, k and v are the inputs. Their variance is close to 1, as it is after a normalising layer.',
    score:
      'The dot product of eight terms is expected to have about eight times the variance of one term. Compare q and k with the scores, below: sixteen scores are a small sample.',
    scale:
      'Dividing by √8 brings the variance of the scores back to the order of 1. Without it, softmax would be closer to all or nothing.',
    mask: 'When a model writes, a word may not look at words still to come. The mask allows what lies at or before the query, and adds −∞ elsewhere.',
    softmax:
      'e to the power of −∞ is 0: the forbidden keys get no weight at all, and the rest of the row still sums to 1.',
    mix: 'MY can look at itself only, so it keeps its own value. Every later word mixes its own value with those before it.',
  },
  tries: {
    mask: 'Press play to see it row by row.',
  },
};

/** @type {LessonWords} */
export const frase = {
  chip: 'Una frase',
  title: 'A sentence in Spanish, word by word',
  steps: {
    embed:
      'Five Spanish words with random embeddings, randn with seed 23. The positions are written by hand, where a model would learn them, and added.',
    project:
      'Four features become three. The projections are small, randn × 0.1, from the same stream of random numbers as the embeddings.',
    score: 'The notebook works word by word first: me, gusta, estudiar…',
    scale: 'This notebook does not scale. Its scores are so small that it hardly matters.',
    softmax: 'Small scores make even weights: every word gets close to a fifth.',
    mix: 'Even weights make similar outputs: five rows that differ in the third decimal. With training, they would come apart.',
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
      'Seven people rate five films. Four of them like science fiction, three like romance; nobody told the matrix so.',
    factor:
      'The singular value decomposition writes the ratings as U · diag(s) · Vᵀ. Each singular value says how much one concept explains: 12.48, 9.51, 1.35, and nothing.',
    cut: 'Keep the first k concepts and multiply back. Two concepts give almost everything; move the slider and watch the error.',
    compare:
      'Two new viewers, who have seen no film in common: their cosine is 0. In concept space both like science fiction, and their cosine is close to 1.',
  },
};

/** @type {LessonWords} */
export const distance = distanceLesson;

/** @type {LessonWords} */
export const heads = {
  chip: 'Heads',
  title: 'Several heads, each with a look of its own',
  steps: {
    embed:
      'Four words, eight features each. Ones and zeros, so that every sum can be followed; change any of them.',
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

/**
 * What the lessons say, in English. `steps` holds what holds for every lesson; a lesson says its own where its notebook does something of its own.
 *
 * @type {Record<string, LessonWords>}
 */
export const lessons = { positions, words, 'scale-mask': scaleMask, frase, concepts, distance, heads, own };

/** What each step says when a lesson has nothing of its own to say. @type {Record<string, string>} */
export const steps = {
  embed: 'Each token becomes a vector: one row of X. One token keeps its row all across the figure.',
  project:
    'Three learned matrices read each vector in three ways: as a query (what it looks for), a key (what it offers) and a value (what it gives).',
  score: 'A query meets every key. Their dot product is the score of one token for another.',
  scale:
    'Dividing the scores by the root of the size of a key keeps vectors with more features from making softmax sharper by themselves.',
  mask: 'A mask says which keys a query may look at. With “none” it may look at all; “causal” forbids what is still to come.',
  split:
    'Splitting works nothing out: each head takes its own columns of Q, K and V, and never sees the others. Fewer heads of keys and values than of queries are shared.',
  attend:
    'Every head attends by itself, with a softmax of its own. One softmax can look in one direction; heads look in several at once. Select a cell to open its head.',
  concatenate:
    'The outputs of the heads stand side by side again, in their order. Nothing is mixed yet: each column is still one head’s.',
  out: 'W_O mixes the heads: each number of the result is a row of all outputs times a column of W_O.',
  softmax:
    'Softmax turns the scores of a query into weights. Over rows, as it should be, none is negative and each row sums to 1.',
  mix: 'Each output is a mixture of the values, by the weights of its row.',
};
