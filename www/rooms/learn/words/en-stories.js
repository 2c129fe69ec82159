/**
 * Texts of the stories, in English. In sentences `_met_` marks a word of the example and `*Jane*` a word that
 * matters. Numbers are passed as strings.
 */
export const stories = {
  stepNames: /** @type {Record<string, string>} */ ({
    look: 'Look',
    ask: 'Ask',
    match: 'Match',
    share: 'Share',
    mix: 'Mix',
    try: 'Try',
    byhand: 'By hand',
    guess: 'Guess',
    peek: 'Peek',
    mask: 'Mask',
    change: 'Change',
    grow: 'Grow',
    numbers: 'Numbers',
    divide: 'Divide',
    before: 'Before',
    after: 'After',
    both: 'Both',
    relay: 'Together',
    swap: 'Swap',
    positions: 'Positions',
  }),
  wordSpoken: (/** @type {string} */ word, /** @type {number} */ place, /** @type {string} */ weight) =>
    `${word}, word ${place}${weight && `, weight ${weight}`}`,
  feature: (/** @type {number} */ n) => `number ${n}`,
  wholeSpoken: 'One whole, cut into the weights',
  hiddenSpoken: 'hidden by the mask',
  withMask: 'with the mask',
  withoutMask: 'without the mask',
  kept: 'kept',
  flowedIn: 'flowed in',
  removed: 'removed',
  mapSpoken: (/** @type {string} */ text) =>
    `Map of the weights in “${text}”: a row for each word that looks`,
  /** A note on the sentence; in other languages, its translation. */
  gloss: {
    bath: 'A small model read this sentence. It has read nothing but the novels of Jane Austen.',
    order: 'Layer 0, head 1 of the small trained model.',
  },
  first: {
    question: 'Which words does the second _met@7_ look at?',
    guess: 'Choose a word.',
    show: 'Show me',
    nextWord: 'next word?',
    right: 'Yes: mostly at *Jane@2*, the word that came after the first _met@1_.',
    wrong: (/** @type {string} */ word, /** @type {string} */ weight) =>
      `Hardly at _${word}_ (${weight}). Mostly at *Jane@2*, the word that came after the first _met@1_.`,
    shown: 'Mostly at *Jane@2*, the word that came after the first _met@1_.',
    why: (/** @type {string} */ chance) => `So the model expects *Jane* again: ${chance}.`,
    source: 'Real weights of one head of a small trained model. The thicker the arc, the larger the weight.',
    known: 'You already know attention? Go to',
    ask: (/** @type {string} */ word) =>
      `_${word}_ asks a question. The question is a list of 32 numbers: its *query*. The model computes it from the word and from those before it.`,
    askTry: 'Choose another word to see its query.',
    query: (/** @type {string} */ word) => `the query of ${word}`,
    match: (/** @type {string} */ word) =>
      `Each word also has a *key*: 32 numbers that say what it offers. The better a key fits the query, the higher the *score*. The key of _${word}_ fits best.`,
    queryShort: 'query',
    keys: 'keys',
    score: 'score',
    matchSum: (/** @type {string} */ word, /** @type {string} */ sum, /** @type {string} */ score) =>
      `met · ${word} = ${sum}, the sum of 32 products. Divided by √32: ${score}`,
    key: (/** @type {string} */ word) => `the key of ${word}`,
    products: 'products',
    share: (/** @type {string} */ weight) =>
      `Softmax turns the scores into *weights*. They sum to 1. A score that is higher by 1 gets 2.7 times the weight, so *Jane* gets ${weight}.`,
    weight: 'weight',
    mix: 'Each word has a *value* too: 32 numbers to pass on. Each value is multiplied by its weight, and the results are added. The result is nearly the value of *Jane*.',
    weighing: 'value × weight',
    mixWhole: 'values',
    mixWeighted: 'values × weights',
    value: (/** @type {string} */ word) => `the value of ${word}`,
    output: 'output',
    mixNote: (/** @type {string} */ chance, /** @type {string} */ without) =>
      `With this head the chance that *Jane* comes next is ${chance}. Without its output it is ${without}.`,
    tryQuestion: 'Now change the last word.',
    lastWord: 'Last word',
    sentence: 'Sentence',
    sentences: { bath: 'Jane in Bath', Elizabeth: 'Elizabeth', short: 'Jane' },
    /** The word that followed the same word earlier. */
    tries: /** @type {Record<string, string>} */ ({
      met: 'The last time, *Jane* came after _met_.',
      in: 'The last time, *Bath* came after _in_.',
      Bath: 'The last time, a *semicolon* came after _Bath_.',
      Elinor: 'The last time, *met* came after _Elinor_.',
      Jane: 'Less clear: half goes to *in*, which came after _Jane_, and nearly half to *met*, which came before it.',
      saw: '_saw_ is new here, but it is a verb, like _met_. The head looks for words of the same kind.',
      left: '_left_ is new here. Its weight is divided between *Jane* and *Bath*.',
      very: '_very_ is new here. Most of its weight goes to the first word.',
      house: '_house_ is new here. It looks at the *semicolon*, as _Bath_ does.',
    }),
    otherSentence: (/** @type {string} */ word) =>
      `Another sentence, the same pattern: *${word}* came after the first _met_.`,
    byhand: 'Now do it by hand: four words, three numbers each. Every sum fits on one line.',
    byhandNext: 'Four words, by hand',
    byhandMore: 'Why nobody looks ahead',
    honest: {
      search: (/** @type {string} */ sentences, /** @type {string} */ guessed) =>
        `The sentence was picked because it is clear. In ${sentences} sentences like it, this head always gave most of its weight to the right word. But the model guessed that word in only ${guessed}.`,
      together: (/** @type {string} */ lower, /** @type {string} */ higher) =>
        `The head is one of 16, and it does not work alone. Without the head beside it, the chance of Jane falls to ${lower}. Without another one, it rises to ${higher}.`,
      model: 'The model has a million parameters and was trained on the novels of Jane Austen.',
    },
  },
  ahead: {
    guess: 'A model learns to guess the next word. It has read _Elinor met_. What comes next?',
    guessNote: (/** @type {string} */ chance) =>
      `This is hard: the model gives the word that really follows a chance of ${chance}.`,
    peek: (/** @type {string} */ word, /** @type {string} */ weight, /** @type {string} */ next) =>
      `Without a mask, _${word}_ puts ${weight} of its weight on *${next}*: the word that it has to guess.`,
    peekNote:
      'Here only this head works without a mask, and it was not trained that way. It looks there because of what comes before the next word, whatever the next word is. But what it gets from there is the answer.',
    mask: (/** @type {string} */ word) =>
      `The mask hides all later words from _${word}_. Their weight flows back to the words already read.`,
    maskOff: (/** @type {string} */ word, /** @type {string} */ weight) =>
      `The mask is off. _${word}_ puts ${weight} of its weight on later words.`,
    maskLabel: 'Mask',
    on: 'Mask on',
    off: 'Mask off',
    sentence: 'Sentence',
    sentences: { met: 'Elinor met …', manners: '… his manners', Woodhouse: '… Miss Woodhouse' },
    change: (/** @type {string} */ word) => `Change a word after _met_: _Jane_ becomes _${word}_.`,
    changePlace: 'Change a word after _met_: the second _Elinor_ becomes _Bath_.',
    same: (/** @type {number} */ same, /** @type {number} */ of) =>
      `With the mask, *${same} of ${of}* numbers of the output of _met_ stay the same, bit for bit.`,
    differs: (/** @type {number} */ changed, /** @type {number} */ of, /** @type {string} */ percent) =>
      `Without the mask, *${changed} of ${of}* change. The output vector moves by ${percent} of its length.`,
    changeLabel: 'New word',
    changes: { Lucy: 'Jane → Lucy', again: 'Jane → again', Bath: 'Elinor → Bath' },
    before: 'before',
    after: 'after',
    difference: 'difference',
    outputSpoken: (/** @type {string} */ when) => `The output of met, ${when}`,
    grow: 'This is how a model writes. It adds the most likely word, and the map grows by one row.',
    grew: (/** @type {string} */ word, /** @type {string} */ chance) =>
      `It added *${word}* (${chance}). The map grew by one row. The rows above stay as they are.`,
    growNote:
      'Rows that never change need not be computed again. So models keep the keys and values of earlier words: the KV cache.',
    add: 'Add the next word',
    again: 'Start again',
    numbers: 'The same with numbers that fit on a page: the notebook’s own example, step by step.',
    toNotebook: 'Why we scale and mask',
    honest: {
      picked: (/** @type {string} */ mean) =>
        `The three sentences were picked because the head looks ahead clearly in them. On a longer text, it gives the next word a weight of ${mean} on average.`,
      little: (/** @type {string} */ masked, /** @type {string} */ unmasked) =>
        `In this sentence little leaks: without the masks of three heads, the chance of Jane after Elinor met rises from ${masked} to ${unmasked}.`,
      much: (/** @type {number} */ tokens, /** @type {string} */ masked, /** @type {string} */ unmasked) =>
        `But more can leak: on a text of ${tokens} tokens, four heads without their masks raise the right guesses from ${masked} to ${unmasked}, without any training.`,
      bits: '“Bit for bit” is checked in this page: both sentences have the same length, and the numbers have 64 bits.',
    },
  },
  scaling: {
    grow: (/** @type {string} */ d, /** @type {string} */ variance) =>
      `A score is a sum of d products, so its variance grows with d. For d\u00a0=\u00a0${d} it is ${variance}.`,
    sharp: (/** @type {string} */ largest) =>
      `Softmax gets sharper: the largest weight of a row is ${largest} on average.`,
    divide: (/** @type {string} */ d, /** @type {string} */ variance) =>
      `Divided by √${d}, the scores have a variance near 1, here ${variance}. The weights stay spread out.`,
    divideNote: 'Move the slider: the right side hardly changes.',
    drawn: 'Random queries and keys with variance 1, from NumPy’s generator: 16 words, seed 7.',
    slider: 'd, numbers in each query and key',
    unscaled: 'not divided',
    scaled: 'divided by √d',
    bars: 'weights of one word, largest first',
    variance: 'variance',
    largest: 'average largest weight',
    barsSpoken: 'Weights of one word, from the largest to the smallest',
    numbers: (/** @type {string} */ d, /** @type {string} */ before, /** @type {string} */ after) =>
      `The notebook has d\u00a0=\u00a0${d}. Its scores have a variance of ${before}. Divided by √${d}, they have a variance of ${after}.`,
    numbersNote: (/** @type {number} */ n) =>
      `${n} scores are a small sample, so the numbers follow the rule only roughly.`,
    rows: { q: 'q', k: 'k', scores: 'scores', scaled: 'scaled scores' },
    toNotebook: 'Why we scale and mask',
  },
  'two-heads': {
    before: (/** @type {string} */ weight) =>
      `One head looks at *the word before*. The last _met@7_ gives _Elinor@6_ ${weight}.`,
    beforeNote: 'Layer 0, head 1 of the small trained model.',
    after: (/** @type {string} */ weight) =>
      `Another head, same sentence, looks at *what came after the same word*. The last _met@7_ gives _Jane_ ${weight}.`,
    afterNote: 'Layer 2, head 1 of the same model.',
    both: (/** @type {string} */ word) =>
      `Two heads, two questions. Choose a word and compare its rows: _${word}_.`,
    bothTitles: ['the word before', 'what came after'],
    relay: (/** @type {string} */ weight, /** @type {string} */ without) =>
      `They work together. Without the heads that look one word back, the weight on _Jane_ falls from ${weight} to ${without}.`,
    relayNote: (/** @type {string} */ others) =>
      `This is no proof: removing any early head disturbs later ones. Without two other heads of layer 0, the weight is ${others}.`,
    relayBars: ['all heads', 'without the two that look back', 'without two others'],
    toNotebook: 'Heads',
    toNotebookText: 'Now with numbers: several heads, step by step.',
    row: 'Word that looks',
  },
  order: {
    swap: 'Remove the positions and swap two words. The full stop gives each word the same weight as before, wherever the word is.',
    swapNote:
      'Without positions, attention sees a bag of words. “The sister saw the friend” and “the friend saw the sister” look the same to the last word.',
    positions: 'With positions, the full stop looks at the *nearer* noun, whichever it is.',
    mask: (/** @type {string} */ before, /** @type {string} */ after) =>
      `The mask also reveals some order: even without positions, the second _the_ notices the swap. Its weight on the word before the verb is ${before} before the swap and ${after} after it.`,
    honest:
      'Positions were set to 0 in a model that was trained with them: an experiment, not a model that works. Layer 0, head 1.',
    positionsLabel: 'Positions',
    on: 'with',
    off: 'without',
    original: 'as it is',
    exchanged: 'swapped',
    toNotebook: 'Positions, three tokens',
  },
};

/** @typedef {typeof stories} StoryWords */
