/** What was off in the run that a file was written from. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { run as command } from '../command/run.mjs';
import { load, open, run, toFile } from '../engine/model.js';
import { headsFile } from '../page/frame/heads-file.js';
import { LANGUAGES } from '../page/words/index.js';
import { passOf } from '../rooms/maps/live/pass.js';
import { SMALL_MODEL } from '../rooms/maps/live/pack.mjs';
import { offText } from '../rooms/maps/reading/off.js';
import '../rooms/maps/words/index.js';
/** @import { ModelEdit } from '../engine/model-run.js' */

await load();
const model = await open([new File([await readFile(SMALL_MODEL)], 'small-model.gguf')]);

/** @param {{ arrayBuffer: () => Promise<ArrayBuffer> }} file @returns {Promise<Record<string, string>>} */
async function metadataOf(file) {
  const bytes = await file.arrayBuffer();
  const length = new DataView(bytes).getUint32(0, true);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length))).__metadata__;
}

/** The sentence for four layers. @param {string} off @param {'en' | 'es' | 'pt'} [language] */
const said = (off, language = 'en') =>
  offText(
    /** @type {any} */ ({
      opened: { files: [{ metadata: [['off', off]] }] },
      tokens: { tokens: [{ text: 'Elinor' }, { text: ' met' }] },
      reading: { layers: 4, sinks: null },
    }),
    LANGUAGES[language],
  );

test('the heads of a text are in a file with the name of the model, which says what was off', async () => {
  const wanted = { text: 'Elinor met', model: null, second: null };
  const { file, run: all } = /** @type {any} */ (
    await passOf(/** @type {any} */ (await import('../engine/model.js')), model, {
      ...wanted,
      ...{ off: [{ layer: 2, head: 1 }], replacement: 'mean' },
    })
  );
  assert.equal(file.name, 'small-model.safetensors');
  const { off } = await metadataOf(new Blob([file.held]));
  assert.equal(off, '[{"part":"head","layer":2,"head":1,"with":"mean"}]');
  assert.equal(said(off), 'Off: 2·1 (its mean).');
  all.free();
});

test('a run with all parts on says nothing', async () => {
  /** @type {ModelEdit[]} */
  const edits = [{ part: 'mlp', layer: 0 }];
  const finished = await run(model, { texts: [[5, 6]], variants: [{ edits, kept: true }] });
  assert.equal((await metadataOf(toFile(finished))).off, undefined);
  assert.equal(
    (await metadataOf(toFile(finished, { variant: 0 }))).off,
    '[{"part":"mlp","layer":0,"with":"zero"}]',
  );
  finished.free();
});

test('what was off is said in each language: by kinds, and of a token in all layers as one part', () => {
  const value = [0, 1, 2, 3].map((layer) => ({ part: 'value', layer, token: 1, with: 'zero' }));
  const edits = [
    { part: 'head', layer: 2, head: 2, with: 'text' },
    { part: 'mlp', layer: 1, with: 'zero' },
    ...value,
    { part: 'value', layer: 3, token: 0, with: 'zero' },
  ];
  assert.equal(
    said(JSON.stringify(edits)),
    'Off: MLP of layer 1, value of “Elinor” (0) in layer 3, value of “met” (1) in all layers (zeros); 2·2 (resampled).',
  );
  assert.match(said(JSON.stringify(edits), 'es'), /^Apagadas: .* \(ceros\); 2·2 \(remuestreada\)\.$/);
  assert.match(said(JSON.stringify(edits), 'pt'), /^Desligadas: .* \(zeros\); 2·2 \(reamostrada\)\.$/);
  const heads = Array.from({ length: 9 }, (_, head) => ({ part: 'head', layer: 0, head, with: 'zero' }));
  assert.equal(said(JSON.stringify(heads)), 'Off: 0·0, 0·1, 0·2, 0·3, 0·4, 0·5, 0·6, 0·7 … (zeros).');
});

test('metadata that does not say what was off is ignored', () => {
  for (const off of [
    ...['', 'x', '{}', 'null', '[]', '[null, 3, "a", []]', '[{"part":"head","layer":0,"with":"zero"}]'],
    '[{"part":"head","layer":-1,"head":0,"with":"zero"}]',
    '[{"part":"head","layer":0,"head":0,"with":"<b>"}]',
    '[{"part":"stream","layer":0,"token":0,"with":"text"}]',
    `[${'{"part":"head","layer":0,"head":0,"with":"zero"},'.repeat(30_000)}{}]`,
  ])
    assert.equal(said(off), '', off.slice(0, 60));
});

test('the command says it, and pages of such a file keep it, with weights and with q and k', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-off-'));
  /** @type {ModelEdit[]} */
  const edits = [{ part: 'head', layer: 1, head: 3, with: 'zero' }];
  const finished = await run(model, { texts: ['Elinor met'], variants: [{ edits, kept: true }] });
  const path = join(folder, 'off.safetensors');
  await writeFile(path, Buffer.from(await toFile(finished, { variant: 0 }).arrayBuffer()));
  finished.free();
  for (const more of [[], ['--qk']]) {
    /** @type {string[]} */
    const log = [];
    const output = join(folder, 'off.html');
    const code = await command([path, ...more, '-o', output], {
      log: (text) => log.push(text),
      error: assert.fail,
    });
    assert.equal(code, 0);
    assert.match(log.join('\n'), /^Off: 1·3 \(zeros\)\.$/m);
    const [, payload] =
      /<script [^>]*type="application\/json"[^>]*>(\{"room".*?)<\/script>/s.exec(
        await readFile(output, 'utf8'),
      ) ?? [];
    const { heads, files } = JSON.parse(payload);
    const found = heads ? await metadataOf(await headsFile(heads)) : files[0].metadata;
    assert.deepEqual(JSON.parse(found.off), edits);
  }
  await rm(folder, { recursive: true });
});
