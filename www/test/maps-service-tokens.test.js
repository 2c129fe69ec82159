/** Tokens of opened files that their numbers decide on, through the service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { fileLoader } from '../rooms/maps/file-loader.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { freshState } from '../rooms/maps/state.js';
import { LANGUAGES } from '../page/words/index.js';
import './maps-interpretation.js';

const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
before(() => engine.load());
after(() => service.end());

const loader = () => fileLoader(service, { changed() {}, arrived() {}, side: () => 8 });
const json = (/** @type {unknown} */ value) => new File([JSON.stringify(value)], 'a.json');

/** Rows of three tokens. @param {number} first - the weight of token 0 in later rows */
const weights = (first) => [
  [1, 0, 0],
  [first, 1 - first, 0],
  [first, 0.5 - first, 0.5],
];
const TOKENS = ['<pad>', 'Das', 'Haus'];

test('a token that looks like padding stays if rows sum to 1 only with it', async () => {
  const { open, status } = loader();
  await open([json({ attention: [[weights(0.25)]], tokens: TOKENS })], [freshState()]);
  assert.deepEqual(status.data?.reading.tokens, TOKENS);
  assert.equal(status.data?.heads[0]?.rowSums?.least.sum, 1);
  await open([json({ attention: [[weights(0)]], tokens: TOKENS })], [freshState()]);
  assert.deepEqual(status.data?.reading.tokens, ['Das', 'Haus']);
});

test('tokens that are dropped later are not taken for padding either', async () => {
  const { open, status } = loader();
  await open([json({ attention: [[weights(0.25)]] })], [freshState()]);
  await open([json(TOKENS)], [freshState()]);
  assert.equal(status.says, null);
  assert.deepEqual(status.data?.reading.tokens, TOKENS);
});

test('tokens of each text are read from a file of a batch, and those of another batch are refused', async () => {
  const { open, status } = loader();
  const texts = [
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ];
  const attention = [[[weights(0)]], [[weights(0.25)]]];
  await open([json({ attention, tokens: texts })], [freshState()]);
  assert.deepEqual([status.data?.reading.layers, status.data?.reading.tokens], [1, texts[0]]);
  const { corrections } = status;
  await open(
    [json({ attention, tokens: texts })],
    [
      {
        ...freshState(),
        file: { name: 'a.json', layers: 1, heads: 1, queries: 3, keys: 3 },
        corrections: { ...corrections, batch: 1 },
      },
    ],
  );
  assert.deepEqual(status.data?.reading.tokens, texts[1]);
  const { data } = status;
  await open([json([...texts, ['g', 'h', 'i']])], [freshState()]);
  assert.equal(status.data, data);
  assert.match(status.says?.(LANGUAGES.en) ?? '', /tokens of 3 texts, but the file has 2 texts/);
});

test('tokens that do not fit the open heads are refused with the figures, and those that fit are added', async () => {
  const { open, status } = loader();
  await open(
    [
      json({
        attention: [
          [
            [
              [1, 0],
              [0.5, 0.5],
            ],
          ],
        ],
        tokens: ['a', 'b'],
      }),
    ],
    [freshState()],
  );
  const { data } = status;
  await open([json(['x', 'y', 'z'])], [freshState()]);
  assert.equal(status.says?.(LANGUAGES.en), 'The tokens are ignored: there are 3 tokens, but 2 keys.');
  assert.equal(status.data, data);
  await open([json(['x', 'y'])], [freshState()]);
  assert.equal(status.says, null);
  assert.equal(status.data?.opened.files.length, 2);
});
