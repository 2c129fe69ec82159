/** The page whose first script does not load. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, afterEach, before, test } from 'node:test';
import { PAGE_POLICY, ROOT, start } from './harness.mjs';

const SAID = {
  'en-US': 'Heedmap could not be loaded: heedmap.js is missing or was blocked. Reload the page.',
  'es-MX': 'Heedmap no se pudo cargar: heedmap.js falta o fue bloqueado. Vuelve a cargar la página.',
  'pt-BR':
    'Não foi possível carregar o Heedmap: heedmap.js está faltando ou foi bloqueado. Recarregue a página.',
  'ja-JP': 'Heedmap could not be loaded: heedmap.js is missing or was blocked. Reload the page.',
};

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());
afterEach(() => harness.context.unrouteAll({ behavior: 'ignoreErrors' }));

for (const [locale, text] of Object.entries(SAID))
  test(`a page whose first script is blocked says so, for ${locale}`, async () => {
    await harness.context.route('**/dist/heedmap.js', (route) => route.abort());
    const { page, close } = await harness.open('index.html', { locale });
    await page.locator('#status', { hasText: text }).waitFor();
    assert.equal(await page.locator('#status').getAttribute('role'), 'status');
    assert.equal(
      await page.locator('#status').getAttribute('lang'),
      locale === 'ja-JP' ? 'en' : locale.slice(0, 2),
    );
    await close();
  });

test('a page whose first script is missing says so, also from a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-'));
  try {
    for (const file of ['index.html', 'www/page.css']) await cp(new URL(file, ROOT), join(folder, file));
    const page = await harness.context.newPage();
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await page.locator('#status', { hasText: SAID['en-US'] }).waitFor();
    await page.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a page whose first script arrives says nothing of the kind, though another one is missing', async () => {
  await harness.context.route('**/dist/heedmap-masks.js', (route) => route.abort());
  const { page, close } = await harness.open('index.html#v=1&room=learn&lesson=first');
  await page.locator('heed-lesson .word').first().waitFor();
  assert.doesNotMatch((await page.locator('#status').textContent()) ?? '', /heedmap\.js/);
  await close();
});
