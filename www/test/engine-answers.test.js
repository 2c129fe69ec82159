import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  PASSAGE,
  ablate,
  contentAndPosition,
  copying,
  features,
  headTokens,
  heads as headsOf,
  lens,
  load,
  open,
  patch,
  resampled,
  run,
  successors,
} from '../engine/model.js';
import { FOLDER, SIZES, folder } from './model-plain.js';
import { shuffledFolder } from './model-shuffled.js';
/** @import { ModelEdit } from '../engine/model-run.js' */

await load();
const model = await open(await folder());
/** What NumPy computes by whole reruns: fixtures/model/answers.py. */
const wanted = JSON.parse(await readFile(new URL('answers.json', FOLDER), 'utf8'));
const { ids, other, token } = wanted;
const { layers, heads } = SIZES;

/** @param {number} found @param {number} expected @param {number} within @param {string} what */
function near(found, expected, within, what) {
  assert.ok(Math.abs(found - expected) <= within, `${what}: ${found} for ${expected}`);
}

/** @typedef {{ logit: number, probability: number }} Answer */
/** @param {Answer} found @param {Answer} expected @param {string} what */
function sameAnswer(found, expected, what) {
  near(found.logit, expected.logit, 1e-4, what);
  near(found.probability, expected.probability, 1e-5, what);
}

/** The answers of variants of the text. @param {ModelEdit[][]} edits @returns {Promise<Answer[]>} */
async function variants(edits) {
  const running = await run(model, {
    texts: [ids, other],
    watched: [token],
    variants: edits.map((each) => ({ edits: each })),
  });
  return running
    .readouts()
    .filter(({ source }) => source === 'variant')
    .map(({ watched: [logit], logSumExp }) => ({ logit, probability: Math.exp(logit - logSumExp) }));
}

for (const way of /** @type {const} */ (['zero', 'mean', 'text'])) {
  test(`each of the 16 heads is switched off as NumPy does it: ${way}`, async () => {
    const found = await ablate(model, {
      text: ids,
      token,
      with: way,
      other: way === 'text' ? other : undefined,
    });
    assert.equal(found.length, 16);
    found.forEach((effect, at) => {
      sameAnswer(effect, wanted.heads[way][at], `${effect.layer}.${effect.head}`);
      near(effect.effect, wanted.whole.logit - wanted.heads[way][at].logit, 1e-4, 'effect');
      near(effect.direct, wanted.direct[at], 1e-4, 'direct logit attribution');
    });
  });

  test(`each MLP, and the value of each token, is switched off as NumPy does it: ${way}`, async () => {
    const how = { with: way, text: way === 'text' ? 1 : null };
    const value = (/** @type {number} */ layer, /** @type {number} */ at) =>
      /** @type {ModelEdit} */ ({ part: 'value', layer, token: at, ...how });
    const each = [...Array(layers).keys()];
    const found = await variants([
      ...each.map((layer) => [/** @type {ModelEdit} */ ({ part: 'mlp', layer, ...how })]),
      ...ids.map((/** @type {number} */ _, /** @type {number} */ at) =>
        each.map((layer) => value(layer, at)),
      ),
      ...each.flatMap((layer) =>
        ids.map((/** @type {number} */ _, /** @type {number} */ at) => [value(layer, at)]),
      ),
    ]);
    const expected = [...wanted.mlps[way], ...wanted.values[way], ...wanted.values_of_layers[way].flat()];
    assert.equal(found.length, expected.length);
    found.forEach((answer, at) => sameAnswer(answer, expected[at], `${way} ${at}`));
  });
}

test('heads, MLPs and positions are patched from another sentence as NumPy does it', async () => {
  for (const [part, name] of /** @type {const} */ ([
    ['stream', 'stream'],
    ['attention', 'heads'],
    ['mlp', 'mlp'],
  ])) {
    const found = await patch(model, { text: ids, other, token, part });
    sameAnswer(found.whole, wanted.whole, 'whole');
    assert.deepEqual([found.patched.length, found.columns], [layers, ids.length]);
    found.patched.forEach((row, layer) =>
      row.forEach((answer, at) =>
        sameAnswer(answer, wanted.patched[name][layer][at], `${part} ${layer} ${at}`),
      ),
    );
    // The stream before the first layer is all that differs, so patching it at the other word gives the
    // other text.
    if (part === 'stream') sameAnswer(found.patched[0][2], found.other, 'the word itself');
  }
  const found = await patch(model, { text: ids, other, token, part: 'head' });
  assert.equal(found.columns, heads);
  found.patched.flat().forEach((answer, at) => sameAnswer(answer, wanted.heads.text[at], `head ${at}`));
});

test('texts of different lengths are not patched, and the message names both figures', async () => {
  await assert.rejects(patch(model, { text: ids, other: [1, 2], token }), {
    kind: 'input',
    message: /8 and 2 tokens/,
  });
  await assert.rejects(patch(model, { text: ids, other, token, part: /** @type {any} */ ('all') }), {
    kind: 'input',
    message: /stream, attention, mlp or head/,
  });
});

test('the logit lens is that of NumPy after each attention and each MLP', async () => {
  const found = await lens(model, { text: ids, token });
  assert.deepEqual(
    found.map(({ layer, after }) => `${layer} ${after}`),
    [...Array(layers).keys()].flatMap((layer) => [`${layer} attention`, `${layer} mlp`]),
  );
  wanted.lens.flat().forEach((/** @type {any} */ expected, /** @type {number} */ at) => {
    sameAnswer(found[at], expected, `step ${at}`);
    assert.deepEqual(
      found[at].best.slice(0, 5).map(({ id }) => id),
      expected.best,
    );
  });
});

test('copying scores are those of NumPy, and those of the induction heads are the largest', async () => {
  const found = await copying(model);
  found.forEach(({ score }, at) => near(score, wanted.copying[at], 1e-4, `head ${at}`));
  const largest = found.toSorted((a, b) => b.score - a.score).slice(0, 2);
  assert.deepEqual(largest.map(({ layer, head }) => `${layer}.${head}`).sort(), ['2.1', '2.2']);
});

test('what heads read and write as tokens is that of NumPy', async () => {
  const running = await run(model, { texts: [ids], writes: true });
  for (const { layer, head, query, key, ...expected } of wanted.cells) {
    const found = await headTokens(running, { layer, head, query, key });
    assert.deepEqual([found.query, found.key, found.tokens], [ids[query], ids[key], 2048]);
    assert.deepEqual([...found.read], expected.read, `${layer}.${head} reads`);
    assert.deepEqual([...found.written], expected.written, `${layer}.${head} writes`);
    found.scores.forEach((score, at) => near(score, expected.scores[at], 1e-4, 'score'));
    found.logits.forEach((logit, at) => near(logit, expected.logits[at], 1e-4, 'logit'));
    assert.equal(found.place, expected.place);
    near(found.copying, wanted.copying[layer * heads + head], 1e-4, 'copying');
  }
});

test('content and position are parts of the score, and so are features', async () => {
  const running = await run(model, { texts: [ids], writes: true });
  for (const { layer, head, query, key, content } of wanted.cells) {
    const cell = { layer, head, query, key };
    const parts = await running.scoreParts(cell);
    const split = contentAndPosition(parts);
    assert.ok(split);
    near(split.content, content[0][0], 1e-4, 'content');
    near(split.keyPosition, content[0][1], 1e-4, 'position of the key');
    near(split.queryPosition, content[1][0], 1e-4, 'position of the query');
    near(split.positions, content[1][1], 1e-4, 'both positions');
    const score = content.flat().reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b);
    const by = features(running, cell);
    assert.equal(by.products.length, 32);
    near(by.score, score, 1e-4, 'features');
    assert.equal(parts.unrotated, null);
  }
});

test('with parts off, a score and its features are those of the changed run', async () => {
  const edits = /** @type {const} */ ([
    { part: 'head', layer: 0, head: 1 },
    { part: 'mlp', layer: 1, with: 'mean' },
    { part: 'value', layer: 2, token: 3 },
  ]);
  const variants = [{ edits: [...edits], kept: true }];
  const running = await run(model, { texts: [ids], variants, writes: true });
  const size = 32;
  for (const { layer, head, query, key } of wanted.cells) {
    const cell = { layer, head, query, key, variant: 0 };
    const parts = await running.scoreParts(cell);
    // The score from the queries and keys of the changed run, as the file of its heads has them.
    const row = (/** @type {'q' | 'k'} */ part, /** @type {number} */ at) => {
      const { data } = headsOf(running, layer, { variant: 0 })[part];
      return data.subarray((head * ids.length + at) * size, (head * ids.length + at + 1) * size);
    };
    const [q, k] = [row('q', query), row('k', key)];
    const score = q.reduce((sum, cell, at) => sum + cell * k[at], 0) / Math.sqrt(size);
    near(parts.score, score, 1e-4, 'score');
    near(features(running, cell).score, score, 1e-4, 'features');
    // The weights of the row follow from such scores.
    const row0 = await Promise.all(
      [0, key].map(async (each) => (await running.scoreParts({ ...cell, key: each })).score),
    );
    const weights = running.weights(layer, head, { variant: 0 }).subarray(query * ids.length);
    near(Math.log(weights[key] / weights[0]), row0[1] - row0[0], 1e-3, 'weights');
    const off = parts.origins.findIndex(
      ({ of, layer: at, head: which }) => of === 'head' && at === 0 && which === 1,
    );
    assert.equal(off < 0 ? 0 : parts.byKey[off], 0);
    const clean = (await running.scoreParts({ ...cell, variant: null })).score;
    assert.equal(Math.abs(clean - score) > 1e-3, layer > 0);
  }
  running.free();
});

test('a part is resampled from a fixed passage with as many tokens', async () => {
  const found = resampled(model, ids);
  assert.deepEqual(found, [...model.encode(PASSAGE)].slice(0, ids.length));
  const long = resampled(model, Array(128).fill(5));
  assert.equal(long.length, 128);
  // It does not repeat within the positions of the small model.
  assert.deepEqual(long, [...model.encode(PASSAGE)].slice(0, 128));
  const [config, weights] = await folder();
  const without = await open([config, weights]);
  assert.deepEqual(resampled(without, [4, 5, 6]), [6, 5, 4]);
});

test('a successor score is what a head writes for the next word, against the other words of the list', async () => {
  const text = 'She had one sister, two brothers and three cousins';
  const found = await successors(model, text);
  assert.ok(found);
  assert.equal(found.length, layers * heads);
  // The same from the direct attribution of single tokens, with the list written out.
  const list = [
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ];
  const known = ['zero', ...list]
    .map((word) => [...model.encode(` ${word}`)])
    .filter(({ length }) => length === 1);
  const at = (/** @type {string} */ word) => known.findIndex(([id]) => id === model.encode(` ${word}`)[0]);
  const tokens = [...model.encode(text)];
  const places = /** @type {const} */ ([
    ['one', 'two'],
    ['two', 'three'],
    ['three', 'four'],
  ]).map(([word, next]) => ({ position: tokens.indexOf(model.encode(` ${word}`)[0]), next: at(next) }));
  assert.ok(places.every(({ position, next }) => position > 0 && next > 0));
  const direct = await run(model, {
    texts: [tokens],
    direct: true,
    watched: known.map(([id]) => id),
    positions: places.map(({ position }) => position),
  });
  for (const { layer, head, score } of found) {
    const parts = places.map(({ position, next }) => {
      const readout = direct
        .readouts()
        .find(
          (one) =>
            one.source === 'head' && one.layer === layer && one.head === head && one.position === position,
        );
      assert.ok(readout);
      const rest = [...readout.watched].filter((_, index) => index !== next);
      return readout.watched[next] - rest.reduce((a, b) => a + b) / rest.length;
    });
    near(score, parts.reduce((a, b) => a + b) / parts.length, 1e-6, `${layer}.${head}`);
  }
  assert.equal(await successors(model, 'Elinor met Jane'), null);
});

test('a model of random weights has no circuit', async () => {
  const random = await open(await shuffledFolder());
  const repeated = [5, 77, 900, 31, 1200, 640, 8, 333, 1777, 62];
  const text = [...repeated, ...repeated];
  const n = repeated.length;
  const induction = async (/** @type {typeof model} */ of) => {
    const running = await run(of, { texts: [text] });
    return Array.from({ length: layers * heads }, (_, at) => {
      const weights = running.weights(Math.floor(at / heads), at % heads);
      const rows = Array.from({ length: n - 1 }, (_, row) => weights[(n + row) * 2 * n + row + 1]);
      return rows.reduce((a, b) => a + b) / rows.length;
    });
  };
  assert.ok(Math.max(...(await induction(model))) > 0.3);
  assert.ok(Math.max(...(await induction(random))) < 0.15);
  const scores = (await copying(random)).map(({ score }) => score);
  assert.ok(Math.max(...scores.map(Math.abs)) < 0.5, String(scores));
  // No head carries what differs between the two sentences.
  const [found, real] = [
    await patch(random, { text: ids, other, token, part: 'head' }),
    await patch(model, { text: ids, other, token, part: 'head' }),
  ];
  const most = (/** @type {typeof found} */ { patched, whole }) =>
    Math.max(...patched.flat().map(({ probability }) => Math.abs(probability - whole.probability)));
  assert.ok(most(real) > 0.1 && most(found) < 0.02, `${most(real)} ${most(found)}`);
});
