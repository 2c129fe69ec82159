/** A language needs one JSON file for each area, and no code. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { areas } from '../build/words.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What the copy does not need, from `www`. */
const OMITTED = /^(dist|test|bench)$/;

test('a fourth language in the folders of texts is built and offered', async (context) => {
  const copy = await mkdtemp(join(tmpdir(), 'heedmap-language-'));
  context.after(() => rm(copy, { recursive: true, force: true }));
  const www = join(copy, 'www');
  await cp(join(ROOT, 'www'), www, {
    recursive: true,
    filter: (path) => !OMITTED.test(relative(join(ROOT, 'www'), path)),
  });
  for (const file of ['index.html', 'package.json', 'prettier.config.mjs', 'THIRD-PARTY-LICENSES.txt'])
    await cp(join(ROOT, file), join(copy, file));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const area of await areas()) {
    const table = JSON.parse(await readFile(join(www, area, 'es.json'), 'utf8'));
    if (area === 'words') table.name = 'Galego';
    await writeFile(join(www, area, 'gl.json'), JSON.stringify(table));
  }
  execFileSync(process.execPath, [join(www, 'build/words.mjs')]);

  const inCopy = (/** @type {string} */ module) => import(`file://${join(www, module)}`);
  const { addWords, LANGUAGES, languageOf } = await inCopy('words/languages.js');
  const { texts } = await inCopy('words/index.js');
  addWords([texts]);
  assert.deepEqual(Object.keys(LANGUAGES), ['en', 'es', 'gl', 'pt']);
  assert.equal(LANGUAGES.gl.name, 'Galego', 'the list in the header has its name');
  assert.equal(languageOf(null, ['gl-ES', 'en']), 'gl');
  const { decode } = await inCopy('rooms/learn/state/fragment.js');
  assert.equal(decode('v=1&lesson=words&language=gl').state.language, 'gl');

  const { SCRIPTS } = await inCopy('build/scripts.mjs');
  const { classicText, sharedBy } = await inCopy('build/classic.mjs');
  const script = SCRIPTS.find((/** @type {{ name: string }} */ { name }) => name === 'gl');
  const shared = await sharedBy(SCRIPTS);
  // Those of the page, of all rooms and of the frame are in the scripts that show them before others arrive.
  const early = ['words', 'element/words', 'page/frame/words'];
  const late = (await areas()).filter((area) => !early.includes(area));
  assert.deepEqual(
    [...shared.gl].sort(),
    late.map((area) => `${area}/gl.json`),
    'its script has the texts of all areas',
  );
  assert.match(await classicText(script, shared.gl), /consulta/);
  const page = await readFile(join(copy, 'index.html'), 'utf8');
  const listed = [...page.matchAll(/www\/dist\/heedmap-(en|es|gl|pt)\.js/g)].map(([, id]) => id);
  assert.deepEqual(listed, ['es', 'gl', 'pt'], 'the page loads its script');
});
