import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, hold, menuItem, PAGE_POLICY, start } from './harness.mjs';
import { openLesson, settled, type, values } from './lesson.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** Goes to another room by its link. @param {Page} page @param {string} room */
async function walk(page, room) {
  await page.locator(`[data-room="${room}"]`).click();
  await page.locator('main > :not([hidden]) :is(heed-map, canvas)').first().waitFor();
  await settled(page);
}

/** The room of the page, the address, the language, the colors, and its message. @param {Page} page */
function shown(page) {
  return page.evaluate(() => {
    const status = document.getElementById('status');
    return {
      room: document.querySelector('#rooms [aria-current]')?.getAttribute('data-room'),
      fragment: location.hash.slice(1),
      language: document.documentElement.lang,
      theme: document.documentElement.dataset.theme,
      says: status?.hidden ? '' : status?.textContent,
    };
  });
}

/** @param {Page} page @param {string} fragment */
async function follow(page, fragment) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
  await settled(page);
}

test('the language and the colors are kept from room to room, and each room has its own undo history', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words');
  await type(page, 'x', 0, 0, '3');
  await choose(page, 'Dark');
  await choose(page, 'Español');
  for (const room of ['masks', 'maps', 'contrast']) {
    await walk(page, room);
    const { language, theme, ...where } = await shown(page);
    assert.deepEqual([where.room, language, theme], [room, 'es', 'dark']);
    assert.equal(await (await menuItem(page, 'Deshacer')).isDisabled(), true, `${room} has nothing to undo`);
    await page.keyboard.press('Escape');
  }
  assert.match(
    (await page.locator('[data-room="masks"]').getAttribute('href')) ?? '',
    /language=es&theme=dark/,
    'a room in a window of its own looks the same',
  );
  await walk(page, 'learn');
  assert.equal((await values(page, 'x'))[0][0], 3);
  await choose(page, 'Deshacer');
  await settled(page);
  assert.equal((await values(page, 'x'))[0][0], 1);
  assert.equal((await shown(page)).language, 'es');
  assert.deepEqual(errors, []);
  await close();
});

test('the back button restores the previous room as it was, in the current language', async () => {
  const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words');
  await type(page, 'x', 0, 0, '3');
  await walk(page, 'contrast');
  await page.keyboard.press(']');
  await choose(page, 'Español');
  await page.goBack();
  await settled(page);
  assert.deepEqual(await shown(page), {
    room: 'learn',
    fragment: 'v=1&lesson=words&cursor=x:0:0&edit=embeddings:0:0:3&language=es',
    language: 'es',
    theme: undefined,
    says: '',
  });
  assert.equal((await values(page, 'x'))[0][0], 3);
  await choose(page, 'Deshacer');
  await settled(page);
  assert.equal((await values(page, 'x'))[0][0], 1, 'going back was nothing to undo');
  await page.goForward();
  await settled(page);
  assert.equal((await shown(page)).fragment, 'v=1&room=contrast&figure=late&language=es');
  assert.deepEqual(errors, []);
  await close();
});

test('an invalid link is reported, and keeps the language and the colors', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&language=es&theme=dark');
  for (const fragment of [
    'v=1&room=nowhere',
    'v=1&room=contrast&figure=nothing',
    'v=1&room=masks&text=nothing(',
    'v=1&lesson=heads&kvHeads=3',
  ]) {
    await follow(page, fragment);
    const { language, theme, says } = await shown(page);
    assert.deepEqual([language, theme], ['es', 'dark'], fragment);
    assert.match(says ?? '', /enlace/, fragment);
  }
  await close();
});

test('a link without a language uses the browser’s', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words&language=es');
  await follow(page, 'v=1&room=contrast&figure=late');
  assert.equal((await shown(page)).language, 'en');
  await follow(page, 'v=1&lesson=words&language=es');
  assert.equal((await shown(page)).language, 'es');
  await close();
});

test('each room lists its own keys, and no key reaches the room behind the list', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  const lists = new Set();
  for (const room of ['learn', 'masks', 'maps', 'contrast']) {
    await walk(page, room);
    const before = (await shown(page)).fragment;
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    lists.add(await dialog.textContent());
    for (const key of [']', '?', 'Control+z']) await page.keyboard.press(key);
    await settled(page);
    assert.equal((await shown(page)).fragment, before, room);
    assert.equal(await page.locator('dialog').count(), 1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  assert.equal(lists.size, 4);
  await close();
});

test('the rooms are reachable by keyboard', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=words');
  await page.locator('[data-room="learn"]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await shown(page)).room, 'maps');
  await close();
});

test('a room opens without the scripts of the others, and one whose script is late reports it and opens when it arrives', async () => {
  const page = await harness.context.newPage();
  const release = await hold(page, '**/heedmap-masks.js');
  await page.goto(`${harness.origin}/index.html#v=1&lesson=words`, { waitUntil: 'commit' });
  await page.locator('heed-map:visible').first().waitFor();
  assert.equal((await shown(page)).says, '');
  await page.locator('[data-room="masks"]').click();
  const { room, says } = await shown(page);
  assert.deepEqual(
    [room, says],
    ['learn', '“Masks” has not been loaded yet. It opens when it has been loaded.'],
  );
  release();
  await page.locator('heed-mask canvas').first().waitFor();
  const now = await shown(page);
  assert.deepEqual([now.room, now.says], ['masks', '']);
  await page.close();
});

test('a language whose script is late is shown when it arrives, in the room that is open', async () => {
  const page = await harness.context.newPage();
  const release = await hold(page, '**/heedmap-es.js');
  await page.goto(`${harness.origin}/index.html#v=1&room=masks`, { waitUntil: 'commit' });
  await page.locator('heed-mask canvas').first().waitFor();
  await choose(page, 'Español');
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  release();
  await page.locator('html[lang=es]').waitFor();
  await page.getByLabel('Máscaras con nombre').waitFor();
  await page.close();
});

test('a room whose script does not arrive reports it, and the others open', async () => {
  const page = await harness.context.newPage();
  await page.route('**/heedmap-masks.js', (route) => route.abort());
  await page.goto(`${harness.origin}/index.html#v=1&room=masks&text=causal`, { waitUntil: 'load' });
  const { says, fragment } = await shown(page);
  assert.deepEqual(
    [says, fragment],
    ['“Masks” could not be loaded. Reload the page to open it.', 'v=1&room=masks&text=causal'],
  );
  await walk(page, 'contrast');
  assert.deepEqual([(await shown(page)).room, (await shown(page)).says], ['contrast', '']);
  await page.close();
});

test('Mistakes opens and paints its matrices without the script of Learn', async () => {
  const page = await harness.context.newPage();
  await page.route('**/heedmap-learn.js', (route) => route.abort());
  await page.goto(`${harness.origin}/index.html#v=1&room=contrast&figure=late`, { waitUntil: 'commit' });
  const map = page.locator('heed-map[data-side="wrong"][data-matrix="weights"]');
  await map.waitFor();
  await settled(page);
  const alpha = await map.evaluate((element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element.shadowRoot?.querySelector('canvas'));
    return canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3];
  });
  assert.equal(alpha, 255);
  assert.deepEqual([(await shown(page)).room, (await shown(page)).says], ['contrast', '']);
  await page.close();
});

test('a lesson opens without the script of its whole view, which is shown when that arrives, also to readers who left it', async () => {
  const page = await harness.context.newPage();
  const release = await hold(page, '**/heedmap-whole.js');
  await page.goto(`${harness.origin}/index.html#v=1&lesson=words&show=step&step=2`, { waitUntil: 'commit' });
  await page.locator('.lesson-stage heed-map:visible').first().waitFor();
  await page.getByRole('button', { name: 'The whole' }).click();
  await page.locator('.steps-view li').first().waitFor();
  assert.equal(await page.locator('.whole-view heed-map').count(), 0);
  const legend = await page.locator('heed-lesson .main > .legend').boundingBox();
  assert.ok((legend?.y ?? 0) >= (page.viewportSize()?.height ?? Infinity), 'nothing is seen to move later');
  // A view that is left while it is loaded, and is shown again.
  await page.getByRole('button', { name: 'One step' }).click();
  await page.locator('.lesson-stage heed-map:visible').first().waitFor();
  await page.getByRole('button', { name: 'The whole' }).click();
  release();
  await page.locator('.whole-view heed-map:visible').first().waitFor();
  assert.equal((await shown(page)).says, '');
  await page.close();
});

for (const [language, said] of [
  ['en', 'heedmap-whole.js could not be loaded, or is not in this page.'],
  ['es', 'heedmap-whole.js no se pudo cargar o no está en esta página.'],
  ['pt', 'heedmap-whole.js não pôde ser carregado ou não está nesta página.'],
])
  test(`a whole view whose script does not arrive says so in its place and in its language (${language})`, async () => {
    const page = await harness.context.newPage();
    await page.route('**/heedmap-whole.js', (route) => route.abort());
    await page.goto(`${harness.origin}/index.html#v=1&lesson=words&language=${language}`, {
      waitUntil: 'commit',
    });
    const problem = page.locator('.whole-view .problem');
    await problem.waitFor();
    assert.equal(await problem.innerText(), said);
    await page.close();
  });

test('the page has one global', async () => {
  const visit = await harness.open('index.html#v=1&lesson=words');
  await settled(visit.page);
  const added = await visit.page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const known = new Set(Object.getOwnPropertyNames(frame.contentWindow));
    frame.remove();
    return Object.getOwnPropertyNames(window).filter(
      (name) => !known.has(name) && Number.isNaN(Number(name)),
    );
  });
  assert.deepEqual(
    added.filter((name) => !name.startsWith('__playwright') && !name.startsWith('__pw')),
    ['heedmap'],
  );
  assert.deepEqual(visit.errors, []);
  await visit.close();
});
