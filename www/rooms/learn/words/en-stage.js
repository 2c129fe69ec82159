/**
 * Texts of the stage, in English. `[q:…]`, `[k:…]` and `[r:…]` mark words for a row of the left operand, a
 * column of the right operand, and the result.
 */
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
    rightRounded: (/** @type {string} */ value) => `Right. With more digits it is ${value}.`,
    wrong: 'No. The sum below shows all the numbers.',
    noNumber: 'Type a number, such as 0.5 or −2.',
    slips: {
      zero: (/** @type {string} */ product, /** @type {string} */ other) =>
        `Close. ${product} is 0, not ${other}.`,
      missing: (/** @type {string} */ product) => `Close. ${product} is missing.`,
      added: () => 'That is the sum of the numbers. Multiply each pair first, then add the products.',
      sign: () => 'Check the signs: a negative number times a positive one is negative.',
      mean: () => 'That is the plain average. Multiply each value by its weight.',
      notDivided: (/** @type {string} */ size) => `That is the score. Divide it by √${size}.`,
      noRoot: (/** @type {string} */ size) => `That is the score divided by ${size}. Divide it by √${size}.`,
      multiplied: (/** @type {string} */ size) =>
        `That is the score multiplied by √${size}. Divide by √${size} instead.`,
      notMasked: () => 'That is the score before the mask. This key comes later, so its score becomes −∞.',
      maskedZero: () => 'Not 0: a score of 0 would still get some weight. The mask adds −∞.',
      score: () => 'That is the score. Softmax turns the scores into weights that sum to 1.',
      notShared: () => 'That is e to the power of the score. Divide it by the sum of its row.',
      equal: () => 'Equal weights would need equal scores. A higher score gets more weight.',
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
      `[q:Each score] is divided by √${size}, the square root of the key size. Otherwise longer vectors would give larger scores.`,
    notScaled: 'The scores stay [r:as they are]: scaling is off.',
    mask: 'A word may not look at words that come later. Their scores become [r:−∞].',
    noMask:
      'There is no mask: every word may look at every word. Turn on the causal mask to hide later words.',
    softmax: {
      rows: 'Each row of weights [r:sums to 1]. A higher score gets a larger weight.',
      columns: 'Here each column [r:sums to 1], and the rows do not. This is a common mistake.',
      all: 'Here the whole matrix [r:sums to 1]. This is a common mistake: each row should sum to 1.',
    },
    mix: 'Each number of the output is [q:a row of weights] times [k:a column of values]: a weighted sum.',
    split: (/** @type {number} */ head) =>
      `Head ${head} takes [r:its own columns] and never sees the others.`,
    attend: {
      scores: (/** @type {number} */ head) =>
        `Head ${head} compares [q:its own queries] with [k:its own keys].`,
      weights: (/** @type {number} */ head) => `In head ${head}, each row of weights [r:sums to 1].`,
      output: (/** @type {number} */ head) =>
        `Head ${head} mixes [k:its own values] with [q:its own weights].`,
    },
    concatenate: 'The outputs of the heads are placed [r:side by side]. Nothing is mixed yet.',
    out: 'W_O mixes the heads: [q:a row of all outputs] times [k:a column of W_O].',
    ratings: 'Seven people rate five films. Nothing in the numbers says what kind of film each one is.',
    factor: 'Each rating is [q:a person’s concepts] times [k:a film’s concepts], weighted by their strength.',
    cut: (/** @type {number} */ k) =>
      k === 0
        ? 'Without concepts, nothing is left of the ratings.'
        : `Keep the ${k === 1 ? 'strongest concept' : `${k} strongest concepts`} and multiply again: [r:close to the ratings], with far fewer numbers.`,
    compare:
      'Two new viewers have seen no film in common. [k:In concept space] they are [r:alike]: both like science fiction.',
    tokens: 'Two of these tokens are the same word. Without positions, nothing tells them apart.',
    none: 'Without positions, both “the” get the same scores and the same weights.',
    sinusoidal: 'Waves are added to the embeddings. Now the scores depend on where each word is.',
    rope: 'RoPE rotates queries and keys by their position. Only the distance between them affects a score.',
    alibi: 'ALiBi subtracts a penalty for each step of distance. The scores fall with distance.',
    apart: 'How one score changes as its two words move apart.',
  },
};
