/** Inherited properties of the page around a figure, which must not reach its inside. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAuthored } from './author-page.mjs';
import { start } from './harness.mjs';
import { settled } from './idle.mjs';

/** Markup of each element. */
const FIGURES = {
  'heed-map': '<heed-map src="/heads.json"></heed-map>',
  'heed-lesson': '<heed-lesson view="figure" lesson="words"></heed-lesson>',
  'heed-mask': '<heed-mask view="figure" queries="6"></heed-mask>',
  'heed-heads': '<heed-heads view="figure"></heed-heads>',
  'heed-contrast': '<heed-contrast view="figure"></heed-contrast>',
};
/**
 * What a figure takes from the page around it: whether it is seen, reached, selected, spoken and printed, its
 * scheme, and how text is enlarged on a phone.
 */
const TAKEN = [
  ...['visibility', 'pointer-events', 'interactivity', 'app-region', 'user-select', 'speak', 'zoom'],
  ...['color-scheme', 'print-color-adjust', '-webkit-print-color-adjust', 'text-size-adjust'],
];
/** Values of which a property accepts one at least. */
const VALUES = [
  ...['italic', 'small-caps', '903', '7px', '0.3', '3', 'rgb(1, 2, 3)', 'none', 'all', 'hidden', 'collapse'],
  ...[
    'uppercase',
    'nowrap',
    'preserve',
    'break-all',
    'anywhere',
    'strict',
    'wait',
    'evenodd',
    'round',
    'middle',
  ],
  ...['bevel', 'stroke', 'end', 'center', 'under', 'left', 'always', 'optimizespeed', 'crisp-edges', 'rtl'],
  ...[
    'manual',
    'bottom',
    'exact',
    'compact',
    'sideways',
    'upright',
    'vertical-rl',
    'square',
    'inside',
    'dot',
  ],
  ...['"«" "»"', '"smcp"', '"wght" 900', '"x"', '7 3 3', 'red blue', 'url("#a")', 'rgb(1, 2, 3) 1px 1px 0px'],
  ...['historical-forms', 'ordinal', 'no-common-ligatures', 'oldstyle-nums', 'jis78', 'super', 'emoji'],
  ...['from-image', 'loose', 'stable', 'normal', 'auto', 'geometricprecision', 'dark', 'allow-keywords'],
  ...[
    'cap alphabetic',
    'trim-start',
    'weight',
    'linearrgb',
    'read-write',
    'monospace',
    '150%',
    'antialiased',
  ],
];

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
  harness.give('heads.json', '[[1, 0], [0.25, 0.75]]', 'application/json');
});
after(() => harness?.close());

for (const [tag, markup] of Object.entries(FIGURES))
  test(`no inherited property of the page reaches the inside of ${tag}`, async () => {
    const visit = await openAuthored(harness, markup, {
      scripts: [`www/define/${tag}-define.js`],
      open: { reducedMotion: 'reduce' },
    });
    await visit.drawn();
    const { page } = visit;
    const names = await page.evaluate(inheritedProperties, { taken: TAKEN, values: VALUES });
    // Fewer would mean that the values above are not accepted.
    assert.ok(names.length > 75, `${names.length} properties: ${names.map(([name]) => name).join(', ')}`);
    const plain = await page.evaluate(stylesInside, { tag, names });
    await page.evaluate((all) => {
      for (const [name, value] of all) document.querySelector('main')?.style.setProperty(name, value);
    }, names);
    await settled(page);
    const styled = await page.evaluate(stylesInside, { tag, names });
    assert.ok(plain.length > 0);
    assert.deepEqual(
      [
        ...new Set(
          plain.flatMap((/** @type {string[]} */ style, /** @type {number} */ at) =>
            names.flatMap(([name], n) =>
              style[n] === styled[at]?.[n] ? [] : [`${name}: ${styled[at]?.[n]}, not ${style[n]}`],
            ),
          ),
        ),
      ],
      [],
    );
    await visit.close();
  });

/**
 * The inherited properties of the browser, each with a value that differs from the one in a new page.
 *
 * @param {{ taken: string[], values: string[] }} options
 * @returns {[name: string, value: string][]}
 */
function inheritedProperties({ taken, values }) {
  const outer = document.createElement('div');
  const inner = document.createElement('div');
  outer.append(inner);
  // Without a box, sizes do not depend on each other.
  const hidden = document.createElement('div');
  hidden.hidden = true;
  hidden.append(outer);
  document.body.append(hidden);
  const read = (/** @type {Element} */ node, /** @type {string} */ name) =>
    getComputedStyle(node).getPropertyValue(name);
  /** @type {[string, string][]} */
  const found = [];
  for (const name of getComputedStyle(inner)) {
    if (name.startsWith('--') || taken.includes(name)) continue;
    const before = read(inner, name);
    for (const value of values) {
      if (!CSS.supports(name, value)) continue;
      outer.style.setProperty(name, value);
      const changed = read(inner, name);
      outer.style.removeProperty(name);
      if (changed === before) continue;
      found.push([name, value]);
      break;
    }
  }
  hidden.remove();
  return found;
}

/**
 * The values of properties for all elements inside of a figure.
 *
 * @param {{ tag: string, names: [string, string][] }} options
 * @returns {string[][]}
 */
function stylesInside({ tag, names }) {
  /** @param {ShadowRoot} root @returns {string[][]} */
  const inside = (root) =>
    [...root.querySelectorAll('*')].flatMap((/** @type {Element} */ node) => {
      const style = getComputedStyle(node);
      const own =
        node.localName === 'slot' || node.localName === 'style'
          ? []
          : [names.map(([name]) => style.getPropertyValue(name))];
      return [...own, ...(node.shadowRoot ? inside(node.shadowRoot) : [])];
    });
  return inside(/** @type {ShadowRoot} */ (document.querySelector(tag)?.shadowRoot));
}
