import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, PAGE_POLICY, painted, start, until } from './harness.mjs';
import { drawn, openRoom, pasted, ready, snippet } from './embed-room.mjs';
import { fragment, settled } from './lesson.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** Waits until the first figure of a page is drawn. @param {Page} page @param {string} tag */
async function shows(page, tag) {
  await painted(page, tag);
}

/** States of the room, one a figure and a way of saying it. @type {Record<string, string>} */
const FIGURES = {
  'one matrix':
    '&figure=map&of=values%3D1+0%253B.25+.75%26query-labels%3DI+think%26key-labels%3D%255B%2522I%2522%252C%2522%253C%2526%255C%2522%2522%255D%26mask%3Dcausal',
  'a lesson by attributes': '&figure=lesson&of=v%3D1%26lesson%3Dfrase%26step%3D3&view=room',
  'a lesson by a link':
    '&figure=lesson&of=v%3D1%26lesson%3Dwords%26edit%3DwQ:0:0:5%26map%3Dviridis&view=room',
  'a lesson in the small script': '&figure=lesson&of=v%3D1%26lesson%3Dfrase%26mask%3Dcausal%26step%3D6',
  'a mask in the small script':
    '&figure=mask&of=v%3D1%26room%3Dmasks%26mask%3Dcausal%26queries%3D7%26keys%3D7',
  'a mask':
    '&figure=mask&of=v%3D1%26room%3Dmasks%26mask%3Dcausal+and+%2528window(3)+or+global(1)%2529%26queries%3D9%26keys%3D9&view=room',
  'a mistake': '&figure=contrast&of=v%3D1%26room%3Dcontrast%26figure%3Dlate&view=room',
};

for (const [name, state] of Object.entries(FIGURES)) {
  test(`the code gives the figure that the room shows: ${name}`, async () => {
    const { page, errors, close } = await openRoom(harness, `${state}&width=900&base=${harness.origin}/`);
    const shown = await drawn(page, 'heed-embed');
    const width = await page.evaluate(
      () => document.querySelector('heed-embed')?.shadowRoot?.querySelector('.stage > *')?.clientWidth ?? 0,
    );
    const html = await snippet(page);
    assert.ok(shown.pixels.length > 0);
    assert.equal(/ link="/.test(html), name === 'a lesson by a link', html);
    const second = await pasted(harness, html, width);
    await shows(second.page, shown.tag);
    const there = await drawn(second.page, '');
    assert.deepEqual(
      { ...there, pixels: 0 },
      { ...shown, pixels: 0, view: shown.view === 'room' ? null : shown.view },
    );
    assert.deepEqual(there.pixels, shown.pixels, 'the same pixels');
    assert.deepEqual([...errors, ...second.errors], []);
    await second.close();
    await close();
  });
}

test('the code follows the reader’s changes of the figure, and undo restores both', async () => {
  const { page, errors, close } = await openRoom(harness, '&figure=mask&view=room');
  assert.match(await snippet(page), /<heed-mask mask="causal and window\(6\)">/);
  const expression = page.locator('heed-mask').getByRole('textbox').first();
  await expression.fill('causal and window(2)');
  await expression.press('Enter');
  await page.waitForFunction(() => location.hash.includes('window(2)'));
  await settled(page);
  assert.match(await snippet(page), /mask="causal and window\(2\)"/);
  await choose(page, 'Undo');
  await until(page, async () => /mask="causal and window\(6\)"/.test(await snippet(page)));
  assert.match((await drawn(page, 'heed-embed')).link, /^v=1&room=masks$/);
  assert.deepEqual(errors, []);
  await close();
});

test('numbers that are typed into a matrix are in the code, and undo restores both', async () => {
  const { page, errors, close } = await openRoom(
    harness,
    '&figure=map&of=values%3D1+0%253B.5+.5%26editable%3D',
  );
  const numbers = () =>
    page.evaluate(() => [
      .../** @type {any} */ (document.querySelector('heed-embed')?.shadowRoot?.querySelector('heed-map')).data
        .data,
    ]);
  await page.locator('heed-embed heed-map .map').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('0.125');
  await page.keyboard.press('Tab');
  await page.keyboard.type('-2');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.match(await snippet(page), /values="0\.125 -2; 0\.5 0\.5"/);
  assert.deepEqual(await numbers(), [0.125, -2, 0.5, 0.5]);
  assert.equal(
    await page.locator('heed-embed heed-map .cursor').isVisible(),
    true,
    'the reader is where they were',
  );
  for (const [button, said, shown] of /** @type {const} */ ([
    ['Undo', '0.125 0; 0.5 0.5', [0.125, 0, 0.5, 0.5]],
    ['Undo', '1 0;.5 .5', [1, 0, 0.5, 0.5]],
    ['Redo', '0.125 0; 0.5 0.5', [0.125, 0, 0.5, 0.5]],
  ])) {
    await choose(page, button);
    await settled(page);
    await settled(page);
    assert.ok((await snippet(page)).includes(`values="${said}"`), await snippet(page));
    assert.deepEqual(await numbers(), shown);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('a valid attribute in a field shows at once, and an invalid one has a message there', async () => {
  const { page, errors, close } = await openRoom(harness, '&figure=lesson');
  const field = page.locator('heed-embed .attributes').getByLabel('scale', { exact: true });
  await field.fill('0.5');
  await field.press('Enter');
  await settled(page);
  assert.match(await snippet(page), /scale="0.5"/);
  assert.match((await drawn(page, 'heed-embed')).link, /scale=0\.5/);
  await field.fill('large');
  // Another value does not replace what is being typed.
  for (const method of ['undo', 'redo']) {
    await page.evaluate((name) => /** @type {any} */ (document.querySelector('heed-embed'))[name](), method);
    await settled(page);
    assert.equal(await field.inputValue(), 'large');
  }
  await field.press('Enter');
  await page.locator('heed-embed .attributes .problem', { hasText: 'is neither a number' }).waitFor();
  assert.match(await snippet(page), /scale="0.5"/);
  await field.fill('');
  // The room is drawn again while the field is empty, which must not fill it.
  await page.setViewportSize({ width: 1200, height: 800 });
  await settled(page);
  assert.equal(await field.inputValue(), '');
  await field.press('Enter');
  await settled(page);
  assert.doesNotMatch(await snippet(page), /scale=/);
  assert.deepEqual(errors, []);
  await close();
});

test('an attribute whose values are known is a list, and the first question has the lessons by name', async () => {
  const { page, errors, close } = await openRoom(harness, '&figure=lesson');
  const settings = page.locator('heed-embed .settings');
  await settings.getByLabel('Lesson', { exact: true }).selectOption({ label: 'Four words, by hand' });
  await ready(page);
  await settings.getByLabel('Step', { exact: true }).selectOption({ label: 'Softmax' });
  await ready(page);
  assert.match(await snippet(page), /lesson="words"[^>]* step="(6|softmax)"/);
  assert.match((await drawn(page, 'heed-embed')).link, /lesson=words.*step=6/);
  const axis = page.locator('heed-embed .attributes').getByLabel('softmax-axis');
  assert.deepEqual(await axis.locator('option').allInnerTexts(), ['default', 'rows', 'columns', 'all']);
  await axis.selectOption('columns');
  await ready(page);
  assert.match(await snippet(page), /softmax-axis="columns"/);
  await axis.selectOption('');
  await ready(page);
  assert.doesNotMatch(await snippet(page), /softmax-axis/);
  assert.deepEqual(errors, []);
  await close();
});

test('an attribute that is a name or a number suggests the names in its field', async () => {
  const { page, errors, close } = await openRoom(harness, '&figure=lesson');
  const attributes = page.locator('heed-embed .attributes');
  const suggested = (/** @type {string} */ name) =>
    attributes
      .getByLabel(name, { exact: true })
      .evaluate((/** @type {any} */ input) => [...(input.list?.options ?? [])].map(({ value }) => value));
  assert.deepEqual(await suggested('digits'), ['auto', 'full']);
  assert.deepEqual(await suggested('scale'), ['sqrt', 'none']);
  assert.deepEqual(await suggested('seed'), []);
  assert.deepEqual(errors, []);
  await close();
});

test('a mask is chosen by its name, with its size, or written as an expression', async () => {
  const { page, errors, close } = await openRoom(harness, '&figure=mask');
  const settings = page.locator('heed-embed .settings');
  const list = settings.getByLabel('Mask', { exact: true });
  const chosen = () => list.evaluate((select) => /** @type {any} */ (select).selectedOptions[0].textContent);
  assert.equal(await chosen(), 'Mistral sliding window');
  await list.selectOption({ label: 'Decode step with a cache' });
  await ready(page);
  const { queries, keys } = await page.evaluate(
    () =>
      /** @type {any} */ (document.querySelector('heed-embed')?.shadowRoot?.querySelector('heed-mask')).state,
  );
  assert.deepEqual([queries, keys], [1, 24]);
  assert.match(await snippet(page), /mask=causal\(lower_right\)&amp;queries=1"/);
  const expression = settings.getByLabel('Expression', { exact: true });
  assert.equal(await expression.inputValue(), 'causal(lower_right)');
  await list.selectOption({ label: 'GPT' });
  await ready(page);
  assert.match(await snippet(page), /<heed-mask mask="causal" /);
  await expression.fill('causal and window(2)');
  await expression.press('Enter');
  await ready(page);
  assert.equal(await chosen(), 'own expression');
  assert.match(await snippet(page), /mask="causal and window\(2\)"/);
  assert.deepEqual(errors, []);
  await close();
});

test('the figure of the last room is shown, and its link restores both', async () => {
  const { page, errors, close } = await harness.open('index.html#v=1&lesson=frase&step=4&theme=dark');
  await page.locator('heed-lesson heed-map').first().waitFor();
  await page.locator('[data-room="embed"]').click();
  await ready(page);
  assert.match(
    await snippet(page),
    /<heed-lesson\n? *lesson="frase"\n? *show="whole"\n? *step="4"\n? *view="figure">/,
  );
  const link = await fragment(page);
  await page.locator('[data-room="contrast"]').click();
  await page.locator('heed-contrast heed-map').first().waitFor();
  await page.locator('[data-room="embed"]').click();
  await page.locator('heed-embed heed-contrast').waitFor();
  await ready(page);
  assert.match(await snippet(page), /<heed-contrast\n? *figure="axis"/);
  await page.goBack();
  await page.goBack();
  await page.waitForFunction(() =>
    document.querySelector('heed-embed')?.shadowRoot?.querySelector('heed-lesson'),
  );
  await ready(page);
  assert.equal(await fragment(page), link);
  assert.deepEqual(errors, []);
  await close();
});

test('opening the room alone loads the scripts of its figures, and missing ones are reported', async () => {
  const page = await harness.context.newPage();
  await page.route('**/heedmap-masks.js', (route) => route.abort());
  await page.goto(`${harness.origin}/index.html#v=1&room=embed&figure=mask`, { waitUntil: 'load' });
  await page.locator('heed-embed').getByText('“Masks” could not be loaded').waitFor();
  await page.locator('heed-embed').getByLabel('Figure', { exact: true }).selectOption('contrast');
  await page.locator('heed-embed heed-contrast heed-map').first().waitFor();
  await page.close();
});

test('a figure with a broken link shows a message and its initial state', async () => {
  const { page, close } = await openRoom(harness, '&figure=mask&of=v%3D1%26room%3Dmasks%26queries%3Dmany');
  await page.locator('heed-embed').getByText('The link could not be read').waitFor();
  assert.equal((await drawn(page, 'heed-embed')).link, 'v=1&room=masks');
  await close();
});

test('an attribute of a matrix in a link is used if the element accepts it, and a script is not', async () => {
  const { page, errors, close } = await openRoom(
    harness,
    `&figure=map&of=${encodeURIComponent('values=1 0;.5 .5&onclick=alert(1)&style=color: red&name=mine')}`,
  );
  await page.locator('heed-embed').getByText('The link could not be read').waitFor();
  assert.match(await snippet(page), /<heed-map values="1 0;\.5 \.5" name="mine">/);
  assert.doesNotMatch(await snippet(page), /alert|style/);
  assert.deepEqual(errors, []);
  await close();
});

test('a link sends no request to the hosts in it, and their addresses are in the code only after the reader confirms them', async () => {
  const [scripts, file] = ['https://scripts.example/heedmap/', 'https://numbers.example/a.npz'];
  const foreign = `&base=${encodeURIComponent(scripts)}&src=${encodeURIComponent(file)}`;
  const matrix = (/** @type {string} */ text) =>
    `&figure=map&of=${encodeURIComponent(`${text}src=${encodeURIComponent(file)}`)}`;
  for (const state of [
    `&figure=heads${foreign}`,
    `&figure=heads&view=room${foreign}`,
    `&figure=mask${foreign}`,
    `${matrix('')}${foreign}`,
    `${matrix('values=1 0;.5 .5&')}${foreign}`,
  ]) {
    const { page, errors, requests, close } = await openRoom(harness, state);
    const room = page.locator('heed-embed');
    const hasFile = !state.includes('=mask');
    await room.getByText('another host, scripts.example: https://scripts.example/heedmap/.').waitFor();
    assert.equal(
      await room.getByText('another host, numbers.example: https://numbers.example/a.npz.').count(),
      hasFile ? 1 : 0,
      state,
    );
    for (const host of [
      'HTML',
      'reveal.js',
      'mdBook',
      'MkDocs',
      'Sphinx (MyST)',
      'Quarto',
      'React',
      'Jupyter',
      'iframe',
      'Moodle, Canvas',
      'one file',
    ]) {
      await room.getByRole('button', { name: host, exact: true }).click();
      await settled(page);
      assert.doesNotMatch(
        await room.locator('.code').innerText(),
        /(scripts|numbers)\.example/,
        `${state} in ${host}`,
      );
    }
    await room.getByRole('button', { name: 'HTML', exact: true }).click();
    await room.getByRole('button', { name: 'Use scripts.example in the code' }).focus();
    await page.keyboard.press('Enter');
    await settled(page);
    assert.match(await snippet(page), /<script src="https:\/\/scripts\.example\/heedmap\//);
    assert.equal(
      await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName),
      'pre',
      'the focus goes on to the code',
    );
    assert.doesNotMatch(await snippet(page), /numbers\.example/);
    if (hasFile) {
      await room.getByRole('button', { name: 'Use the file from numbers.example in the code' }).click();
      await settled(page);
      assert.match(await snippet(page), /src="https:\/\/numbers\.example\/a\.npz"/);
      await room.getByText('this page fetches nothing').waitFor();
    }
    assert.equal(await room.getByText('another host').count(), 0);
    assert.deepEqual(
      requests.filter(({ url }) => /scripts\.example|numbers\.example/.test(url)),
      [],
      state,
    );
    assert.deepEqual(errors, [], `${state}: the policy of the page had nothing to refuse`);
    await close();
  }
});

test('the code of a frame of heads has the measured height, and a note says so', async () => {
  const { page, errors, close } = await openRoom(harness, '&figure=heads&host=iframe');
  const note = page.locator('heed-embed').getByText(/^The figure needs \d+ px of height at \d+ px of width/);
  await note.waitFor();
  const height = Number(/needs (\d+) px/.exec(await note.innerText())?.[1]);
  const figure = await page.locator('heed-embed heed-heads').boundingBox();
  assert.ok(figure && height >= figure.height && height < figure.height + 100, `${height} px`);
  assert.match(await snippet(page), new RegExp(`height="${height}"`));
  assert.deepEqual(errors, []);
  await close();
});

test('an address that the reader types needs no confirmation, and neither does one of this page; a link cannot confirm', async () => {
  const { page, errors, requests, close } = await openRoom(
    harness,
    `&figure=heads&src=a.npz&base=${encodeURIComponent(`${harness.origin}/elsewhere/`)}`,
  );
  const room = page.locator('heed-embed');
  assert.match(await snippet(page), /\/elsewhere\/(classic|embed)\/[^]*src="a\.npz"/);
  assert.equal(await room.getByText('another host').count(), 0);
  assert.deepEqual(
    requests.filter(({ url }) => url.endsWith('a.npz')),
    [],
    'nor is a file of this page fetched',
  );
  const field = room.getByLabel('Where Heedmap is served');
  await field.fill('https://cdn.example/heedmap/');
  await field.press('Enter');
  await settled(page);
  assert.match(await snippet(page), /https:\/\/cdn\.example\/heedmap\//);
  assert.equal(await room.getByText('another host').count(), 0);
  await page.waitForFunction(() => location.hash.includes('cdn.example'));
  await page.reload();
  await ready(page);
  await room.getByRole('button', { name: 'Use cdn.example in the code' }).waitFor();
  assert.doesNotMatch(await snippet(page), /cdn\.example/);
  assert.deepEqual(errors, []);
  await close();
});

test('if WebAssembly is missing or forbidden the room shows one message', async () => {
  const page = await harness.context.newPage();
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'WebAssembly');
  });
  await page.goto(`${harness.origin}/index.html#v=1&room=embed&figure=mask`, { waitUntil: 'load' });
  const alert = page.locator('heed-embed').getByRole('alert').filter({ hasText: 'Heedmap' });
  await alert
    .getByText('Heedmap could not start: WebAssembly is missing or switched off in this browser.')
    .waitFor();
  assert.equal(await page.locator('heed-embed').getByText('is loading').count(), 0);
  await page.close();
  const forbidden = await harness.context.newPage();
  await forbidden.route('**/index.html', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(" 'wasm-unsafe-eval'", ''),
      headers: { 'content-type': 'text/html' },
    });
  });
  await forbidden.goto(`${harness.origin}/index.html#v=1&room=embed`, { waitUntil: 'load' });
  await forbidden
    .locator('heed-embed')
    .getByText(
      "The content security policy of this page forbids WebAssembly: script-src needs 'wasm-unsafe-eval'.",
    )
    .waitFor();
  await forbidden.close();
});

test('copying gives the text, and a frame address that is too long is reported', async () => {
  const { page, close } = await openRoom(harness, '&figure=mask');
  const room = page.locator('heed-embed');
  await room.getByRole('button', { name: 'Copy', exact: true }).click();
  await room.getByText('Copied.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await snippet(page));
  for (const [host, text] of /** @type {[string, RegExp][]} */ ([
    ['mdBook', /^<div>\n<script/],
    ['MkDocs', /^<div>\n<script/],
    ['Sphinx (MyST)', /^```\{raw\} html\n/],
    ['Quarto', /^```\{=html\}\n<script/],
    ['reveal.js', /\n<section>\n {2}<heed-mask/],
    ['Moodle, Canvas', /^<iframe\n +src="[^"]+embed\.html#v=1&amp;room=masks"[^]*<\/iframe>$/],
    ['iframe', /^<iframe\n +src="[^"]+embed\.html#v=1&amp;room=masks"/],
  ])) {
    await room.getByRole('button', { name: host, exact: true }).click();
    await settled(page);
    assert.match(await snippet(page), text);
  }
  await page.evaluate(() => {
    const of = `v=1&lesson=own&tokens=t&model=32&key=32&value=32&from=1&embeddings=randn&drawn=randn&paste=${encodeURIComponent(`wQ:32x32:${Array.from({ length: 1024 }, () => Math.random()).join(',')}`)}&paste=${encodeURIComponent(`wK:32x32:${Array.from({ length: 1024 }, () => Math.random()).join(',')}`)}`;
    const embed = /** @type {any} */ (document.querySelector('heed-embed'));
    embed.state = { ...embed.state, figure: 'lesson', of };
  });
  await room
    .getByText(/The address of the frame would have \d{5} characters, but only 16384 are supported/)
    .waitFor();
  assert.equal(
    await room.locator('pre.snippet').isVisible(),
    false,
    'nothing to paste that would show nothing',
  );
  await room.getByRole('button', { name: 'HTML', exact: true }).click();
  await settled(page);
  const html = await snippet(page);
  assert.ok(
    Number(/link="([^"]*)"/.exec(html)?.[1].length) > 16_384,
    'an element takes what an address cannot',
  );
  assert.ok(/<a href="[^"#]+">/.test(html), 'the page is named without what it would not read');
  await close();
});

test('everything is reachable by keyboard, and axe finds nothing, wide and narrow, light and dark, in both languages', async () => {
  for (const [state, options] of /** @type {[string, import('./harness.mjs').OpenOptions][]} */ ([
    ['&figure=mask', {}],
    ['&figure=map&of=values%3D1+0%253B.5+.5&language=es', { viewport: { width: 390, height: 844 } }],
    ['&figure=contrast&host=iframe', { colorScheme: 'dark' }],
    ['&figure=heads&base=https://a.example/&src=https://b.example/a.npz', {}],
    ['&figure=lesson&host=file&view=room', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
  ])) {
    const visit = await openRoom(harness, state, options);
    assert.deepEqual(await visit.axe(), [], state);
    assert.equal(
      await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
      false,
      `${state} fits its window`,
    );
    assert.deepEqual(visit.errors, []);
    await visit.close();
  }
  const { page, close } = await openRoom(harness, '&figure=map&of=values%3D1+0%253B.5+.5');
  await page.locator('[data-room="embed"]').focus();
  /** @type {string[]} */
  const reached = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return `${active?.localName} ${active?.getAttribute('aria-label') ?? active?.textContent?.trim().slice(0, 30)}`;
      }),
    );
  }
  for (const wanted of ['select Figure', 'button HTML', 'button Copy', 'pre Code to paste', 'summary Events'])
    assert.ok(reached.includes(wanted), `${wanted} in ${reached.join(' | ')}`);
  await close();
});
