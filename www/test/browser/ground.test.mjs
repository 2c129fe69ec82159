/** Figures on pages that set a dark background without a color scheme, and text properties for everything. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAuthored } from './author-page.mjs';
import { start } from './harness.mjs';

/** Markup of each element. */
const FIGURES = {
  'heed-map': '<heed-map src="/heads.json"></heed-map>',
  'heed-lesson': '<heed-lesson view="figure"></heed-lesson>',
  'heed-mask': '<heed-mask view="figure" queries="6"></heed-mask>',
  'heed-heads': '<heed-heads view="figure"></heed-heads>',
  'heed-contrast': '<heed-contrast view="figure"></heed-contrast>',
};
const BLOG = `
  body { background: #141414; color: #ddd; letter-spacing: .2em; text-transform: uppercase; text-align: center; line-height: 3;
    word-spacing: 1em; text-indent: 2em; white-space: pre; font-style: italic; text-align-last: right; text-emphasis: dot;
    text-wrap: balance; line-break: anywhere; -webkit-text-fill-color: red; -webkit-text-stroke: 1px lime; }
  .light { background: #fff; transition: background-color 1ms; }`;

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
  harness.give('heads.json', '[[1, 0], [0.25, 0.75]]', 'application/json');
});
after(() => harness?.close());

for (const [tag, markup] of Object.entries(FIGURES))
  test(`${tag} follows a background without a color scheme, and no text property of the page reaches its inside`, async () => {
    const visit = await openAuthored(harness, markup, {
      scripts: [`www/define/${tag}-define.js`],
      style: BLOG,
      open: { colorScheme: 'light' },
    });
    await visit.drawn();
    const { page } = visit;
    const style = await page.evaluate((name) => {
      const parts = [...(document.querySelector(name)?.shadowRoot?.children ?? [])];
      const computed = getComputedStyle(parts.filter(({ localName }) => localName !== 'slot')[0]);
      const { letterSpacing, wordSpacing, textTransform, textAlign, textIndent, whiteSpace, fontStyle } =
        computed;
      const { textAlignLast, textWrap, lineBreak, color } = computed;
      const emphasis = computed.getPropertyValue('text-emphasis-style');
      const stroke = computed.getPropertyValue('-webkit-text-stroke-width');
      const isFilled = computed.getPropertyValue('-webkit-text-fill-color') === color;
      const isTall = parseFloat(computed.lineHeight) / parseFloat(computed.fontSize) > 2;
      return {
        letterSpacing,
        wordSpacing,
        textTransform,
        textAlign,
        textIndent,
        whiteSpace,
        fontStyle,
        textAlignLast,
        textWrap,
        lineBreak,
        emphasis,
        stroke,
        isFilled,
        isTall,
      };
    }, tag);
    const isTheme = (/** @type {string} */ theme) =>
      page.waitForFunction(
        ([name, wanted]) => {
          const parts = [...(document.querySelector(name)?.shadowRoot?.children ?? [])];
          const inside = parts.filter(({ localName }) => localName !== 'slot');
          return inside.every((part) => getComputedStyle(part).colorScheme === wanted);
        },
        [tag, theme],
      );
    assert.deepEqual(style, {
      letterSpacing: 'normal',
      wordSpacing: '0px',
      textTransform: 'none',
      textAlign: 'start',
      textIndent: '0px',
      whiteSpace: 'normal',
      fontStyle: 'normal',
      textAlignLast: 'auto',
      textWrap: 'wrap',
      lineBreak: 'auto',
      emphasis: 'none',
      stroke: '0px',
      isFilled: true,
      isTall: false,
    });
    await isTheme('dark');
    await page.evaluate(() => document.body.classList.add('light'));
    await isTheme('light');
    await page.evaluate(() => document.body.classList.remove('light'));
    await isTheme('dark');
    await page.evaluate((name) => document.querySelector(name)?.setAttribute('theme', 'light'), tag);
    await isTheme('light');
    assert.deepEqual(visit.errors, []);
    await visit.close();
  });

test('a figure follows a background that the page has for the theme of the system', async () => {
  const visit = await openAuthored(harness, FIGURES['heed-map'], {
    scripts: ['www/define/heed-map-define.js'],
    style:
      'body { background: #fff; } @media (prefers-color-scheme: dark) { body { background: #141414; color: #ddd; } }',
    open: { colorScheme: 'light' },
  });
  await visit.drawn();
  const { page } = visit;
  for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((wanted) => {
      const part = document.querySelector('heed-map')?.shadowRoot?.querySelector('[role=application]');
      return part && getComputedStyle(part).colorScheme === wanted;
    }, colorScheme);
  }
  assert.deepEqual(visit.errors, []);
  await visit.close();
});
