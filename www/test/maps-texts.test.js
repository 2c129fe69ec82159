/** The texts of open files, and the mean over those of one length. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { LANGUAGES } from '../page/words/index.js';
import { say } from '../rooms/maps/reading/messages.js';
import { choiceOf, textsIn } from '../rooms/maps/reading/texts.js';
import { createService } from '../rooms/maps/service/service.js';
import { pageBackend } from '../rooms/maps/service/backends.js';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
import { headSpec } from './maps-service-support.js';
import { file, opened, words } from './maps-understand-support.js';
/** @import { HeadFound, Opened } from '../rooms/maps/types.js' */

await engine.load();
const service = createService([pageBackend(engine)], /** @type {any} */ (undefined));
after(() => service.end());

const FOLDER = new URL('../../fixtures/measures/', import.meta.url);
const MEAN = { ...NO_CORRECTIONS, average: true };

/** @param {string} name - of a .npy of 32-bit floats */
async function numbersOf(name) {
  const bytes = await readFile(new URL(name, FOLDER));
  const start = 10 + bytes.readUInt16LE(8);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length));
}

/** @param {Opened} from @param {typeof NO_CORRECTIONS} corrections */
function outcomeOf({ files }, corrections) {
  const { outcome } = engine.interpret(files, corrections);
  assert.ok(outcome);
  return outcome;
}

/** @param {Opened['files']} files @param {Partial<typeof NO_CORRECTIONS>} corrections */
function readingOf(files, corrections) {
  const outcome = outcomeOf({ files, refused: [] }, { ...NO_CORRECTIONS, ...corrections });
  assert.ok('reading' in outcome);
  return outcome.reading;
}

test('the mean over a batch has the bits of NumPy, as maps, measures and thumbnails', async () => {
  const batch = await readFile(new URL('texts.npy', FOLDER));
  const from = await service.open([new File([batch], 'texts.npy')]);
  assert.deepEqual(
    textsIn(from).map(({ batch: item, reading: { keys } }) => [item, keys]),
    [0, 1, 2, 3, 4].map((item) => [item, 6]),
  );
  const reading = readingOf(from.files, MEAN);
  assert.equal(reading.texts?.length, 5);
  await service.read(0, reading);
  const mean = await numbersOf('texts_mean.npy');
  /** @type {HeadFound[]} */
  const heads = [];
  await service.heads(0, { side: 6, tokens: null, sink: 1, reach: 1 }, (some) => heads.push(...some));
  assert.equal(heads.length, 4);
  for (const { layer, head, thumb, measures } of heads) {
    const own = mean.subarray((2 * layer + head) * 36, (2 * layer + head + 1) * 36);
    const { id } = await service.map(headSpec({ source: { of: 'head', layer, head } }));
    const { data } = await service.tile(id, 0, [0, 6], [0, 6]);
    assert.deepEqual(data, own);
    assert.deepEqual(thumb.data, own);
    const sink = [0, 1, 2, 3, 4, 5].reduce((sum, row) => sum + own[6 * row], 0) / 6;
    assert.ok(Math.abs(Number(measures.sink_share) - sink) < 1e-6);
  }
});

const LENGTHS = [5, 7, 5, 5, 6];
const SEVERAL = opened(
  ...LENGTHS.map((n, at) =>
    file({ attentions: [2, 3, n, n] }, { name: `text${at}.npz`, tokens: words(n).map((word) => word + at) }),
  ),
);

test('files of other lengths are left out of the mean and named', () => {
  const found = outcomeOf(SEVERAL, MEAN);
  assert.ok('reading' in found);
  const { reading, notes } = found;
  assert.deepEqual([reading.texts?.length, reading.keys, reading.tokens], [3, 5, []]);
  for (const t of Object.values(LANGUAGES)) {
    const said = notes.map((note) => say(note, t)).join(' ');
    assert.match(said, /3 .*5 × 5/);
    assert.match(said, /text1\.npz \(7, 7\), text4\.npz \(6, 6\)/);
  }
  const longer = outcomeOf(SEVERAL, { ...MEAN, candidate: 1 });
  assert.deepEqual('refused' in longer && longer.refused, {
    key: 'errors.averageAlone',
    queries: 7,
    keys: 7,
  });
});

test('the tokens stay if all texts have them, and values are left out', () => {
  const same = opened(
    ...[0, 1].map((at) =>
      file(
        { q: [2, 3, 5, 4], k: [2, 3, 5, 4], v: [2, 3, 5, 4] },
        { name: `run${at}.npz`, tokens: words(5), metadata: [['mask', 'causal']] },
      ),
    ),
  );
  const reading = readingOf(same.files, MEAN);
  assert.deepEqual([reading.tokens, reading.v, reading.texts?.length], [words(5), [], 2]);
  assert.equal(reading.texts?.[1].qk.causal, 'upper_left');
});

test('four hundred files are listed, each with the correction that reads it', () => {
  const many = opened(
    ...Array.from({ length: 400 }, (_, at) =>
      file(
        { attentions: [2, 3, 4 + (at % 3), 4 + (at % 3)] },
        { name: `${at}.npz`, tokens: words(4 + (at % 3)) },
      ),
    ),
  );
  const texts = textsIn(many);
  assert.equal(texts.length, 400);
  for (const at of [0, 63, 64, 399]) {
    const reading = readingOf(many.files, { ...NO_CORRECTIONS, ...choiceOf(texts[at]) });
    assert.deepEqual([reading.keys, reading.weights[0].file], [4 + (at % 3), at]);
    assert.deepEqual([texts[at].name, texts[at].reading], [`${at}.npz`, reading]);
  }
});

test('layers without a softmax and heads that do not fit in memory have no mean', () => {
  const large = opened(file({ attentions: [2, 1, 3, 8192, 8192] }, { format: 'npy' }));
  const refused = outcomeOf(large, MEAN);
  assert.deepEqual('refused' in refused && refused.refused.key, 'errors.averageLarge');
});
