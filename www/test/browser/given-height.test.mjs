/** Lessons in the height that a page gives them, such as that of a slide. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAuthored } from './author-page.mjs';
import { start } from './harness.mjs';
import { settled } from './idle.mjs';
import { LESSONS, stageFaults, stepChecks, STORIES } from './stage-faults.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start();
});
after(() => harness?.close());

/** All lessons whose numbers are their own. */
const ALL = Object.entries({ ...STORIES, ...LESSONS, state: 7, picked: 7 }).filter(
  ([lesson]) => lesson !== 'own',
);

/**
 * What does not fit the stage. Runs in the page.
 *
 * @param {number} height - of the stage
 */
function outside(height) {
  const SLACK = 2;
  const root = /** @type {ShadowRoot} */ (document.querySelector('heed-lesson')?.shadowRoot);
  const stage = /** @type {HTMLElement} */ (root.querySelector('.lesson-stage'));
  const foot = /** @type {HTMLElement} */ (stage.querySelector('.foot'));
  const found = [];
  const bounds = stage.getBoundingClientRect();
  const buttons = foot.getBoundingClientRect();
  if (Math.abs(bounds.height - height) > 1) found.push(`the stage is ${bounds.height} px high`);
  if (buttons.bottom > bounds.bottom + SLACK) found.push('the buttons are out of sight');
  if (stage.scrollHeight > stage.clientHeight + 1)
    found.push(`it is ${stage.scrollHeight - stage.clientHeight} px too high`);
  if (stage.scrollWidth > stage.clientWidth + 1)
    found.push(`it is ${stage.scrollWidth - stage.clientWidth} px too wide`);
  const isHidden = (/** @type {Element | null} */ each) => {
    for (let of = each; of && of !== stage; of = of.parentElement)
      if (getComputedStyle(of).clipPath !== 'none') return true;
    return false;
  };
  const words = document.createRange();
  for (const each of stage.querySelectorAll('.scene *')) {
    if (each instanceof SVGElement && each.ownerSVGElement) continue;
    if (!each.checkVisibility({ visibilityProperty: true }) || isHidden(each)) continue;
    // The box of a text is that of its line.
    const hasText = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!hasText && !each.matches('heed-map, button, svg, canvas, input')) continue;
    words.selectNodeContents(each);
    const box = (hasText ? words : each).getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const name = `${each.localName}.${each.className} ${each.textContent?.trim().slice(0, 20)}`;
    if (box.left < bounds.left - SLACK || box.right > bounds.right + SLACK)
      found.push(`${name} is cut at the side`);
    if (box.bottom > buttons.top + SLACK) found.push(`${name} is under the buttons`);
    if (box.top < bounds.top - SLACK) found.push(`${name} is cut above`);
  }
  return found.slice(0, 3);
}

/** The heights of a stage in columns of two widths: the extremes in both, each other one in one of them. */
const COLUMNS = /** @type {const} */ ([
  [960, [520, 360, 240]],
  [700, [520, 420, 300, 240]],
]);

for (const [width, heights] of COLUMNS)
  for (const height of heights)
    test(`every step of every lesson fits ${height} pixels in a column of ${width}`, async () => {
      const { page, errors, drawn, close } = await openAuthored(
        harness,
        `<heed-lesson view="figure" lesson="first" height="${height}"></heed-lesson>`,
        {
          scripts: ['www/define/heed-lesson-define.js'],
          style: `body { margin: 0; } main { max-width: none; width: ${width}px; }`,
          open: { viewport: { width: 1000, height: 560 }, reducedMotion: 'reduce' },
        },
      );
      await drawn();
      const faults = [];
      const faultsOf = await stepChecks(page, { outside, stageFaults });
      for (const [lesson, steps] of ALL) {
        await page.evaluate(
          (id) => document.querySelector('heed-lesson')?.setAttribute('lesson', id),
          lesson,
        );
        await settled(page);
        const shown = await page.evaluate(
          () => /** @type {any} */ (document.querySelector('heed-lesson')).state.lesson,
        );
        assert.equal(shown, lesson);
        for (let step = 0; step < steps; step += 1) {
          const wants = { outside: height, stageFaults: { fits: true, digits: 0, least: 11 } };
          const found = await faultsOf(step, wants);
          faults.push(...found.map((fault) => `${lesson}, step ${step + 1}: ${fault}`));
        }
      }
      assert.deepEqual(faults, []);
      assert.deepEqual(errors, []);
      await close();
    });

test('a figure that is scaled to its height leaves the pointer at its cell', async () => {
  const { page, drawn, close } = await openAuthored(
    harness,
    '<heed-lesson view="figure" lesson="heads" height="240"></heed-lesson>',
    {
      scripts: ['www/define/heed-lesson-define.js'],
      style: 'main { max-width: none; width: 960px; }',
      open: { viewport: { width: 1000, height: 560 }, reducedMotion: 'reduce' },
    },
  );
  await drawn();
  await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: 5 }));
  await settled(page);
  const zoom = await page
    .locator('heed-lesson .scene > .figure')
    .evaluate((figure) => getComputedStyle(figure).zoom);
  assert.ok(Number(zoom) < 0.8, zoom);
  const box = await page.locator('heed-lesson heed-map:not(.unseen) [part=canvas]').first().boundingBox();
  assert.ok(box);
  // The matrix O is 4 x 8: this is row 2, column 6.
  await page.mouse.move(box.x + (box.width * 6.5) / 8, box.y + (box.height * 2.5) / 4);
  await settled(page);
  await page.mouse.down();
  await page.mouse.up();
  await settled(page);
  const chosen = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('heed-lesson')).state.cursor,
  );
  assert.deepEqual([chosen.row, chosen.col], [2, 6]);
  await close();
});
