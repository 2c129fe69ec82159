/**
 * Checks the stage of every lesson of matrices: what is clipped or overlaps, what is too high, and digits
 * that are too small.
 */
import { whenSettled } from './idle.mjs';
import { faultsHere } from './layout.mjs';
import { showLesson } from './lesson.mjs';

/** Every lesson of matrices, and how many steps it has. @type {Record<string, number>} */
export const LESSONS = {
  positions: 7,
  words: 7,
  'scale-mask': 7,
  frase: 7,
  concepts: 11,
  heads: 6,
  distance: 6,
  own: 7,
};

/** The stories, and how many steps each has. @type {Record<string, number>} */
export const STORIES = { first: 7, scaling: 3, ahead: 6, order: 3, 'two-heads': 4 };

/**
 * What is wrong with the stage as it is shown. Runs in the page.
 *
 * @param {{ fits: boolean, digits: number, least?: number }} wants - `least` digits can be read, where there are
 *   any
 */
export function stageFaults({ fits, digits, least = 12.5 }) {
  const root = document.querySelector('heed-lesson')?.shadowRoot;
  const stage = root?.querySelector('.lesson-stage');
  if (!root || !stage) return ['there is no stage'];
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  // The foot of a phone stays in sight, whatever is above it.
  const room = Number.parseFloat(/** @type {HTMLElement} */ (stage).style.minHeight);
  const { bottom } = /** @type {Element} */ (stage.querySelector('.foot, .dots')).getBoundingClientRect();
  const excess = Math.max(stage.scrollHeight - (room || Infinity), bottom - innerHeight);
  if (fits && excess > 1) found.push(`it is ${Math.ceil(excess)} px too high`);
  if (fits && stage.querySelector('.scrolled')) found.push('a figure is scrolled sideways');
  const foot = /** @type {Element} */ (stage.querySelector('.foot, .dots')).getBoundingClientRect();
  for (const each of fits ? stage.querySelectorAll('.sum .r, .sum .unknown') : [])
    if (each.getBoundingClientRect().bottom > foot.top + 1)
      found.push('the buttons cover the end of the sum');
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (stage.querySelectorAll('.lab'))) {
    const isCut = [label, ...label.children].some(
      (each) => each.clientHeight > 0 && each.scrollHeight > each.clientHeight + 3,
    );
    if (isCut || label.textContent?.includes('…')) found.push(`the label ${label.title} is cut off`);
  }
  for (const each of stage.querySelectorAll('.bars :is(.score, .piece, .note, .tick)')) {
    const size = Number.parseFloat(getComputedStyle(each).fontSize);
    if (size < Math.max(12.5, digits * 0.75)) found.push(`${each.className} of a bar has digits of ${size}`);
    if (each.scrollWidth > each.clientWidth + 1 && each.textContent)
      found.push(`${each.textContent} is wider than its ${each.className}`);
  }
  const maps = /** @type {any[]} */ ([...stage.querySelectorAll('heed-map:not(.unseen)')]);
  for (const map of maps) {
    const box = map.getBoundingClientRect();
    if (!map.closest('.scroll') && (box.left < 0 || box.right > innerWidth + 1))
      found.push(`${map.dataset.matrix} is cut at the side`);
    if (map.figure.textSize < digits || (map.figure.textSize > 0 && map.figure.textSize < least))
      found.push(`${map.dataset.matrix} has digits of ${map.figure.textSize}`);
  }
  const parts = [...stage.querySelectorAll('.name, .sign, .sum, .lab, .bars :is(.note, .tick)')].map(
    (each) => ({
      name: `${each.className} ${each.textContent?.trim().slice(0, 24)}`,
      box: each.getBoundingClientRect(),
    }),
  );
  const over = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
    a.left < b.right - 1.5 && b.left < a.right - 1.5 && a.top < b.bottom - 1.5 && b.top < a.bottom - 1.5;
  parts.forEach(({ name, box }, index) => {
    if (box.left < -1) found.push(`${name} is cut at the left`);
    for (const map of maps)
      if (over(box, map.getBoundingClientRect())) found.push(`${name} lies on ${map.dataset.matrix}`);
    for (const other of parts.slice(index + 1))
      if (over(box, other.box)) found.push(`${name} lies on ${other.name}`);
  });
  return found;
}

/**
 * What moves between the steps of a lesson, which are shown in order: the segments of its progress, and the
 * left edge of its words. Runs in the page.
 */
function movedParts() {
  const lesson = /** @type {any} */ (document.querySelector('heed-lesson'));
  const words = document.createRange();
  words.selectNodeContents(lesson.shadowRoot.querySelector('.say:not(.lead)'));
  const { left } = words.getBoundingClientRect();
  const segments = /** @type {Element[]} */ ([...lesson.shadowRoot.querySelectorAll('.progress li')]);
  const widths = segments.map((each) => each.getBoundingClientRect().width);
  const held = /** @type {any} */ (globalThis);
  if (lesson.state.step === 0) held.first = { left, widths };
  const { first } = held;
  const found = Math.abs(left - first.left) < 1 ? [] : [`the words begin at ${left}, not ${first.left}`];
  if (widths.length === 0 || widths.length !== first.widths.length)
    found.push(`there are ${widths.length} segments`);
  // On a phone a segment is as wide as its name.
  const isPhone = innerWidth < 700;
  if (widths.some((width, at) => Math.abs(width - first.widths[isPhone ? at : 0]) >= 0.1))
    found.push(`the segments have the widths ${widths}, not ${first.widths}`);
  return found;
}

/**
 * Gives the page a function that shows a step and returns what checks find in it. Each call between Node and
 * the page takes as long as a check, so there is one for each step.
 *
 * @param {import('playwright-core').Page} page
 * @param {Record<string, Function>} checks - they run in the page; each takes its entry of `wants` below
 */
export async function stepChecks(page, checks) {
  const entries = Object.entries(checks).map(([name, check]) => `${name}: ${check}`);
  await page.evaluate(`globalThis.stepChecks = { ${entries.join(', ')} }; ${whenSettled}`);
  /** @param {number} step @param {Record<string, unknown>} [wants] @returns {Promise<string[]>} */
  return (step, wants = {}) =>
    page.evaluate(
      async ({ step, wants }) => {
        const { stepChecks, whenSettled } = /** @type {any} */ (globalThis);
        const lesson = /** @type {any} */ (document.querySelector('heed-lesson'));
        lesson.show({ step });
        await whenSettled();
        if (lesson.state.step !== step) return [`step ${lesson.state.step} is shown`];
        return Object.entries(stepChecks).flatMap(([name, check]) => check(wants[name]));
      },
      { step, wants },
    );
}

/**
 * Every step of every lesson, one after the other in one page.
 *
 * @param {import('playwright-core').Page} page
 * @param {{ fits: boolean, digits: number, least?: number, presented?: boolean, language?: string, lessons?: string[] }} wants
 */
export async function allFaults(
  page,
  { presented = false, language = 'en', lessons = Object.keys(LESSONS), ...wants },
) {
  /** @type {string[]} */
  const faults = [];
  const faultsOf = await stepChecks(page, {
    stageFaults,
    layoutFaults: faultsHere,
    // The dots of a presentation are no segments.
    ...(!presented && { movedParts }),
  });
  for (const lesson of lessons) {
    const steps = LESSONS[lesson] ?? STORIES[lesson];
    const own = '&tokens=the+cat+sat+down&model=4&key=4&value=4&from=1&embeddings=one-hot&drawn=randn';
    const options = lesson === 'own' ? own : '';
    await showLesson(page, `v=1&lesson=${lesson}&show=step&language=${language}${options}`);
    if (presented) await page.keyboard.press('p');
    for (let step = 0; step < steps; step += 1) {
      const found = (await faultsOf(step, { stageFaults: wants })).filter(
        // The selected cell is drawn larger, over the others, and so are the cells of its sum.
        (fault) => !/\((div\.working|span\.widened)\)/.test(fault),
      );
      faults.push(...found.map((fault) => `${lesson}, step ${step + 1}: ${fault}`));
    }
    if (presented) await page.keyboard.press('Escape');
  }
  return faults;
}
