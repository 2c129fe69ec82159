import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { MODELS } from '../bench/synthetic-model.mjs';
import { SMALL_MODEL, packed } from '../rooms/maps/live/pack.mjs';
import {
  LanguageModel,
  ablate,
  candidates,
  chosen,
  heads,
  isModel,
  load,
  open,
  randomOf,
  run,
  scores,
  toFile,
} from '../engine/model.js';
import { SIZES, fixture, folder, furthest, numbers, plainPass, reference } from './model-plain.js';

await load();
const model = await open(await folder());
const small = await open([new File([await readFile(SMALL_MODEL)], 'small-model.gguf')]);
/** A file that is too large to stay in memory. */
const largeModel = () => ({ ...MODELS.smollm2.make(), shape: MODELS.smollm2.shape });
const SENTENCE = 'Elinor met Jane in Bath; Elinor met';

test('weights and logits of a folder are those of PyTorch', async () => {
  for (const { text, ids, weights, logits_last: logits } of reference.sentences) {
    const finished = await run(model, { texts: [text] });
    assert.deepEqual(finished.ids, [ids]);
    const all = Array.from({ length: SIZES.layers * SIZES.heads }, (_, at) => [
      ...finished.weights(Math.floor(at / SIZES.heads), at % SIZES.heads),
    ]);
    furthest(all.flat(), numbers(weights), 1e-5);
    furthest(finished.logits(), numbers(logits), 1e-4);
    finished.free();
  }
});

test('both tokenizers cut texts as the reference does', () => {
  for (const { text, ids } of reference.tokenisation) {
    assert.deepEqual([...model.encode(text)], ids, text);
    assert.deepEqual([...small.encode(text)], ids, text);
  }
});

test('the pieces of a text are its letters', () => {
  const pieces = small.pieces(small.encode(SENTENCE));
  assert.equal(pieces.map(({ text }) => text).join(''), SENTENCE);
  assert.deepEqual(
    small.pieces(small.encode('é')).map(({ text, group, partial }) => [text, group, partial]),
    [...model.pieces(model.encode('é'))].map(({ text, group, partial }) => [text, group, partial]),
  );
});

test('the small model is the fixture in 8 bits', async () => {
  assert.deepEqual(await readFile(SMALL_MODEL), await packed());
  assert.equal(small.facts.parameters, 1_071_872);
  const ids = model.encode(SENTENCE);
  const [exact, rounded] = [await run(model, { texts: [ids] }), await run(small, { texts: [ids] })];
  furthest(rounded.weights(2, 2), exact.weights(2, 2), 0.03);
  assert.deepEqual(rounded.readouts()[0].best.slice(0, 2), exact.readouts()[0].best.slice(0, 2));
});

test('a plain pass gives the same logits, and the same effect of every head', async () => {
  const ids = [...model.encode(SENTENCE)];
  const whole = await plainPass(ids);
  const finished = await run(model, { texts: [ids] });
  furthest(finished.logits(), whole.logits, 1e-4);
  const token = finished.readouts()[0].best[0];
  const effects = await ablate(model, { text: ids, token });
  assert.equal(effects.length, SIZES.layers * SIZES.heads);
  for (const { layer, head, effect } of effects) {
    const without = await plainPass(ids, { layer, head });
    assert.ok(Math.abs(effect - (whole.logits[token] - without.logits[token])) < 1e-4, `${layer}.${head}`);
  }
});

test('the file of a run has the heads, from which the weights follow', async () => {
  const finished = await run(model, { texts: [SENTENCE] });
  const file = Buffer.from(await toFile(finished).arrayBuffer());
  const length = Number(file.readBigUInt64LE(0));
  const { __metadata__: metadata, ...listed } = JSON.parse(file.toString('utf8', 8, 8 + length));
  assert.deepEqual(metadata.mask, 'causal');
  assert.equal(JSON.parse(metadata.tokens).join('').replaceAll('Ġ', ' '), SENTENCE);
  const tokens = JSON.parse(metadata.tokens).length;
  assert.deepEqual(listed.q.shape, [4, 4, tokens, 32]);
  const read = (/** @type {string} */ name) => {
    const [start, end] = listed[name].data_offsets;
    return Float32Array.from({ length: (end - start) / 4 }, (_, at) =>
      file.readFloatLE(8 + length + start + 4 * at),
    );
  };
  assert.deepEqual([...read('q')].slice(0, 4 * tokens * 32), [...heads(finished, 0).q.data]);
  // Layer 2, head 2, the last query.
  const at = (2 * 4 + 2) * tokens * 32;
  const [q, k] = [read('q').subarray(at), read('k').subarray(at)];
  const scores = Array.from({ length: tokens }, (_, key) =>
    Math.exp(
      Array.from({ length: 32 }, (_, c) => q[(tokens - 1) * 32 + c] * k[key * 32 + c]).reduce(
        (a, b) => a + b,
      ) * Number(metadata.scale),
    ),
  );
  const sum = scores.reduce((a, b) => a + b);
  const last = finished.weights(2, 2).subarray((tokens - 1) * tokens);
  furthest(
    scores.map((score) => score / sum),
    last,
    1e-5,
  );
});

test('sinks have a column of their own, and the other weights are those of transformers', async () => {
  const path = new URL('../../fixtures/model/gpt-oss/', import.meta.url);
  const file = async (/** @type {string} */ name) => new File([await readFile(new URL(name, path))], name);
  const oss = await open([await file('config.json'), await file('model.safetensors')]);
  const { ids, weights, logits } = JSON.parse(await readFile(new URL('reference.json', path), 'utf8'));
  const finished = await run(oss, {
    texts: [ids],
    positions: ids.map((/** @type {number} */ _, /** @type {number} */ at) => at),
  });
  const expected = numbers(weights);
  const tokens = ids.length;
  furthest(
    ids.flatMap((/** @type {number} */ _, /** @type {number} */ position) => [
      ...finished.logits({}, position),
    ]),
    numbers(logits),
    1e-4,
  );
  const written = Buffer.from(await toFile(finished).arrayBuffer());
  const start = 8 + Number(written.readBigUInt64LE(0));
  const { __metadata__: metadata, attention } = JSON.parse(written.toString('utf8', 8, start));
  assert.equal(metadata.sinks, 'first column');
  assert.deepEqual(attention.shape, [2, 4, tokens, tokens + 1]);
  const cells = Array.from({ length: 8 * tokens * (tokens + 1) }, (_, at) =>
    written.readFloatLE(start + 4 * at),
  );
  const rows = Array.from({ length: 8 * tokens }, (_, row) =>
    cells.slice(row * (tokens + 1), (row + 1) * (tokens + 1)),
  );
  furthest(
    rows.flatMap((row) => row.slice(1)),
    expected,
    1e-5,
  );
  for (const row of rows) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-5);
  assert.ok(rows.some(([sink]) => sink > 0.1));
  finished.free();
  oss.free();
});

test('the parts of a score sum to it', async () => {
  const finished = await run(model, { texts: [SENTENCE], writes: true });
  const tokens = finished.ids[0].length;
  const cell = { layer: 2, head: 2, query: tokens - 1, key: 2 };
  const { origins, byKey, byQuery, score } = await finished.scoreParts(cell);
  // Embedding and positions, four heads, a bias and an MLP for each of two layers, and the biases.
  assert.equal(origins.length, 2 + 2 * (4 + 1 + 1) + 1);
  const { q, k } = heads(finished, 2);
  const row = (/** @type {Float32Array} */ data, /** @type {number} */ token) =>
    data.subarray((2 * tokens + token) * 32, (2 * tokens + token + 1) * 32);
  const product = row(q.data, cell.query).reduce((all, each, c) => all + each * row(k.data, cell.key)[c], 0);
  const wanted = product / Math.sqrt(32);
  for (const found of [score, byKey.reduce((a, b) => a + b), byQuery.reduce((a, b) => a + b)])
    assert.ok(Math.abs(found - wanted) < 1e-4, `${found} for ${wanted}`);
});

/** A softmax over the numbers that are there. @param {number[]} row */
function softmaxOf(row) {
  const exponentials = row.map((score) => (Number.isNaN(score) ? 0 : Math.exp(score)));
  const sum = exponentials.reduce((all, each) => all + each);
  return exponentials.map((each) => each / sum);
}

for (const family of ['tiny-gpt', 'llama', 'mistral', 'gemma2', 'gemma3-bidirectional', 'bert'])
  test(`the weights of ${family} are the softmax of the scores, and keys that are not seen have none`, async () => {
    const path = new URL(`../../fixtures/model/${family}/`, import.meta.url);
    const file = async (/** @type {string} */ name) => new File([await readFile(new URL(name, path))], name);
    const any = await open([await file('config.json'), await file('model.safetensors')]);
    const ids = Array.from({ length: 24 }, (_, at) => (at * 7) % Math.min(any.facts.vocabulary, 60));
    const tokens = Math.min(ids.length, any.facts.positions);
    const finished = await run(any, { texts: [ids.slice(0, tokens)] });
    const { layerHeads, softcap, causal, windows } = any.facts;
    const cap = (/** @type {number} */ score) => (softcap ? softcap * Math.tanh(score / softcap) : score);
    layerHeads.forEach((heads, layer) => {
      for (let head = 0; head < heads; head += 1) {
        const weights = finished.weights(layer, head);
        for (let query = 0; query < tokens; query += 1) {
          const row = [...scores(finished, { layer, head, query })];
          furthest(
            softmaxOf(row.map(cap)),
            [...weights.subarray(query * tokens, (query + 1) * tokens)],
            1e-5,
          );
          const unseen = row.flatMap((score, key) => (Number.isNaN(score) ? [key] : []));
          const isHidden = (/** @type {number} */ key) =>
            (causal && key > query) || Math.abs(key - query) >= (windows[layer] ?? Infinity);
          assert.deepEqual(unseen, [...row.keys()].filter(isHidden));
        }
      }
    });
    finished.free();
    any.free();
  });

test('layers are reported as they are done, and their heads can be read', async () => {
  /** @type {number[]} */
  const done = [];
  await run(
    model,
    { texts: [[1, 2, 3]] },
    { onLayer: (layer, running) => done.push(layer, running.weights(layer, 0).length) },
  );
  assert.deepEqual(done, [0, 9, 1, 9, 2, 9, 3, 9]);
});

test('after an earlier run only the new tokens are computed, with the bits of a whole run', async () => {
  const ids = Array.from({ length: 40 }, (_, at) => (at * 7919) % small.facts.vocabulary);
  const earlier = await run(small, { texts: [ids.slice(0, 39)], writes: true });
  const whole = await run(small, { texts: [ids], writes: true });
  const after = await run(small, { texts: [ids], writes: true }, { earlier });
  assert.deepEqual([whole.reused, after.reused], [0, 39]);
  const bits = async (/** @type {typeof after} */ each) => Buffer.from(await toFile(each).arrayBuffer());
  assert.deepEqual(await bits(after), await bits(whole));
  assert.deepEqual(after.readouts(), whole.readouts());
  const cell = { layer: 3, head: 1, query: 39, key: 2 };
  assert.deepEqual(await after.scoreParts(cell), await whole.scoreParts(cell));
  // The earlier run may be gone, as after a restart of the engine.
  earlier.free();
  const again = await run(small, { texts: [ids], writes: true }, { earlier });
  assert.equal(again.reused, 0);
  for (const each of [whole, after, again]) each.free();
});

test('a run ends at once when it is cancelled', async () => {
  const stop = new AbortController();
  const running = run(
    model,
    { texts: [Array(128).fill(7)], eachHead: {} },
    { signal: stop.signal, onLayer: () => stop.abort(new Error('enough')) },
  );
  await assert.rejects(running, { message: 'enough' });
});

test('texts and ids that a model cannot run are rejected with figures', async () => {
  const rejected = (/** @type {any} */ request, /** @type {object} */ error) =>
    assert.rejects(run(model, request), error);
  await rejected({ texts: [[2048]] }, { kind: 'input', class: 'no_such_token', figures: [2048, 2048] });
  await rejected({ texts: [Array(129).fill(1)] }, { class: 'too_long', figures: [129, 128] });
  await rejected({ texts: [[]] }, { class: 'no_tokens' });
  await rejected(
    { texts: [Array(30_000).fill(1), Array(30_000).fill(1)] },
    { kind: 'limit', class: 'limit' },
  );
  await rejected({ texts: [[1]], lense: true }, { kind: 'input' });
  await rejected({ texts: [[1], [1, 2]] }, { class: 'lengths', figures: [1, 2] });
});

test('the files of a model are known by their names, whatever the case of an extension', async () => {
  const named = (/** @type {string[]} */ ...names) => isModel(names.map((name) => new File(['x'], name)));
  assert.ok(named('notes.txt', 'Model-Q4_K_M.GGUF'));
  assert.ok(named('config.json', 'model.SAFETENSORS'));
  assert.ok(!named('config.json', 'heads.npz') && !named('vocab.json') && !named());
  assert.ok(!named('heads.safetensors'));
  // A folder without its config.json is told what it lacks.
  assert.ok(named('model.safetensors', 'tokenizer.json'));
  assert.ok(named('config.json') && named('tokenizer.json') && named('config.json', 'tokenizer.json'));
  assert.ok(named('config.json', 'pytorch_model.bin', 'vocab.json', 'merges.txt'));
  assert.ok(named('config.json', 'generation_config.json', 'model.safetensors.index.json'));
  const opened = await open([new File([await readFile(SMALL_MODEL)], 'SMALL.GGUF')]);
  assert.equal(opened.name, 'SMALL.GGUF');
  opened.free();
});

test('a folder as it is published is one model, whatever its subfolders have', async () => {
  const [config, weights, tokenizer] = (await folder()).map((file) => /** @type {File} */ (file));
  const at = (/** @type {string} */ path, /** @type {Blob} */ file) =>
    Object.defineProperty(new File([file], path.split('/').at(-1) ?? ''), 'webkitRelativePath', {
      value: path,
    });
  const root = (/** @type {string} */ name) => [
    at(`${name}/config.json`, config),
    at(`${name}/model.safetensors`, weights),
    at(`${name}/tokenizer.json`, tokenizer),
  ];
  const pooling = at('MiniLM/1_Pooling/config.json', new Blob(['{"pooling_mode_mean_tokens": true}']));
  const cached = 'models--google--gemma/snapshots/c5ebcd40';
  for (const [name, ...files] of /** @type {[string, ...File[]][]} */ ([
    ['MiniLM', pooling, ...root('MiniLM')],
    ['gpt2', ...root('gpt2'), at('gpt2/onnx/config.json', config), at('gpt2/onnx/tokenizer.json', tokenizer)],
    [
      'oss',
      at('oss/original/config.json', config),
      at('oss/original/model.safetensors', weights),
      ...root('oss'),
    ],
    ['Mistral', ...root('Mistral'), at('Mistral/consolidated.safetensors', weights)],
    ['gemma', ...root(cached)],
  ])) {
    const model = await open(files);
    assert.equal(model.name, name);
    assert.ok(model.encode('Jane').length > 0);
    model.free();
  }
  await assert.rejects(open([...root('a'), ...root('b')]), { class: 'two_models' });
});

test('files that are no model are rejected with one sentence', async () => {
  const [config, weights] = await folder();
  const rejected = (/** @type {Blob[]} */ files, /** @type {string} */ name) =>
    assert.rejects(open(files), (/** @type {any} */ error) => {
      assert.equal(error.class, name, error.message);
      assert.equal(error.kind, 'file');
      return error.message !== '';
    });
  await rejected([], 'no_model');
  await rejected([weights], 'no_config');
  const pickled = open([config, new File(['PK'], 'pytorch_model.bin')]);
  await assert.rejects(pickled, { class: 'no_model', message: /^pytorch_model\.bin is pickled Python/ });
  const parts = [3, 1].map((part) => new File([weights], `model-0000${part}-of-00003.safetensors`));
  await assert.rejects(open([config, ...parts]), {
    class: 'no_part',
    message: 'model-00002-of-00003.safetensors is missing: all parts of a model are needed.',
  });
  await rejected([config, weights, new File([await readFile(SMALL_MODEL)], 'b.gguf')], 'two_models');
  await rejected([new File(['GGUF'], 'a.gguf')], 'truncated');
  await rejected(
    [new File([await readFile(SMALL_MODEL).then((file) => file.subarray(0, 40_000))], 'a.gguf')],
    'truncated',
  );
  await rejected([new File(['{}'], 'config.json'), weights], 'config');
  const cut = new File([(await weights.arrayBuffer()).slice(0, 300)], 'model.safetensors');
  await rejected([config, cut], 'truncated');
  const other = new File([(await config.text()).replace('"n_embd": 128', '"n_embd": 64')], 'config.json');
  await rejected([other, weights], 'shape');
});

test('of several files, the one that is empty or cut short is named', async () => {
  const [config, weights] = await folder();
  const [, ...named] = ['1', '2', '3'].map((part) => `model-0000${part}-of-00003.safetensors`);
  const first = new File([await weights.arrayBuffer()], 'model-00001-of-00003.safetensors');
  const cut = (/** @type {string} */ name) =>
    weights.arrayBuffer().then((bytes) => new File([bytes.slice(0, 300)], name));
  await assert.rejects(open([config, new File([], named[1]), await cut(named[0]), first]), {
    class: 'empty',
    message: `${named[1]} is empty.`,
  });
  await assert.rejects(open([config, await cut(named[1]), await cut(named[0]), first]), {
    class: 'truncated',
    message:
      /^model-00002-of-00003\.safetensors: the header needs \d+ bytes, and 300 are there: the file is cut short$/,
  });
  // What is wrong with all of them together is about none of them alone.
  const whole = ['a', 'b'].map(
    async (name) => new File([await weights.arrayBuffer()], `${name}.safetensors`),
  );
  await assert.rejects(open([config, ...(await Promise.all(whole))]), {
    class: 'twice',
    message: /^the tensor `[\w.]+` is in two files$/,
  });
  const stop = new AbortController();
  stop.abort();
  await assert.rejects(
    open([config, await cut(named[0]), await cut(named[1]), first], { signal: stop.signal }),
    {
      name: 'AbortError',
    },
  );
});

test('a tokenizer that cannot be read does not prevent runs of ids', async () => {
  const [config, weights] = await folder();
  const without = await open([config, weights, new File(['{'], 'tokenizer.json')]);
  assert.throws(() => without.encode('a'), { class: 'json' });
  assert.deepEqual(without.tokens([5]), ['[5]']);
  const finished = await run(without, { texts: [[5, 6]] });
  assert.equal(finished.weights(0, 0).length, 4);
});

test('a tokenizer with more tokens than the model is refused, and one with far fewer is told', async () => {
  const [config, weights, tokenizer] = await folder();
  const contents = JSON.parse(await tokenizer.text());
  /** @param {object} changes */
  const opened = (changes) =>
    open([config, weights, new File([JSON.stringify({ ...contents, ...changes })], 'tokenizer.json')]);
  const { vocab, merges } = contents.model;
  const larger = await opened({ model: { ...contents.model, vocab: { ...vocab, zzz: 2050 } } });
  const other = 'the tokenizer is of another model: it has 2051 tokens, and the model 2048';
  assert.equal(larger.tokenizerProblem?.message, other);
  assert.throws(() => larger.encode('a'), { class: 'tokenizer', figures: [2051, 2048], message: other });
  assert.equal(larger.facts.hasTokenizer, false);
  const few = Object.fromEntries(Object.entries(vocab).filter(([, id]) => Number(id) < 256));
  const smaller = await opened({
    added_tokens: [],
    model: { ...contents.model, vocab: few, merges: merges.slice(0, 0) },
  });
  const note = 'the tokenizer has only 256 tokens, and the model 2048';
  assert.deepEqual(smaller.facts.notes, [note]);
  assert.ok(smaller.encode('a').length > 0);
  assert.deepEqual([model.facts.notes, small.facts.notes], [[], []]);
  for (const one of [larger, smaller]) one.free();
});

test('every error has a class and figures', async () => {
  const finished = await run(model, { texts: [[1, 2]], writes: true });
  const cell = { text: 0, layer: 1, head: 0, query: 0, key: 1 };
  const masked = {
    kind: 'input',
    class: 'masked',
    message: 'query 0 does not see key 1, so this cell has no score',
  };
  await assert.rejects(finished.scoreParts(cell), masked);
  finished.free();
  const classed = { kind: 'input', class: 'input', figures: null };
  for (const eachHead of [{ with: 'text' }, { with: 'ones' }])
    await assert.rejects(run(model, /** @type {any} */ ({ texts: [[1, 2]], eachHead })), classed);
  await assert.rejects(run(model, /** @type {any} */ ({})), classed);
  assert.throws(() => model.encode(/** @type {any} */ (5)), classed);
  assert.throws(() => model.raw().encode('a'), { kind: 'input', class: 'no_tokenizer' });
});

test('the memory that is told is that of the largest part of a run', async () => {
  /** @type {number[]} */
  const told = [];
  const finished = await run(
    model,
    { texts: [[1, 2]] },
    { onMemory: ({ parameters }) => told.push(parameters) },
  );
  finished.free();
  // Four layers of 198,272 numbers of 16 bits, then 2,048 rows of 128 for the logits.
  assert.deepEqual(told, [...Array(4).fill(2 * 198_272), 2 * 2048 * 128]);
});

test('a file that vanishes is told by its name', async () => {
  const [config] = await folder();
  const gone = Object.assign(new File(['{}'], 'model.safetensors'), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  });
  await assert.rejects(open([config, gone]), {
    kind: 'file',
    class: 'gone',
    message: 'model.safetensors can no longer be read: it was moved, changed or deleted.',
  });
});

test('a file that vanishes during a run ends it, and the model can be run again once it is back', async () => {
  const { files, model: file, shape } = largeModel();
  const large = await open(/** @type {any} */ (files));
  assert.equal(large.facts.layers, shape.layers);
  const slice = file.slice.bind(file);
  /** @type {number[]} */
  const done = [];
  await assert.rejects(
    run(
      large,
      { texts: [[1, 2]] },
      {
        onLayer: (layer) => {
          done.push(layer);
          file.slice = () => ({
            arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
          });
        },
      },
    ),
    { class: 'gone', message: 'smollm2.gguf can no longer be read: it was moved, changed or deleted.' },
  );
  // What was read ahead is still computed.
  assert.ok(done.length > 0 && done.length < shape.layers);
  file.slice = slice;
  const finished = await run(large, { texts: [[1, 2]] });
  assert.equal(finished.layers, shape.layers);
  finished.free();
  large.free();
});

test('a size beyond those of a 32-bit program is not called something else than a whole number', async () => {
  const [config, weights] = await folder();
  const big = JSON.stringify({ ...JSON.parse(await config.text()), n_head: 2 ** 32 });
  await assert.rejects(open([new File([big], 'config.json'), weights]), {
    class: 'config',
    message: /`n_head` of the configuration is 4294967296, but it must be a smaller number/,
  });
});

test('a tensor that is missing, and a tokenizer of another model, are told with names and figures', async () => {
  const [config, weights, tokenizer] = await folder();
  const bytes = Buffer.from(await weights.arrayBuffer());
  const at = bytes.indexOf('h.1.mlp.c_fc.bias');
  bytes.write('x', at);
  await assert.rejects(open([config, new File([bytes], 'model.safetensors')]), {
    class: 'missing_tensor',
    message: /h\.1\.mlp\.c_fc\.bias/,
  });
  const other = JSON.parse(await tokenizer.text());
  for (const token of Object.keys(other.model.vocab)) other.model.vocab[token] += 3000;
  const mixed = await open([config, weights, new File([JSON.stringify(other)], 'tokenizer.json')]);
  await assert.rejects(run(mixed, { texts: ['Elinor'] }), { class: 'tokenizer', figures: [5048, 2048] });
  mixed.free();
});

test('30,000 tokens are rejected with the figures, before anything is computed', async () => {
  const text = 'never '.repeat(30_000);
  const ids = small.encode(text);
  assert.ok(ids.length >= 30_000);
  await assert.rejects(run(small, { texts: [ids] }), { class: 'too_long', figures: [ids.length, 128] });
});

test('a run needs no timer, which a tab in the background would delay', async (t) => {
  const timers = /** @type {const} */ (['setTimeout', 'setInterval']).map((name) =>
    t.mock.method(globalThis, name, () => assert.fail(`${name} was called`)),
  );
  const finished = await run(model, { texts: [Array(128).fill(7)], eachHead: {} });
  assert.equal(finished.layers, SIZES.layers);
  finished.free();
  assert.deepEqual(
    timers.map((timer) => timer.mock.callCount()),
    [0, 0],
  );
});

test('a number that is not finite is told with its layer', async () => {
  const [config, weights] = await folder();
  const bytes = new Uint8Array(await weights.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const length = Number(view.getBigUint64(0, true));
  const listed = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  view.setUint16(8 + length + listed['h.1.mlp.c_fc.weight'].data_offsets[0], 0x7e00, true);
  const broken = await open([config, new File([bytes], 'model.safetensors')]);
  await assert.rejects(run(broken, { texts: [[1, 2]] }), { class: 'not_finite', figures: [1, 1] });
});

test('what is freed is not used again', async () => {
  const other = await open([await fixture('config.json'), await fixture('model.safetensors')]);
  assert.ok(other instanceof LanguageModel);
  other.free();
  await assert.rejects(run(other, { texts: [[1]] }), { kind: 'input' });
});

test('candidates follow temperature, top-k and top-p', () => {
  const logits = Float32Array.of(1, 3, 2, -1);
  const of = (/** @type {any} */ sampling) =>
    candidates(logits, { temperature: 1, topK: 0, topP: 1, ...sampling });
  const sum = Math.exp(1) + Math.exp(3) + Math.exp(2) + Math.exp(-1);
  assert.deepEqual(
    of({}).map(({ id }) => id),
    [1, 2, 0, 3],
  );
  assert.ok(Math.abs(of({})[0].probability - Math.exp(3) / sum) < 1e-12);
  assert.deepEqual(of({ temperature: 0 }), [{ id: 1, probability: 1 }]);
  const two = Math.exp(3) + Math.exp(2);
  assert.ok(Math.abs(of({ topK: 2 })[1].probability - Math.exp(2) / two) < 1e-12);
  assert.equal(of({ topP: 0.6 }).length, 1);
  assert.equal(of({ topP: 0.8 }).length, 2);
  const half = Math.exp(3 / 2) / [1, 3, 2, -1].reduce((all, each) => all + Math.exp(each / 2), 0);
  assert.ok(Math.abs(of({ temperature: 2 })[0].probability - half) < 1e-12);
});

test('a seed repeats its tokens, and random numbers are spread evenly', () => {
  const from = [
    { id: 7, probability: 0.75 },
    { id: 9, probability: 0.25 },
  ];
  assert.equal(chosen(from, 0.74), 7);
  assert.equal(chosen(from, 0.76), 9);
  assert.equal(chosen(from, 0.9999999), 9);
  assert.equal(randomOf(3, 5), randomOf(3, 5));
  const numbers = Array.from({ length: 4000 }, (_, step) => randomOf(1, step));
  const mean = numbers.reduce((a, b) => a + b) / numbers.length;
  assert.ok(Math.abs(mean - 0.5) < 0.02, String(mean));
  assert.ok(Math.abs(numbers.filter((each) => each < 0.1).length / 4000 - 0.1) < 0.02);
});
