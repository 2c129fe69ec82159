/** The page whose first script, or another one, does not load. */
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, afterEach, before, test } from 'node:test';
import { hold, PAGE_POLICY, ROOT, start } from './harness.mjs';

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

test('a script that no room waits for delays no room that is opened before it arrives', async () => {
  const { page, errors, close } = await harness.open('index.html#v=1&room=masks');
  await page.goto('about:blank');
  const arrive = await hold(page, '**/dist/heedmap-whole.js');
  const requested = page.waitForRequest('**/dist/heedmap-whole.js');
  await page.goto(`${harness.origin}/index.html#v=1&lesson=first`, { waitUntil: 'commit' });
  await requested;
  for (const [name, room] of [
    ['Masks', 'heed-mask'],
    ['Models', 'heed-heads'],
    ['Mistakes', 'heed-contrast'],
  ]) {
    await page.locator('#rooms').getByRole('link', { name }).click();
    await page.locator(`${room}:visible`).waitFor();
  }
  await page.locator('heed-heads[data-heads="16"]').waitFor({ state: 'attached' });
  // The view that the script has is shown as soon as it arrives.
  await page.evaluate(() => {
    location.hash = 'v=1&lesson=words';
  });
  await page.locator('heed-lesson .whole-view').waitFor({ state: 'attached' });
  assert.equal(await page.locator('heed-lesson .bands').count(), 0);
  arrive();
  await page.locator('heed-lesson .bands').waitFor();
  assert.deepEqual(errors, []);
  await close();
});
