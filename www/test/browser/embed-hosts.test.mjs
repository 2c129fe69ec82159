/** The code of the Embed room for each kind of host, pasted there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { unzipSync } from 'fflate';
import { serve } from '../../serve.mjs';
import { drawn, openRoom, pasted, snippet } from './embed-room.mjs';
import { painted, ROOT, start, until } from './harness.mjs';
import { settled } from './lesson.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

/**
 * The output of a notebook cell; null without Python.
 *
 * @param {string} cell
 * @param {Record<string, Uint8Array | string>} [files] - beside the notebook
 */
async function outputOf(cell, files = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-embed-'));
  await mkdir(join(folder, 'IPython'));
  await writeFile(join(folder, 'IPython', '__init__.py'), '');
  await writeFile(join(folder, 'IPython', 'display.py'), 'HTML = print\n');
  await writeFile(join(folder, 'cell.py'), cell);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const { stdout, stderr, error } = spawnSync(process.env.HEEDMAP_PYTHON ?? 'python3', ['cell.py'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONPATH: folder },
    maxBuffer: 1e8,
  });
  await rm(folder, { recursive: true });
  if (error) return null;
  assert.equal(stderr, '');
  return stdout;
}

/** The page in the first frame. @param {Page} page */
async function framed(page) {
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  assert.ok(frame);
  return frame;
}

/**
 * How outputs are shown: JupyterLab has no policy, VS Code one for its own page, and Colab puts outputs into
 * a sandbox.
 *
 * @type {Record<string, string>}
 */
const NOTEBOOKS = {
  JupyterLab: '',
  'VS Code':
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline' https:; img-src https: data:; connect-src https:; child-src https: data:",
  Colab: 'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads',
};

for (const [figure, tag, of = ''] of [
  ['map', 'heed-map'],
  ['lesson', 'heed-lesson', '&of=v%3D1%26lesson%3Dwords'],
  ['mask', 'heed-mask'],
])
  test(`a cell of a notebook shows the figure wherever outputs go, from a file beside it or with the figure in it: ${tag}`, async (t) => {
    const { page, errors, close } = await openRoom(harness, `&figure=${figure}${of}&host=jupyter&width=700`);
    const room = page.locator('heed-embed');
    const cell = await snippet(page);
    const name = `heedmap-${figure}.html`;
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      room.getByRole('button', { name: `Download ${name}` }).click(),
    ]);
    assert.equal(file.suggestedFilename(), name);
    const saved = await readFile(await file.path());
    await room.getByRole('button', { name: 'Copy the cell with the figure in it' }).click();
    await room.getByText(/^Copied: \d+ KB\.$/).waitFor();
    const filled = await page.evaluate(() => navigator.clipboard.readText());
    assert.deepEqual(errors, []);
    await close();
    const output = await outputOf(cell, { [name]: saved });
    if (output === null) return t.skip('there is no Python');
    // Each page allows its scripts by its own nonce.
    const once = (/** @type {string | null} */ text) => text?.replace(/(nonce(?:-|=&quot;))[\w+/=]+/g, '$1');
    assert.ok(once(await outputOf(filled)) === once(output), 'both cells have the same output');
    for (const [where, policy] of Object.entries(NOTEBOOKS)) {
      // As in notebooks: the output is inserted into an existing page.
      const notebook = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>${where}</title><body><div id="output"></div>
        <script type="text/plain">${output.replaceAll('</script', '<\\/script')}</script>
        <script>document.getElementById('output').innerHTML = document.querySelector('[type]').textContent.replaceAll('<\\\\/script', '</' + 'script');</script>`;
      const path = `notebook-${figure}-${Object.keys(NOTEBOOKS).indexOf(where)}`;
      harness.give(path, notebook, 'text/html', policy ? { 'Content-Security-Policy': policy } : {});
      const visit = await harness.open(path);
      const frame = await framed(visit.page);
      await painted(/** @type {any} */ (frame), tag);
      await fits(frame, where);
      assert.deepEqual(visit.errors, [], where);
      await visit.close();
    }
    return undefined;
  });

/**
 * The frame has the height that its page needs, and little more.
 *
 * @param {import('playwright-core').Frame} frame @param {string} what
 */
async function fits(frame, what) {
  await frame.waitForFunction(() => document.querySelector('footer p'));
  const { needs, has } = await frame.evaluate(() => ({
    needs: document.body.getBoundingClientRect().height,
    has: innerHeight,
  }));
  assert.ok(needs <= has + 1 && needs > has - 60, `${what}: ${needs} of ${has} px`);
}

test('a frame has the height of its figure on a host that removes scripts, at each width', async () => {
  for (const [state, width] of /** @type {[string, number][]} */ ([
    ['&figure=lesson&of=v%3D1%26lesson%3Dwords', 900],
    ['&figure=lesson&of=v%3D1%26lesson%3Dfrase%26step%3D3', 360],
    ['&figure=mask', 640],
    ['&figure=contrast', 700],
  ])) {
    const { page, errors, close } = await openRoom(harness, `${state}&host=iframe&width=${width}`);
    const html = (await snippet(page)).replace(/<script>[^]*<\/script>/, '');
    assert.match(html, new RegExp(`width="${width}" height="\\d+"`));
    assert.deepEqual(errors, []);
    await close();
    const visit = await pasted(harness, html, width + 40);
    await visit.page.locator('iframe').scrollIntoViewIfNeeded();
    const frame = await framed(visit.page);
    await frame.waitForSelector('canvas');
    await settled(/** @type {any} */ (frame));
    await fits(frame, state);
    assert.deepEqual(visit.errors, []);
    await visit.close();
  }
});

test('every step of a lesson fits into the frame of a course platform, which has no script', async () => {
  const { page, errors, close } = await openRoom(
    harness,
    '&figure=lesson&of=v%3D1%26lesson%3Dwords%26show%3Dstep&host=lms&width=700',
  );
  const html = await snippet(page);
  assert.doesNotMatch(html, /<script/);
  assert.deepEqual(errors, []);
  await close();
  const visit = await pasted(harness, html, 740);
  const frame = await framed(visit.page);
  await frame.waitForSelector('heed-lesson .lesson-stage');
  for (let step = 0; step < 7; step += 1) {
    await frame.evaluate(
      (at) => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: at }),
      step,
    );
    await settled(/** @type {any} */ (frame));
    await fits(frame, `step ${step + 1}`);
  }
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('if a frame must not load scripts, as on a page from a file, it shows the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-frame-'));
  const page = join(folder, 'article.html');
  await writeFile(
    page,
    `<!doctype html><title>An article</title><iframe sandbox="allow-scripts" src="${new URL('embed.html', ROOT)}#v=1&amp;lesson=words"></iframe>`,
  );
  const visit = await harness.context.newPage();
  await visit.goto(`file://${page}`);
  await visit.frameLocator('iframe').getByText('open that page from a server').waitFor();
  await visit.close();
  await rm(folder, { recursive: true });
});

test('the component for React shows the figure, its attributes and its fallback', async () => {
  for (const state of [
    '&figure=map&of=values%3D1+0%253B.25+.75%26query-labels%3DI+think%26key-labels%3D%255B%2522I%2522%252C%2522%253C%2526%255C%2522%2522%255D%26mask%3Dcausal',
    '&figure=lesson&of=v%3D1%26lesson%3Dwords%26edit%3DwQ:0:0:5%26map%3Dviridis&view=room',
    '&figure=mask&of=v%3D1%26room%3Dmasks%26mask%3Dcausal%26queries%3D7%26keys%3D7',
  ]) {
    const { page, close } = await openRoom(harness, `${state}&width=900&host=react&base=${harness.origin}/`);
    const shown = await drawn(page, 'heed-embed');
    const width = await page.evaluate(
      () => document.querySelector('heed-embed')?.shadowRoot?.querySelector('.stage > *')?.clientWidth ?? 0,
    );
    const component = await snippet(page);
    await close();
    const { outputFiles } = await build({
      stdin: {
        contents: `${component}
          import { createRoot } from 'react-dom/client';
          createRoot(document.getElementById('root')).render(<><Figure /></>);`,
        loader: 'jsx',
        resolveDir: fileURLToPath(ROOT),
      },
      jsx: 'automatic',
      bundle: true,
      write: false,
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    harness.give('component.js', outputFiles[0].text, 'text/javascript');
    const visit = await pasted(harness, '<div id="root"></div><script src="component.js"></script>', width);
    await painted(visit.page, shown.tag);
    const there = await drawn(visit.page, '');
    assert.deepEqual([there.tag, there.link], [shown.tag, shown.link], state);
    assert.deepEqual(there.pixels, shown.pixels, state);
    assert.equal(await visit.page.locator('script[src*="/embed/"], script[src*="/classic/"]').count(), 1);
    assert.match((await visit.page.locator(shown.tag).textContent()) ?? '', /needs JavaScript/);
    assert.deepEqual(visit.errors, []);
    await visit.close();
  }
});

test('the script and the whole folder can be downloaded, and pasted code works next to them', async () => {
  const { page, errors, close } = await openRoom(
    harness,
    '&figure=mask&of=v%3D1%26room%3Dmasks%26queries%3D7',
  );
  const room = page.locator('heed-embed');
  const built = await readFile(new URL('www/dist/embed/heed-mask-figure.js', ROOT));
  const [script] = await Promise.all([
    page.waitForEvent('download'),
    room.getByRole('button', { name: 'Download heed-mask-figure.js' }).click(),
  ]);
  assert.equal(script.suggestedFilename(), 'heed-mask-figure.js');
  assert.deepEqual(await readFile(await script.path()), built);
  await room
    .getByText(
      `${Math.round(gzipSync(built).length / 1000)} KB to load (gzipped), ${Math.round(built.length / 1000)} KB on disk`,
    )
    .waitFor();
  await room.getByRole('button', { name: 'Write the code for files in heedmap/' }).click();
  await until(page, async () => /src="heedmap\/embed\/heed-mask-figure.js"/.test(await snippet(page)));
  const html = await snippet(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    room.getByRole('button', { name: 'Download the whole folder (heedmap.zip)' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'heedmap.zip');
  const files = unzipSync(await readFile(await download.path()));
  for (const wanted of [
    'embed/heed-mask-figure.js',
    'classic/heed-heads.js',
    'embed.html',
    'index.html',
    'LICENSE-MIT',
    'THIRD-PARTY-LICENSES.txt',
  ])
    assert.ok(`heedmap/${wanted}` in files, wanted);
  for (const [path, content] of Object.entries(files)) {
    const from = path.replace('heedmap/', '').replace(/^(?=embed\/|classic\/)/, 'www/dist/');
    assert.deepEqual(Buffer.from(content), await readFile(new URL(from, ROOT)), path);
  }
  assert.deepEqual(errors, []);
  await close();
  // Unpacked next to a page, on another server and as a file.
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-folder-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await writeFile(join(folder, 'article.html'), `<!doctype html><title>An article</title>${html}`);
  const host = await serve({ folder });
  for (const address of [`${host.origin}/article.html`, `file://${join(folder, 'article.html')}`]) {
    const visit = await harness.context.newPage();
    await visit.goto(address);
    await painted(visit, 'heed-mask');
    await visit.close();
  }
  const frame = await harness.context.newPage();
  await frame.goto(`${host.origin}/heedmap/embed.html#v=1&room=masks`);
  await painted(frame, 'heed-mask');
  await frame.close();
  await host.close();
  await rm(folder, { recursive: true });
});

test('opened from a file, the room names the file to copy', async () => {
  const visit = await harness.open('index.html#v=1&room=embed&figure=mask', { fileUrl: true });
  const room = visit.page.locator('heed-embed');
  await room.getByText('Copy embed/heed-mask-figure.js from the folder of this page').waitFor();
  assert.equal(await room.getByRole('button', { name: /whole folder/ }).count(), 0);
  // The page of a single figure needs no file, because it contains the scripts.
  await room.getByRole('button', { name: 'Jupyter', exact: true }).click();
  const [file] = await Promise.all([
    visit.page.waitForEvent('download'),
    room.getByRole('button', { name: 'Download heedmap-mask.html' }).click(),
  ]);
  assert.match(await readFile(await file.path(), 'utf8'), /data-heedmap="saved"/);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});
