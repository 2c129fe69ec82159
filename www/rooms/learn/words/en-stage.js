/** What the stage says, in English. `[q:…]`, `[k:…]` and `[r:…]` are words for a row of the left operand, a column of the right one, and the result. */
export const stage = {
  step: 'step',
  back: 'Back',
  next: (/** @type {string} */ name) => `Next: ${name}`,
  onward: (/** @type {string} */ name) => `Next lesson: ${name}`,
  end: 'Last step',
  whole: 'The whole',
  oneStep: 'One step',
  present: 'Present',
  leave: 'leaves',
  play: 'Play again',
  skip: 'Skip',
  ask: 'Ask about this cell',
  unask: 'Remove the question',
  asked: 'a question, not answered yet',
  shown: 'On the stage',
  rank: 'Rank of the approximation',
  cosineFilms: 'Cosine of the new viewers, in films',
  cosineConcepts: 'in concepts',
  names: /** @type {Record<string, string>} */ ({ x: 'Tokens', q: 'Queries', k: 'Keys', v: 'Values' }),
  of: /** @type {Record<string, string>} */ ({ q: 'a query', k: 'a key', v: 'a value' }),
  parts: { scores: 'Scores', weights: 'Weights', output: 'Output' },
  question: {
    pair: (/** @type {string} */ name, /** @type {string} */ key, /** @type {string} */ query) =>
      `What is the ${name} of [k:${key}] for [q:${query}]?`,
    cell: (/** @type {string} */ row, /** @type {string} */ col) =>
      `Which number belongs in row [q:${row}], column [k:${col}]?`,
    label: 'Your answer',
    check: 'Check',
    show: 'Show me',
    answer: 'Show the answer',
    pick: 'Or pick an answer',
    right: 'Right.',
    wrong: 'Not that. The sum below has all the numbers.',
    noNumber: 'Type a number, such as 0.5 or −2.',
    slips: {
      zero: (/** @type {string} */ product, /** @type {string} */ other) =>
        `Close. ${product} is 0, not ${other}.`,
      missing: (/** @type {string} */ product) => `Close. ${product} is missing.`,
      added: () => 'These are the numbers added. Multiply each pair, then add the products.',
      sign: () => 'Mind the signs: a negative number times a positive one is negative.',
      mean: () => 'That is the plain average. Weigh each value by its weight.',
      notDivided: (/** @type {string} */ size) =>
        `That is the score. It still has to be divided by √${size}.`,
      noRoot: (/** @type {string} */ size) => `That is divided by ${size}. Divide by its root, √${size}.`,
      multiplied: (/** @type {string} */ size) => `That is multiplied by √${size}. Divide by it.`,
      notMasked: () => 'That is the score before the mask. This key comes later, so it is hidden.',
      maskedZero: () => 'Not 0: a score of 0 would still get some weight. The mask adds −∞.',
      score: () => 'That is the score. Softmax turns it into a share of 1.',
      notShared: () => 'That is e to the score. Divide it by the sum of the row.',
      equal: () => 'Equal shares would need equal scores. A higher score gets more.',
      onlyOne: () => 'That is only one of the numbers that are added.',
      otherColumn: (/** @type {string} */ row, /** @type {string} */ other, /** @type {string} */ col) =>
        `That is ${row} with ${other}. Take column ${col}.`,
      otherRow: (/** @type {string} */ other, /** @type {string} */ col, /** @type {string} */ row) =>
        `That is ${other} with ${col}. Take row ${row}.`,
    },
  },
  says: {
    embed: 'Each word starts as [q:one row of numbers], its embedding.',
    embedScaled: 'Each embedding is multiplied by √d. That is [r:the row] of its word.',
    embedPositions: 'Each row of X is [q:an embedding] plus the position of its word.',
    embedBoth: 'Each row of X is [q:an embedding], multiplied by √d, plus the position of its word.',
    given: 'This lesson starts from queries, keys and values. There is nothing to embed.',
    notProjected: 'Queries, keys and values are given. In a model, each is X times a learned matrix.',
    project: (/** @type {string} */ one) =>
      `[q:A row of X] times [k:a learned column] gives one number of [r:${one}].`,
    score: 'A score is [q:one query] times [k:one key]: multiply pair by pair, then add.',
    scale: (/** @type {number} */ size) =>
      `[q:Each score] is divided by √${size}, the root of the key size. Longer vectors would give larger scores.`,
    notScaled: 'The scores stay [r:as they are]: scaling is off.',
    mask: 'A word may not look at words that come later. Their scores become [r:−∞].',
    noMask:
      'There is no mask: every word may look at every word. Turn on the causal mask to hide later words.',
    softmax: {
      rows: 'Each row shares out [r:1]. A higher score gets a larger share.',
      columns: 'Here each column shares out [r:1]. Rows then do not add up to 1, which is a common mistake.',
      all: 'Here the whole matrix shares out a single [r:1], which is a common mistake. Each row should share out its own.',
    },
    mix: 'An output is [q:a row of weights] times [k:a column of values]: a mixture of what the words offer.',
    split: (/** @type {number} */ head) =>
      `Head ${head} takes [r:its own columns] and never sees the others.`,
    attend: {
      scores: (/** @type {number} */ head) => `Head ${head} compares [q:its own query] with [k:its own key].`,
      weights: (/** @type {number} */ head) =>
        `In head ${head}, each row shares out [r:1] by its own scores.`,
      output: (/** @type {number} */ head) =>
        `Head ${head} mixes [k:its own values] with [q:its own weights].`,
    },
    concatenate: 'The outputs of the heads stand [r:side by side]. Nothing is mixed yet.',
    out: 'W_O mixes the heads: [q:a row of all outputs] times [k:a column of W_O].',
    ratings: 'Seven people rate five films. Nothing in the numbers says what the films are about.',
    factor: 'Each rating is [q:a person’s concepts] times [k:a film’s concepts], weighted by their strength.',
    cut: (/** @type {number} */ k) =>
      k === 0
        ? 'Without any concept, nothing is left of the ratings.'
        : `Keep the ${k === 1 ? 'strongest concept' : `${k} strongest concepts`} and multiply back: [r:close to the ratings], with far fewer numbers.`,
    compare: 'Two new viewers share no film. [k:In concepts] they are [r:alike]: both like science fiction.',
    tokens: 'Two of these tokens are the same word. Without positions, nothing tells them apart.',
    none: 'Without positions, both “the” get the same scores and the same weights.',
    sinusoidal: 'Waves are added to the embeddings. Scores now depend on where a word is.',
    rope: 'RoPE turns queries and keys by their position. A score depends only on how far apart they are.',
    alibi: 'ALiBi subtracts a penalty for each step of distance. The scores fade with distance.',
    apart: 'How one score changes as its two words move apart.',
  },
};
