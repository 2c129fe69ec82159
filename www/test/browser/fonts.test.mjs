/**
 * The layout with the font sets of different machines: nothing is clipped or overlaps, and a whole notebook
 * is visible. The set of the other tests is checked on every screen, the others where room is least.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FONT_SETS, fontConfig, NoFonts } from './fonts.mjs';
import { PAGE_POLICY, start } from './harness.mjs';
import { keepDrawnTexts, layoutFaults } from './layout.mjs';
import { settled } from './lesson.mjs';

/** By name: the fragments that show a room. @type {Record<string, string[]>} */
const VIEWS = {
  'the lesson positions': ['v=1&lesson=positions'],
  'the lesson words': ['v=1&lesson=words&cursor=scores:2:0'],
  'the lesson scale-mask': ['v=1&lesson=scale-mask'],
  'the lesson frase': ['v=1&lesson=frase', 'v=1&lesson=frase&rows=one:1&language=es'],
  'the lesson concepts': ['v=1&lesson=concepts', 'v=1&lesson=concepts&step=10'],
  'the lesson heads': ['v=1&lesson=heads'],
  'the lesson distance': ['v=1&lesson=distance'],
  'the lesson own': ['v=1&lesson=own'],
  'the newer lessons': [
    'v=1&lesson=state&show=step&step=4',
    'v=1&lesson=state&language=es',
    'v=1&lesson=picked&show=step&step=5&language=es',
    'v=1&lesson=picked',
  ],
  'the first lesson': [
    'v=1&lesson=first',
    'v=1&lesson=first&guess=4',
    'v=1&lesson=first&step=3&language=es',
    'v=1&lesson=first&step=6&last=left',
  ],
  'the story of the mask': [
    'v=1&lesson=ahead&step=3',
    'v=1&lesson=ahead&step=4&language=es',
    'v=1&lesson=ahead&step=5&length=13',
  ],
  'the other stories': [
    'v=1&lesson=scaling&step=2',
    'v=1&lesson=two-heads&step=3',
    'v=1&lesson=order&step=2&language=es',
  ],
  Masks: ['v=1&room=masks&cursor=14:3', 'v=1&room=masks&language=es'],
  Models: ['v=1&room=maps&head=5:10'],
  Contrast: ['v=1&room=contrast', 'v=1&room=contrast&figure=unscaled&language=es'],
  Embed: ['v=1&room=embed', 'v=1&room=embed&figure=map&language=es'],
};
const [LARGE, PROJECTOR, PHONE] = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];
/** The lessons whose matrices are all visible on a screen. */
const LESSONS = [
  'positions',
  'words',
  'words&mask=causal',
  'scale-mask',
  'frase',
  'concepts',
  'concepts&step=10',
  'heads',
  'distance',
  'own',
  // Spanish labels and sentences are longer.
  'positions&language=es',
  'scale-mask&language=es',
  'concepts&step=10&language=es',
  'heads&kvHeads=2&language=es',
  'distance&language=es',
];

/** The configuration of each set, or why there is none. @type {Map<string, string | NoFonts>} */
const sets = new Map();
for (const name of Object.keys(FONT_SETS))
  sets.set(
    name,
    await fontConfig(name).catch((error) => (error instanceof NoFonts ? error : Promise.reject(error))),
  );

for (const [name, set] of sets) {
  const skip = set instanceof NoFonts ? set.message : false;
  describe(`with ${name} alone`, { skip }, () => {
    /** @type {Awaited<ReturnType<typeof start>>} */
    let harness;
    /** @type {import('./harness.mjs').Visit} */
    let visit;
    before(async () => {
      harness = await start({ policy: PAGE_POLICY, fonts: name });
      await harness.context.addInitScript(keepDrawnTexts);
      visit = await harness.open('index.html#v=1&lesson=words');
    });
    after(() => harness?.close());

    /** Opens a fragment in the open page. @param {string} fragment */
    const go = async (fragment) => {
      await visit.page.evaluate((hash) => {
        location.hash = hash;
      }, fragment);
      await settled(visit.page);
      if (fragment.includes('room=maps')) await visit.page.locator('heed-heads[data-heads="72"]').waitFor();
      await visit.page.evaluate(() => document.fonts.ready);
      await settled(visit.page);
    };

    for (const size of name === 'dejavu' ? [LARGE, PROJECTOR, PHONE] : [PROJECTOR, PHONE]) {
      for (const [what, fragments] of Object.entries(VIEWS)) {
        test(`nothing of ${what} is clipped or overlaps anything else, at ${size.width} by ${size.height}`, async () => {
          await visit.page.setViewportSize(size);
          for (const [number, fragment] of fragments.entries()) {
            await go(fragment);
            const folder = process.env.HEEDMAP_SCREENSHOTS;
            if (folder)
              await visit.page.screenshot({
                path: `${folder}/${name}-${size.width}-${what.replaceAll(' ', '-')}-${number}.png`,
                fullPage: size.width < 1000,
              });
            const faults = await layoutFaults(visit.page);
            // A step draws over its cells on purpose: the selected one and those of its sum larger, and a key
            // that was missed.
            const found = faults.filter(
              (fault) => !/\((div\.(working|missed-cell)|span\.widened)\)/.test(fault),
            );
            assert.deepEqual(found, [], fragment);
          }
          assert.deepEqual(visit.errors, []);
        });
      }
    }

    for (const size of name === 'dejavu' ? [LARGE, PROJECTOR] : [PROJECTOR])
      test(`every matrix of every lesson is visible without scrolling, at ${size.width} by ${size.height}`, async () => {
        await visit.page.setViewportSize(size);
        for (const lesson of LESSONS) {
          const fragment = `v=1&lesson=${lesson}`;
          await go(fragment);
          const { shown, ...faults } = await visit.page.evaluate(() => {
            const root = document.querySelector('heed-lesson')?.shadowRoot;
            const maps = /** @type {any[]} */ ([...(root?.querySelectorAll('heed-map') ?? [])]).filter(
              (map) => map.checkVisibility(),
            );
            const boxes = maps.map((map) => ({
              name: map.dataset.matrix,
              box: /** @type {Element} */ (map.shadowRoot?.querySelector('canvas')).getBoundingClientRect(),
            }));
            return {
              shown: boxes.length,
              // Every matrix has digits or is folded, and every folded one can be unfolded on the first
              // screen.
              bare: maps
                .filter(
                  (map) =>
                    /** @type {any} */ (globalThis).drawnSizes.get(map.shadowRoot.querySelector('canvas')) ===
                    undefined,
                )
                .map((map) => map.dataset.matrix),
              hidden: [...(root?.querySelectorAll('.folded') ?? [])]
                .filter((fold) => fold.checkVisibility() && fold.getBoundingClientRect().bottom > innerHeight)
                .map((fold) => fold.textContent),
              outside: boxes
                .filter(({ box }) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight)
                .map(
                  ({ name, box }) =>
                    `${name} at ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`,
                ),
            };
          });
          assert.ok(shown >= 7, `${lesson} shows ${shown} matrices`);
          assert.deepEqual(faults, { bare: [], hidden: [], outside: [] }, fragment);
        }
      });
  });
}

test('the check finds a title on a matrix, a clipped label and a button that is too small', async () => {
  const harness = await start({ policy: PAGE_POLICY });
  const { page } = await harness.open('index.html#v=1&lesson=words');
  await page.locator('heed-map:visible').first().waitFor();
  await settled(page);
  await page.evaluate(() => {
    const maps = [
      ...(document.querySelector('heed-lesson')?.shadowRoot?.querySelectorAll('heed-map') ?? []),
    ].filter((map) => map.checkVisibility());
    const named = (/** @type {string} */ id) =>
      /** @type {ShadowRoot} */ (
        maps.find((map) => /** @type {HTMLElement} */ (map).dataset.matrix === id)?.shadowRoot
      );
    const style = (
      /** @type {Element | null} */ element,
      /** @type {Partial<CSSStyleDeclaration>} */ rules,
    ) => Object.assign(/** @type {HTMLElement} */ (element).style, rules);
    style(named('q').querySelector('.caption'), { position: 'relative', top: '-20px' });
    style(named('x').querySelector('.rows span'), { width: '12px' });
    style(
      [...document.querySelectorAll('header button')].find((button) => button.textContent === 'Copy link') ??
        null,
      { width: '20px', padding: '0', whiteSpace: 'nowrap' },
    );
  });
  const faults = (await layoutFaults(page)).join('\n');
  await harness.close();
  assert.match(faults, /lies on wQ canvas/);
  assert.match(faults, /x span cuts off "word_1"/);
  assert.match(faults, /leaves button/);
});
