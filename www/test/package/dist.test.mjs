/**
 * The folder for a static host, served under a subpath as on GitHub Pages. Run by `cargo xtask test`, after
 * it was written.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pastedOf } from '../../rooms/embed/shown.js';
import { FIGURE_IDS, FIGURES } from '../../rooms/embed/settings.js';
import { freshState } from '../../rooms/embed/state.js';
import { serve } from '../../serve.mjs';
import { start } from '../browser/harness.mjs';
import { settled, values } from '../browser/lesson.mjs';

const folder = process.env.HEEDMAP_DIST ?? '';
/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
/** @type {Awaited<ReturnType<typeof serve>>} */
let host;
before(async () => {
  host = await serve({ folder, path: '/some/sub/path/' });
  harness = await start();
});
after(async () => {
  await harness?.close();
  await host?.close();
});

/**
 * Where snippets have what they name, from where Heedmap is served: of each figure in each view and language,
 * of one head and of several.
 */
function pasted() {
  const lessons = [{ lesson: 'words' }, { lesson: 'own', own: { heads: 2, kvHeads: 2, wO: 'none' } }];
  const views = /** @type {const} */ (['figure', 'room']);
  return FIGURE_IDS.flatMap((figure) =>
    views.flatMap((view) =>
      ['', 'es', 'pt'].flatMap((language) =>
        lessons.flatMap((state) => {
          const shown = {
            attributes: null,
            state,
            display: { map: '', theme: '', language },
            room: { id: FIGURES[figure].room },
          };
          const { script, frame } = pastedOf(
            { ...freshState(), figure, view },
            /** @type {any} */ (shown),
            '',
            { here: '', src: '' },
          );
          return [script, frame.split('#')[0]];
        }),
      ),
    ),
  );
}

test('the folder has the pages, the files that they and snippets refer to, the licenses, and nothing else', async () => {
  const pages = ['index.html', 'embed.html'];
  const texts = await Promise.all(pages.map((page) => readFile(join(folder, page), 'utf8')));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?:src|href)="([^"#:]+)"/g)].map(([, address]) => address),
  );
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const files = found.map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/'),
  );
  assert.ok(named.length > 3);
  const snippets = [...new Set(pasted())];
  assert.equal(
    snippets.length,
    3 + FIGURE_IDS.length + 1,
    `three small scripts, one an element, and the page for frames: ${snippets}`,
  );
  // For pages with several kinds of figures, and for <heed-model>, for which the Embed room writes no code.
  snippets.push('embed/heedmap-embed.js', 'classic/heed-model.js');
  assert.deepEqual(
    files.sort(),
    [
      ...new Set([
        'LICENSE-APACHE',
        'LICENSE-MIT',
        'THIRD-PARTY-LICENSES.txt',
        ...pages,
        ...named,
        ...snippets,
      ]),
    ].sort(),
  );
});

test('under a subpath every room opens, and nothing outside the folder is requested', async () => {
  const visit = await harness.open(`${host.address}#v=1&lesson=words&cursor=scores:2:0`);
  const { page } = visit;
  await page.locator('heed-map:visible').first().waitFor();
  await settled(page);
  const [x, weights] = [await values(page, 'x'), await values(page, 'weights')];
  assert.deepEqual(
    [x.length, x[0][0], weights.length],
    [4, 1, 4],
    'four words, and the first embedding begins with 1',
  );
  for (const room of ['masks', 'maps', 'contrast']) {
    await page.locator(`[data-room="${room}"]`).click();
    await page.locator('main > :not([hidden]) :is(heed-map, canvas)').first().waitFor();
  }
  assert.deepEqual(visit.errors, []);
  const elsewhere = visit.requests.filter(
    ({ url }) => !url.startsWith(host.address) && !/^(data|blob):/.test(url),
  );
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(host.missing, []);
  await visit.close();
});

test('under a subpath the page for frames finds its scripts', async () => {
  const visit = await harness.open(`${host.address}embed.html#v=1&lesson=words`);
  await visit.page.locator('heed-map:visible').first().waitFor();
  assert.deepEqual(visit.errors, []);
  assert.deepEqual(host.missing, []);
  await visit.close();
});
