/** The command line runs a model over a text and writes its heads. */
import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { readHeads } from '../command/heads.mjs';
import { parseOptions } from '../command/options.mjs';
import { run } from '../command/run.mjs';
import { chosen, numbersOf } from '../page/save/heads.js';
import { SMALL_MODEL } from '../rooms/maps/live/pack.mjs';
import { room as maps } from '../rooms/maps/room.js';
import { LANGUAGES } from '../page/words/index.js';
import { FOLDER, furthest, numbers, reference } from './model-plain.js';

const MODEL = fileURLToPath(FOLDER);
const SMALL = fileURLToPath(SMALL_MODEL);
const WITHOUT_TOKENIZER = fileURLToPath(new URL('../../fixtures/model/llama/', import.meta.url));

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heedmap-command-model-'));
});
after(() => rm(folder, { recursive: true }));

/** @param {string[]} words */
async function said(...words) {
  /** @type {{ log: string[], error: string[] }} */
  const out = { log: [], error: [] };
  const code = await run(words, { log: (text) => out.log.push(text), error: (text) => out.error.push(text) });
  return { code, log: out.log.join('\n'), error: out.error.join('\n') };
}

test('the heads of a folder with a model are those of PyTorch, for a text and for its ids', async () => {
  await maps.load(/** @type {any} */ (undefined));
  const [{ text, ids, weights }] = reference.sentences;
  for (const words of [
    ['--text', text],
    ['--ids', ids.join(' ')],
  ]) {
    const options = /** @type {import('../command/options.mjs').Options} */ (parseOptions([MODEL, ...words]));
    const { openMaps, summary, close } = await readHeads(options, LANGUAGES.en);
    const { specs } = chosen(openMaps, 'all');
    furthest(await numbersOf(openMaps, specs, () => {}), numbers(weights), 1e-5);
    assert.match(
      summary,
      /^tiny-gpt \(gpt2\): 4 layers of 4 heads, 1\.07 million parameters, run over \d+ tokens\./,
    );
    close();
  }
});

test('a GGUF file becomes a page with all heads and the text, whatever the case of its extension', async () => {
  const model = join(folder, 'AUSTEN.GGUF');
  await copyFile(SMALL, model);
  const output = join(folder, 'figure.html');
  const { code, log } = await said(model, '--text', 'Elinor met Jane in Bath', '-o', output);
  assert.equal(code, 0);
  assert.match(log, /^AUSTEN\.GGUF \(gpt2\): [^\n]+\nq, k and v of 4 layers × 4 heads/);
  const page = await readFile(output, 'utf8');
  assert.match(page, /ĠJane/);
});

test('one head becomes a picture, and the name of the output follows from the model', async () => {
  const output = join(folder, 'head.svg');
  const { code } = await said(SMALL, '--text', 'Elinor met', '--layer', '2', '--head', '2', '-o', output);
  assert.equal(code, 0);
  assert.match(await readFile(output, 'utf8'), /<svg [\s\S]+>Elinor<[\s\S]+>met</);
  const named = (/** @type {string} */ path) =>
    /** @type {any} */ (parseOptions([path, '--text', 'a'])).output;
  assert.equal(named('models/SmolLM2-135M.gguf'), 'SmolLM2-135M.html');
  assert.equal(named('models/gpt2/'), 'gpt2.html');
  assert.equal(named('.'), 'figure.html');
});

test('invalid arguments for a model give one sentence and exit code 2', async () => {
  for (const words of [
    ['--text', 'a'],
    [SMALL],
    [SMALL, '--text', 'a', '--ids', '1'],
    [SMALL, '--ids', ''],
    [SMALL, '--ids', '1 b'],
    [SMALL, '--ids', '-1'],
    [SMALL, '--text', 'a', '--tokens', 'a'],
    [SMALL, '--text', 'a', '--queries', '3'],
    ['--mask', 'causal', '--text', 'a'],
  ]) {
    const { code, error } = await said(...words);
    assert.equal(code, 2, words.join(' '));
    assert.match(error, /^heedmap: [^\n]+\.$/);
  }
});

test('a model that cannot be run gives one sentence and exit code 1', async () => {
  const two = join(folder, 'two');
  const empty = join(folder, 'empty');
  await Promise.all([two, empty].map((path) => mkdir(path)));
  await Promise.all(['a.gguf', 'b.gguf'].map((name) => copyFile(SMALL, join(two, name))));
  for (const [words, sentence] of /** @type {[string[], RegExp][]} */ ([
    [[join(folder, 'none.gguf'), '--text', 'a'], /none\.gguf cannot be read/],
    [[two, '--text', 'a'], /There are 2 models: open one of them/],
    [[empty, '--text', 'a'], /There is no model/],
    // Without --text, what a model lacks is told in the same words.
    [[join(MODEL, 'config.json')], /There is no model: a \.gguf file, or config\.json with \.safetensors/],
    [[join(MODEL, 'tokenizer.json')], /There is no model/],
    [
      [join(MODEL, 'tokenizer.json'), join(MODEL, 'model.safetensors')],
      /model\.safetensors is a model without its config\.json: add config\.json and tokenizer\.json/,
    ],
    [[two, SMALL, '--text', 'a'], /two is a folder: name it alone/],
    [[WITHOUT_TOKENIZER, '--text', 'a'], /llama has no tokenizer\.json: add it, or give --ids "15 1203 88"/],
    [[SMALL, '--text', ''], /--text has no token/],
    [
      [SMALL, '--text', 'never '.repeat(200)],
      /the text has \d+ tokens, and the model was made for at most 128/,
    ],
    [[SMALL, '--ids', '2048'], /token 2048 does not exist: the vocabulary has 2048/],
    [[SMALL, '--text', 'a', '--layer', '4'], /There is no head 0 of layer 4: there are 4 layers of 4 heads/],
  ])) {
    const { code, error } = await said(...words, '-o', join(folder, 'not.html'));
    assert.equal(code, 1, words.join(' '));
    assert.match(error, sentence);
    assert.match(error, /^heedmap: [^\n]+\.$/);
  }
  await assert.rejects(readFile(join(folder, 'not.html')));
});
