import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
import { openMaps } from './maps.mjs';
/** @import { Page } from 'playwright-core' */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** The place of the figures in each room, and the name of its element. */
const ROOMS = /** @type {const} */ ([
  ['heed-lesson', 'v=1&lesson=words&mask=causal&step=5'],
  ['heed-contrast', 'v=1&room=contrast&figure=zeroed'],
  ['heed-mask', 'v=1&room=masks'],
]);

/** A window so high that no matrix is folded. */
const HIGH = { width: 1440, height: 1500 };

/** @param {string} address @param {import('./harness.mjs').OpenOptions} [options] */
async function opened(address, options) {
  const visit = await harness.open(`index.html#${address}`, options);
  await visit.page.waitForFunction(() =>
    document.querySelector('main > *')?.shadowRoot?.querySelector('canvas'),
  );
  return visit;
}

/** @param {Page} page @param {string} tag */
const svgOf = (page, tag) => page.locator(tag).evaluate((element) => /** @type {any} */ (element).toSVG());

/** A parsed SVG. The policy of our page forbids parsing XML. @param {Page} page @param {string} svg */
async function read(page, svg) {
  const other = await page.context().newPage();
  const found = await other.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml');
    const texts = [...root.querySelectorAll('text')];
    return {
      broken: root.querySelector('parsererror')?.textContent ?? null,
      tags: [...new Set([...root.querySelectorAll('*')].map(({ localName }) => localName))].sort(),
      paper: root.querySelector('svg > rect')?.getAttribute('fill'),
      texts: texts.map(({ textContent }) => textContent ?? ''),
      digits: texts
        .filter(
          (each) =>
            each.getAttribute('text-anchor') === 'middle' &&
            each.getAttribute('font-family')?.endsWith('monospace'),
        )
        .map(({ textContent }) => textContent ?? ''),
    };
  }, svg);
  await other.close();
  return found;
}

/**
 * A decoded PNG of an element: its size, and the number of pixels that are not background.
 *
 * @param {Page} page @param {string} tag @param {object} how
 */
async function pngOf(page, tag, how) {
  return page.locator(tag).evaluate(async (element, how) => {
    const blob = await /** @type {any} */ (element).toBlob(how);
    const image = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let drawn = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] !== data[0] || data[at + 1] !== data[1] || data[at + 2] !== data[2]) drawn += 1;
    return {
      type: blob.type,
      width: image.width,
      height: image.height,
      ground: [...data.slice(0, 4)],
      share: drawn / (image.width * image.height),
    };
  }, how);
}

for (const [tag, address] of ROOMS) {
  test(`<${tag}> exports its figure as an SVG and as a PNG, on the background of its theme, and dispatches nothing`, async () => {
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      const { page, errors, requests, close } = await opened(address, { colorScheme: theme });
      await page.evaluate((tag) => {
        /** @type {any} */ (window).received = [];
        for (const name of ['heed-change', 'heed-select', 'heed-error'])
          document
            .querySelector(tag)
            ?.addEventListener(name, ({ type }) => /** @type {any} */ (window).received.push(type));
      }, tag);
      const { broken, tags, paper, texts } = await read(page, await svgOf(page, tag));
      assert.equal(broken, null);
      assert.ok(
        tags.every((name) =>
          ['defs', 'g', 'path', 'pattern', 'rect', 'svg', 'text', 'title', 'tspan', 'image'].includes(name),
        ),
        String(tags),
      );
      assert.equal(paper, theme === 'light' ? '#fbfaf7' : '#14161a');
      assert.ok(texts.length > 20, String(texts));
      const png = await pngOf(page, tag, { scale: 1.5 });
      const [width] = (await svgOf(page, tag)).match(/(?<=<svg [^>]*width=")[\d.]+/) ?? [];
      assert.deepEqual([png.type, png.width], ['image/png', Math.round(Number(width) * 1.5)]);
      assert.deepEqual(png.ground, theme === 'light' ? [251, 250, 247, 255] : [20, 22, 26, 255]);
      assert.ok(png.share > 0.1, `${png.share} of it is drawn`);
      assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).received), []);
      assert.deepEqual(errors, []);
      assert.deepEqual(
        requests.filter(({ afterLoad, url }) => afterLoad && !url.startsWith('blob:')),
        [],
      );
      await close();
    }
  });
}

test('the cells of a picture have the digits that the page shows where no matrix is folded', async () => {
  for (const address of [
    'v=1&lesson=words&mask=causal&step=6',
    'v=1&lesson=heads&step=4',
    'v=1&lesson=scale-mask&step=3&digits=2',
  ]) {
    const { page, close } = await opened(address, { viewport: HIGH });
    const shown = await page.locator('heed-lesson').evaluate(async (lesson) => {
      const load = (/** @type {string} */ path) => import(path);
      const [{ digitsOf }, { complete }, { widthOf }] = await Promise.all(
        ['heatmap/scene', 'heatmap/figure', 'ui/labels'].map((name) => load(`/www/${name}.js`)),
      );
      const maps = [...(lesson.shadowRoot?.querySelectorAll('heed-map') ?? [])].filter((map) =>
        map.checkVisibility(),
      );
      return maps.flatMap((map) => {
        const figure = complete(/** @type {any} */ (map).figure);
        const font = getComputedStyle(
          /** @type {Element} */ (map.shadowRoot?.querySelector('.map')),
        ).fontFamily;
        const { texts } = digitsOf(figure, figure, widthOf('0', `100px ${font}`) / 100);
        return texts.filter((/** @type {string} */ text) => text !== '');
      });
    });
    const { digits } = await read(page, await svgOf(page, 'heed-lesson'));
    assert.ok(shown.length > 60, `${address}: ${shown}`);
    assert.deepEqual(digits.sort(), shown.sort(), address);
    await close();
  }
});

test('<heed-heads> exports its head, and rejects a picture that is too large for a canvas', async () => {
  const { page, errors, close } = await openMaps(harness);
  const { broken, texts } = await read(page, await svgOf(page, 'heed-heads'));
  assert.equal(broken, null);
  assert.ok(texts.includes('Layer 5, head 10'), String(texts));
  const refused = await page
    .locator('heed-heads')
    .evaluate((element) =>
      /** @type {any} */ (element)
        .toBlob({ scale: 100 })
        .catch((/** @type {Error} */ error) => error.message),
    );
  assert.match(
    refused,
    /^a picture of \d+ × \d+ pixels cannot be drawn: it may have 16384 a side and 67108864 in all\. A drawing \(SVG\) has no such limit$/,
  );
  const other = await page
    .locator('heed-heads')
    .evaluate((element) =>
      /** @type {any} */ (element)
        .toBlob({ type: 'image/gif' })
        .catch((/** @type {Error} */ error) => error.message),
    );
  assert.equal(other, 'a picture is image/png or image/svg+xml, not image/gif');
  assert.deepEqual(errors, []);
  await close();
});

test('<heed-map> exports its matrix with hostile labels as text, hatched masked cells, and axes named in its language', async () => {
  const { page, errors, close } = await harness.open('www/test/browser/elements.html');
  const labels = ['</text><script>alert(1)</script>', '"&amp;', 'مرحبا', '👩‍👩‍👧'];
  const svg = await page.evaluate(async (labels) => {
    await import(/** @type {any} */ ('/www/define/heed-map-define.js'));
    const map = /** @type {any} */ (document.createElement('heed-map'));
    map.setAttribute('mask', 'causal');
    map.setAttribute('language', 'es');
    map.setAttribute('theme', 'dark');
    map.data = {
      rows: 4,
      cols: 4,
      data: Array.from({ length: 16 }, (_, cell) => (cell % 4 > cell / 4 ? 0 : cell / 16)),
      queryLabels: labels,
      keyLabels: labels,
      name: 'Pesos <b>',
    };
    const early = await map.toSVG().catch((/** @type {Error} */ error) => error.message);
    const ready = new Promise((resolve) => map.addEventListener('heed-ready', resolve, { once: true }));
    document.querySelector('main')?.append(map);
    await ready;
    return { early, text: await map.toSVG() };
  }, labels);
  assert.match(svg.early, /shows nothing yet/);
  const { broken, tags, paper, texts, digits } = await read(page, svg.text);
  assert.equal(broken, null);
  assert.deepEqual(tags, ['defs', 'g', 'path', 'pattern', 'rect', 'svg', 'text', 'title']);
  assert.equal(paper, '#14161a');
  for (const label of ['"&amp;', 'مرحبا', '👩‍👩‍👧'])
    assert.equal(texts.filter((text) => text === label).length, 2, `${label} is in ${texts}`);
  for (const text of ['Pesos <b>', 'consulta (filas)', 'clave (columnas)', 'enmascarado'])
    assert.ok(texts.includes(text), `${text} is in ${texts}`);
  assert.deepEqual(digits, [
    '0,0000',
    '0,2500',
    '0,3125',
    '0,5000',
    '0,5625',
    '0,6250',
    '0,7500',
    '0,8125',
    '0,8750',
    '0,9375',
  ]);
  const png = await pngOf(page, 'heed-map', { scale: 1 });
  assert.deepEqual([png.type, png.ground], ['image/png', [20, 22, 26, 255]]);
  assert.deepEqual(errors, []);
  await close();
});
