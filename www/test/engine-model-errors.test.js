/** Errors of engine/model: each has a kind, a class of the type ModelErrorClass, and figures or null. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  ablate,
  copying,
  features,
  headTokens,
  heads,
  lens,
  load,
  open,
  patch,
  run,
  scores,
  successors,
  toFile,
} from '../engine/model.js';
import { folder } from './model-plain.js';
import { withNumbers } from './safetensors-patched.js';

await load();
const model = await open(await folder());
const ids = [39, 299, 297, 354];
const read = (/** @type {string} */ path) => readFile(new URL(path, import.meta.url), 'utf8');
/** The classes of the type. */
const named = (await read('../pkg/heedmap_model_wasm.d.ts'))
  .match(/export type ModelErrorClass =([^;]+);/)?.[1]
  .match(/\w+/g);

/** @param {() => unknown} call @returns {Promise<any>} */
const thrown = async (call) => {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return assert.fail(`${call} threw nothing`);
};

test('the type of the errors names every class of the crates, and of the modules', async () => {
  const sources = await Promise.all(
    [
      '../../crates/model/src/error/class.rs',
      '../../crates/tensor-files/src/error/problem.rs',
      '../../crates/model-wasm/src/error.rs',
    ].map(read),
  );
  const found = sources.flatMap((source) => {
    const classes = source.includes('fn class') ? source.slice(source.indexOf('fn class')) : source;
    return [...classes.matchAll(/(?:=> |=> \{\s+|, )"([a-z_]+)"/g)].map(([, name]) => name);
  });
  assert.ok(found.length > 50, `${found.length}`);
  const modules = [
    'model-files.js',
    'model-feed.js',
    'model-tokenizer.js',
    'model.js',
    'handle.js',
    'model-run.js',
  ];
  for (const module of modules)
    for (const [, name] of (await read(`../engine/${module}`)).matchAll(/'([a-z_]+)',?(?: error)?\s*\);/g))
      found.push(name);
  for (const name of ['two_models', 'gone', 'freed', 'tokenizer']) assert.ok(found.includes(name), name);
  assert.deepEqual(
    [...new Set(found)].filter((name) => !named?.includes(name) && !['text', 'variant'].includes(name)),
    [],
  );
});

test('arguments that no call can take give typed errors, of which a caller can tell the reason', async () => {
  const finished = await run(model, { texts: [ids], writes: true });
  const freed = await run(model, { texts: [ids] });
  freed.free();
  const gone = await open(await folder());
  gone.free();
  const cell = { layer: 1, head: 0, query: 3, key: 1 };
  const any = /** @type {any} */ (undefined);
  /** @type {[string, () => unknown][]} */
  const cases = [
    ['input', () => open(any)],
    ['input', () => open(/** @type {any} */ (['model.gguf']))],
    ['input', () => open(/** @type {any} */ (null))],
    ['no_model', () => open([])],
    ['input', () => model.encode(any)],
    ['input', () => run(model, any)],
    ['input', () => run(model, { texts: any })],
    ['input', () => run(model, { texts: [/** @type {any} */ (null)] })],
    ['input', () => run(model, { texts: [/** @type {any} */ (['a'])] })],
    ['input', () => run(/** @type {any} */ ({}), { texts: [ids] })],
    ['freed', () => run(gone, { texts: [ids] })],
    ['no_tokens', () => run(model, { texts: [] })],
    ['no_tokens', () => run(model, { texts: [[]] })],
    ['no_such_token', () => run(model, { texts: [[9999]] })],
    ['too_long', () => run(model, { texts: [Array(129).fill(1)] })],
    ['limit', () => run(model, { texts: Array(300).fill(Array(128).fill(1)) })],
    ['lengths', () => run(model, { texts: [[1, 2], [1]] })],
    ['missing', () => run(model, { texts: [ids], positions: [4] })],
    ['missing', () => run(model, { texts: [ids], variants: [{ edits: [{ part: 'mlp', layer: 9 }] }] })],
    ['input', () => run(model, { texts: [ids], variants: [{ edits: [{ part: 'head', layer: 1 }] }] })],
    ['input', () => ablate(model, any)],
    ['input', () => ablate(model, { text: ids, token: any })],
    ['no_such_token', () => ablate(model, { text: ids, token: 4000 })],
    ['input', () => lens(model, any)],
    ['missing', () => lens(model, { text: ids, token: 5, position: 4 })],
    ['input', () => patch(model, any)],
    ['lengths', () => patch(model, { text: ids, other: [1], token: 5 })],
    ['input', () => patch(model, { text: ids, other: ids, token: 5, part: /** @type {any} */ ('value') })],
    ['freed', () => copying(gone)],
    ['freed', () => successors(gone, ids)],
    ['missing', () => finished.weights(9, 0)],
    ['missing', () => finished.weights(0, 9)],
    ['missing', () => finished.weights(0, 0, { text: 1 })],
    ['missing', () => finished.weights(0, 0, { variant: 0 })],
    ['input', () => finished.kept(0, /** @type {any} */ ('queries'))],
    ['missing', () => finished.logits({ text: 1 })],
    ['not_kept', () => finished.logits({}, 1)],
    ['missing', () => finished.tokensOf(1)],
    ['missing', () => heads(finished, 0, { text: 1 })],
    ['missing', () => heads(finished, 9)],
    ['missing', () => features(finished, { ...cell, layer: 9 })],
    ['missing', () => features(finished, { ...cell, query: 4 })],
    ['missing', () => features(finished, { ...cell, head: -1 })],
    ['missing', () => features(finished, { ...cell, key: 4 })],
    ['input', () => features(any, cell)],
    ['missing', () => scores(finished, { ...cell, query: 4 })],
    ['freed', () => scores(freed, cell)],
    ['input', () => heads(any, 0)],
    ['missing', () => finished.scoreParts({ ...cell, head: 4 })],
    ['missing', () => finished.scoreParts({ ...cell, variant: 0 })],
    ['masked', () => finished.scoreParts({ ...cell, query: 0 })],
    ['missing', () => headTokens(finished, { ...cell, key: 4 })],
    ['freed', () => freed.weights(0, 0)],
    ['freed', () => toFile(freed)],
    ['input', () => toFile(any)],
  ];
  for (const [wanted, call] of cases) {
    const error = await thrown(call);
    const told = `${call}: ${error.stack}`;
    assert.equal(error.class, wanted, told);
    assert.ok(['input', 'limit', 'file'].includes(error.kind), told);
    assert.ok(error.figures === null || error.figures.every(Number.isInteger), told);
    assert.ok(named?.includes(error.class), told);
    assert.ok(
      error.message.length > 10 && !/undefined is not|Cannot (read|destructure)/.test(error.message),
      told,
    );
  }
  finished.free();
});

test('a run without the parts of scores says so, and a run that is cancelled throws the reason', async () => {
  const finished = await run(model, { texts: [ids] });
  const error = await thrown(() => finished.scoreParts({ layer: 1, head: 0, query: 3, key: 1 }));
  assert.equal(error.class, 'not_kept');
  finished.free();
  const stop = new AbortController();
  stop.abort();
  assert.equal(
    (await thrown(() => run(model, { texts: [ids] }, { signal: stop.signal }))).name,
    'AbortError',
  );
});

test('a number that is not finite in the row of a token is told with the token and the tensor', async () => {
  const [config, weights, tokenizer] = await folder();
  const [id] = model.encode(' Jane');
  const bytes = withNumbers(new Uint8Array(await weights.arrayBuffer()), 'wte.weight', [0x7e00], 128 * id);
  const broken = await open([config, new File([bytes], 'model.safetensors'), tokenizer]);
  const error = await thrown(() => run(broken, { texts: ['Elinor met Jane'] }));
  const at = model.encode('Elinor met Jane').indexOf(id);
  assert.equal(error.class, 'not_finite_token');
  assert.deepEqual(error.figures, [id, at]);
  const wanted = `the tensor \`wte.weight\` has a number that is NaN or infinite for token ${id} (“Jane”), at position ${at} of the text`;
  assert.equal(error.message, wanted);
  // A text without the token is run until its logit is read.
  assert.equal((await thrown(() => run(broken, { texts: ['Elinor'] }))).class, 'not_finite');
  broken.free();
});
