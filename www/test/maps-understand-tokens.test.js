import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret } from '../engine/maps.js';
import { LANGUAGES } from '../page/words/index.js';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
import { file, opened, read, words } from './maps-understand-support.js';
/** @import { Opened } from '../rooms/maps/types.js' */

const { en } = LANGUAGES;
const four = { attn: [2, 4, 4] };
/** @param {Opened} from */
const named = (from) => {
  const { reading, notes } = read(from);
  return [reading.tokens, reading.queryTokens, ...notes.map((note) => note(en))];
};

test('tokens come from the file itself, from its metadata, or from another file', () => {
  assert.deepEqual(named(opened(file(four, { tokens: words(4) }))), [words(4), []]);
  assert.deepEqual(named(opened(file(four, { metadata: [['tokens', '["a","b","c","d"]']] }))), [
    ['a', 'b', 'c', 'd'],
    [],
  ]);
  assert.deepEqual(named(opened(file({}, { tokens: words(4) }), file(four))), [words(4), []]);
});

test('tokens of another file with tensors are not used', () => {
  assert.deepEqual(named(opened(file(four), file({ other: [3, 3] }, { tokens: words(4) }))), [[], []]);
});

test('metadata that is not a list of texts is ignored', () => {
  for (const text of ['', '{', '[1,2,3,4]', '"abcd"', '{"length":4}', '[null]', '[]'])
    assert.deepEqual(named(opened(file(four, { metadata: [['tokens', text]] }))), [[], []], text);
});

test('tokens whose number is not the number of keys are ignored, with both figures', () => {
  assert.deepEqual(named(opened(file(four, { tokens: words(5) }))), [
    [],
    [],
    'The tokens are ignored: there are 5 tokens, but 4 keys.',
  ]);
});

test('queries and keys of two texts have their own tokens', () => {
  const cross = { cross: [2, 3, 4] };
  assert.deepEqual(named(opened(file(cross, { tokens: words(3), keyTokens: ['a', 'b', 'c', 'd'] }))), [
    ['a', 'b', 'c', 'd'],
    words(3),
  ]);
  assert.deepEqual(
    named(opened(file(cross), file({}, { tokens: words(3) }), file({}, { tokens: ['a', 'b', 'c', 'd'] }))),
    [['a', 'b', 'c', 'd'], words(3)],
  );
  assert.deepEqual(named(opened(file({ cross: [2, 2, 2] }, { tokens: words(2), keyTokens: ['a', 'b'] }))), [
    ['a', 'b'],
    words(2),
  ]);
  assert.deepEqual(named(opened(file(cross, { tokens: words(3) }))), [[], words(3)]);
});

test('queries without tokens are numbered where the keys have some', () => {
  assert.deepEqual(named(opened(file({ cross: [2, 3, 4] }, { tokens: words(4) }))), [
    words(4),
    ['0', '1', '2'],
  ]);
});

test('a table with the same labels on both sides has one text', () => {
  assert.deepEqual(
    named(opened(file({ '': [4, 4] }, { tokens: words(4), keyTokens: words(4), format: 'csv' }))),
    [words(4), []],
  );
});

test('the matching one of several files of tokens is used', () => {
  assert.deepEqual(
    named(opened(file(four), file({}, { tokens: words(9) }), file({}, { tokens: words(4) }))),
    [words(4), []],
  );
});

test('the tokens of the encoder are the keys of cross-attention, and those of the decoder its queries', () => {
  const [encoder, decoder] = [words(3), ['a', 'b', 'c']];
  const both = opened(
    file(
      { encoder_attentions: [2, 4, 3, 3], decoder_attentions: [2, 4, 3, 3], cross_attentions: [2, 4, 3, 3] },
      {
        metadata: [
          ['encoder_tokens', JSON.stringify(encoder)],
          ['decoder_tokens', JSON.stringify(decoder)],
        ],
      },
    ),
  );
  const of = (/** @type {'encoder' | 'decoder' | 'cross'} */ part) => {
    const { outcome } = interpret(both.files, { ...NO_CORRECTIONS, part });
    assert.ok(outcome && 'reading' in outcome);
    assert.equal(outcome.candidate.part, part);
    return [outcome.reading.tokens, outcome.reading.queryTokens];
  };
  assert.deepEqual(of('encoder'), [encoder, []]);
  assert.deepEqual(of('decoder'), [decoder, []]);
  assert.deepEqual(of('cross'), [encoder, decoder]);
});

test('a key of metadata that begins with a part is of that part alone', () => {
  const shapes = { q: [2, 4, 3, 8], k: [2, 4, 3, 8] };
  const parts = /** @type {const} */ (['encoder', 'decoder', 'cross']);
  const arrays = parts.flatMap((part) =>
    Object.entries(shapes).map(([name, shape]) => [`${part}.${name}`, shape]),
  );
  const metadata = [
    ['mask', 'all'],
    ['scale', '0.5'],
    ['decoder.mask', 'causal'],
    ['cross.layers', '[3,7]'],
  ];
  const both = opened(file(Object.fromEntries(arrays), { metadata: /** @type {any} */ (metadata) }));
  const found = parts.map((part) => {
    const { outcome } = interpret(both.files, { ...NO_CORRECTIONS, part });
    assert.ok(outcome && 'reading' in outcome);
    const { qk, layerNumbers } = outcome.reading;
    return [outcome.candidate.part, qk.causal, qk.scale, layerNumbers];
  });
  assert.deepEqual(found, [
    ['encoder', 'none', 0.5, undefined],
    ['decoder', 'upper_left', 0.5, undefined],
    ['cross', 'none', 0.5, [3, 7]],
  ]);
});

test('names say the part of an encoder-decoder model, and a part that files lack is not looked for', () => {
  /** @type {[string, string | null][]} */
  const names = [
    ['encoder_attentions', 'encoder'],
    ['decoder_attentions', 'decoder'],
    ['cross_attentions', 'cross'],
    ['decoder.block.0.layer.1.EncDecAttention.weights', 'cross'],
    ['model.decoder.layers.0.encoder_attn', 'cross'],
    ['attentions', null],
  ];
  for (const [name, part] of names) {
    const { candidates } = interpret(opened(file({ [name]: [2, 4, 3, 3] })).files, NO_CORRECTIONS);
    assert.equal(candidates[0].part, part, name);
  }
  const { files } = opened(file({ encoder_attentions: [2, 4, 3, 3] }));
  const { outcome } = interpret(files, { ...NO_CORRECTIONS, part: 'cross' });
  assert.equal(outcome?.candidate.part, 'encoder');
});
