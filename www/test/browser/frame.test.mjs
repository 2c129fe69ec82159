/** embed.html: one figure in a frame of another page. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start, until } from './harness.mjs';
import { hosted, send, site } from './hosts.mjs';

const OTHER = 'https://other.example';
const WORDS = 'v=1&lesson=words&cursor=scores:2:0';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
let host = /** @type {Awaited<ReturnType<typeof site>> | null} */ (null);
let HOST = '';
before(async () => {
  host = await site();
  HOST = host.origin;
  harness = await start();
});
after(async () => {
  await harness?.close();
  await host?.close();
});

/** @param {string} query @param {string} fragment @param {string} [attributes] */
const iframe = (query, fragment, attributes = '') =>
  `<iframe width="900" ${attributes} src="${harness.origin}/embed.html${query}#${fragment.replaceAll('&', '&amp;')}"></iframe>`;

/**
 * Gives the frame each posted height, also one that was posted before.
 *
 * @param {import('playwright-core').Page} page
 */
const grow = (page) =>
  page.evaluate(() => {
    const grown = (/** @type {any} */ data) => {
      if (data.type === 'heedmap:height')
        document.querySelector('iframe')?.setAttribute('height', data.height);
    };
    addEventListener('message', ({ data }) => grown(data));
    for (const data of /** @type {any} */ (globalThis).received) grown(data);
  });

test('each room opens in a frame with only the scripts that it needs, and posts its height', async () => {
  for (const [fragment, tag, scripts] of /** @type {[string, string, string[]][]} */ ([
    [WORDS, 'heed-lesson heed-map:visible', ['matrices', 'learn', 'whole']],
    ['v=1&room=masks', 'heed-mask canvas', ['masks']],
    ['v=1&room=contrast&language=es', 'heed-contrast heed-map', ['es', 'matrices', 'contrast']],
    [
      'v=1&room=maps&text=Elinor+met',
      'heed-heads .next-list:not(.unseen)',
      ['maps', 'text', 'program', 'austen', 'model'],
    ],
  ])) {
    const visit = await hosted(harness, HOST, iframe('', fragment));
    await visit.frame.locator(tag).first().waitFor();
    const loaded = visit.requests
      .map(({ url }) => /dist\/heedmap-(\w+)\.js$/.exec(url)?.[1])
      .filter((name) => name !== undefined);
    assert.deepEqual(loaded, ['frame', ...scripts]);
    await visit.page.waitForFunction(() =>
      /** @type {any} */ (globalThis).received.some(
        (/** @type {any} */ each) => each.type === 'heedmap:height' && each.height > 300,
      ),
    );
    assert.deepEqual(visit.errors, []);
    await visit.close();
  }
});

test('a frame of the posted height has no scroll bar, and each height is posted once', async () => {
  const visit = await hosted(harness, HOST, iframe('', WORDS));
  await grow(visit.page);
  await visit.frame.locator('heed-map:visible').first().waitFor();
  const fits = () => visit.frame.locator('html').evaluate((root) => root.scrollHeight <= innerHeight);
  await until(visit.page, async () => (await visit.messages()).length > 0);
  await until(visit.page, fits);
  // A narrower frame is higher, and posts this after all messages for the present width.
  const { height: wide } = (await visit.messages()).at(-1);
  await visit.page.evaluate(() => document.querySelector('iframe')?.setAttribute('width', '400'));
  await until(visit.page, async () => (await visit.messages()).at(-1).height > wide);
  await until(visit.page, fits);
  const heights = (await visit.messages()).map(({ height }) => height);
  assert.ok(heights.length < 8, `${heights}`);
  assert.ok(
    heights.every((height, place) => height !== heights[place - 1]),
    `${heights}`,
  );
  await visit.close();
});

test('a state is accepted only from the origins in the address, and replies go only to them', async () => {
  const visit = await hosted(harness, HOST, iframe(`?from=${OTHER},${HOST}`, WORDS));
  const lesson = visit.frame.locator('heed-lesson');
  await visit.frame.locator('heed-map:visible').first().waitFor();
  await send(visit.page, { type: 'heedmap:state', link: '#v=1&lesson=frase' });
  await visit.frame.locator('heed-map').getByText('estudiar').first().waitFor({ state: 'attached' });
  assert.deepEqual(
    (await visit.messages()).filter(({ type }) => type !== 'heedmap:height'),
    [],
    'the element dispatches no event for what the host did',
  );
  // The reader's own change is posted.
  await visit.frame.locator('heed-map[data-matrix="scores"]:visible [role="application"]').focus();
  await visit.page.keyboard.press('ArrowRight');
  const link = await lesson.evaluate((element) => /** @type {any} */ (element).link);
  await visit.page.waitForFunction(
    (now) =>
      /** @type {any} */ (globalThis).received.some(
        (/** @type {any} */ each) => each.type === 'heedmap:change' && each.link === now,
      ),
    link,
  );
  assert.deepEqual([...new Set((await visit.messages()).map(({ origin }) => origin))], [harness.origin]);
  // An invalid message changes nothing.
  for (const link of ['v=1&lesson=nope', 'v=1&room=masks', 'z=1.AAAA', 7, null])
    await send(visit.page, { type: 'heedmap:state', link });
  await visit.frame.getByText('The new figure could not be read. The current one is kept.').waitFor();
  assert.match(await lesson.evaluate((element) => /** @type {any} */ (element).link), /lesson=frase/);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('without a list, or from another origin, nothing is accepted and only the height is posted', async () => {
  for (const query of ['', `?from=${OTHER}`, '?from=*', `?from=${HOST}.evil.example`, `?from=${HOST}/`]) {
    const visit = await hosted(harness, HOST, iframe(query, WORDS));
    await visit.frame.locator('heed-map:visible').first().waitFor();
    await send(visit.page, { type: 'heedmap:state', link: 'v=1&lesson=frase' });
    await visit.frame.locator('heed-map[data-matrix="scores"]:visible [role="application"]').focus();
    await visit.page.keyboard.press('ArrowRight');
    // The height of a narrower frame is posted after all earlier messages.
    await until(visit.page, async () => (await visit.messages()).length > 0);
    const { height: wide } = (await visit.messages()).at(-1);
    await visit.page.evaluate(() => document.querySelector('iframe')?.setAttribute('width', '400'));
    await until(visit.page, async () => (await visit.messages()).at(-1).height !== wide);
    assert.match(
      await visit.frame.locator('heed-lesson').evaluate((element) => /** @type {any} */ (element).link),
      /lesson=words/,
      query,
    );
    assert.deepEqual(
      (await visit.messages()).filter(({ type }) => type !== 'heedmap:height'),
      [],
      query,
    );
    assert.deepEqual(visit.errors, [], query);
    await visit.close();
  }
});

test('in a sandbox that allows only scripts every room works with an opaque origin', async () => {
  for (const [fragment, tag] of [
    [WORDS, 'heed-lesson heed-map:visible'],
    ['v=1&room=masks', 'heed-mask canvas'],
    ['v=1&room=maps', 'heed-heads[data-heads="72"]'],
  ]) {
    const visit = await hosted(harness, HOST, iframe(`?from=${HOST}`, fragment, 'sandbox="allow-scripts"'));
    await visit.frame.locator(tag).first().waitFor();
    assert.equal(await visit.frame.locator('html').evaluate(() => globalThis.origin), 'null');
    assert.deepEqual(visit.errors, [], fragment);
    await visit.close();
  }
});

test('the frame code of the Embed room has a sandbox and the height of its figure, and its link opens the whole page', async () => {
  const room = await harness.open(
    `index.html#v=1&room=embed&figure=mask&host=iframe&base=${harness.origin}/`,
  );
  const snippet = room.page.locator('heed-embed pre.snippet', { hasText: 'sandbox' });
  await snippet.waitFor();
  const html = await snippet.innerText();
  await room.close();
  const article = `<!doctype html><title>An article</title><link rel="icon" href="data:,">${html}`;
  harness.give('pasted.html', article, 'text/html');
  const visit = await harness.open('pasted.html');
  const frame = visit.page.frameLocator('iframe');
  await frame.locator('heed-mask canvas').first().waitFor();
  assert.equal(await frame.locator('html').evaluate(() => globalThis.origin), 'null');
  await visit.page.waitForFunction(() => Number(document.querySelector('iframe')?.height) !== 480);
  assert.equal(
    await frame.locator('html').evaluate((page) => page.scrollHeight > innerHeight),
    false,
    'no scroll bar',
  );
  const popup = visit.page.waitForEvent('popup');
  await frame.getByRole('link').click();
  const whole = await popup;
  await whole.locator('heed-mask canvas').first().waitFor();
  // A new page, because a sandbox would block its downloads and storage.
  assert.equal(await whole.evaluate(() => globalThis.origin), harness.origin);
  await whole.close();
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test('in srcdoc, also in a sandbox, the frame shows its own tag', async () => {
  const written = `<!doctype html><html data-heedmap="frame" data-link="${WORDS.replaceAll('&', '&amp;')}"><base href="${harness.origin}/">
    <script src="www/dist/heedmap.js" defer></script><script src="www/dist/heedmap-frame.js" defer></script><main id="main"></main><footer id="about"></footer></html>`;
  const srcdoc = written.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  for (const sandbox of ['', 'sandbox="allow-scripts"']) {
    const visit = await hosted(harness, HOST, `<iframe width="900" ${sandbox} srcdoc="${srcdoc}"></iframe>`);
    await visit.frame.locator('heed-lesson heed-map:visible').first().waitFor();
    await visit.page.waitForFunction(() =>
      /** @type {any} */ (globalThis).received.some(
        (/** @type {any} */ each) => each.type === 'heedmap:height' && each.height > 300,
      ),
    );
    assert.deepEqual(visit.errors, [], sandbox);
    await visit.close();
  }
});

test('an empty or invalid address gives one message', async () => {
  for (const [fragment, sentence] of [
    ['', 'names no figure'],
    ['v=1&room=nope', 'could not be read'],
    ['v=1&lesson=nope', 'could not be read'],
    ['v=9&lesson=words', 'later version'],
    ['z=1.AAAA', 'could not be read'],
    [`v=1&lesson=words&edit=${'x'.repeat(17_000)}`, 'too long'],
    ['v=1&room=masks&language=es&mask=causal+and+(', 'No se puede mostrar esta figura'],
  ]) {
    const visit = await harness.open(`embed.html#${fragment}`);
    const line = visit.page.getByRole('alert');
    await line.waitFor();
    assert.match(await line.innerText(), new RegExp(sentence), fragment);
    assert.deepEqual(visit.errors, [], fragment);
    assert.deepEqual(await visit.axe(), []);
    await visit.close();
  }
});

test('another fragment shows another figure', async () => {
  const visit = await harness.open(`embed.html#${WORDS}`);
  await visit.page.locator('heed-map:visible').first().waitFor();
  await visit.page.evaluate(() => {
    location.hash = 'v=1&lesson=frase';
  });
  await visit.page.waitForFunction(() => document.querySelector('a')?.href.includes('lesson=frase'));
  assert.match(
    String(await visit.page.getByRole('link', { name: 'Open in Heedmap' }).getAttribute('href')),
    /^index\.html#.*lesson=frase/,
  );
  assert.deepEqual(visit.errors, []);
  await visit.close();
});
