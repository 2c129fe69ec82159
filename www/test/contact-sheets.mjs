/**
 * Contact sheets: every step of every lesson at the sizes that are reviewed, light and dark, a PNG for each.
 *
 *     node www/test/contact-sheets.mjs [--lesson NAME]... [--size WIDTHxHEIGHT]... [--theme light|dark]...
 *                                      [--language en|es|pt] [--whole | --present | --frame] [folder]
 *
 * After a build. The sheets go to `target/sheets`, or to the folder that is named. `--frame` shows the figure
 * as it is in other pages. It needs Chromium, as the browser tests do.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { LESSON_IDS, lessonOf } from '../rooms/learn/lessons/index.js';
import { DEFAULT_STATE } from '../rooms/learn/state/state.js';
import { start } from './browser/harness.mjs';
import { settled } from './browser/lesson.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lesson: { type: 'string', multiple: true, default: [...LESSON_IDS] },
    size: { type: 'string', multiple: true, default: ['1440x900', '1280x720', '390x844', '360x640'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    language: { type: 'string', default: 'en' },
    whole: { type: 'boolean', default: false },
    present: { type: 'boolean', default: false },
    frame: { type: 'boolean', default: false },
  },
});
const view = ['whole', 'present', 'frame'].filter((name) => values[/** @type {'whole'} */ (name)]);
const folder = positionals[0] ?? fileURLToPath(new URL('../../target/sheets', import.meta.url));
await mkdir(folder, { recursive: true });

const harness = await start();
try {
  for (const size of values.size)
    for (const theme of values.theme)
      for (const lesson of values.lesson) {
        const file = `${folder}/${[lesson, size, theme, ...view].join('-')}.png`;
        await sheet(lesson, size, /** @type {'light' | 'dark'} */ (theme), file);
        console.log(file);
      }
} finally {
  await harness.close();
}

/**
 * @param {string} lesson
 * @param {string} size
 * @param {'light' | 'dark'} theme
 * @param {string} file
 */
async function sheet(lesson, size, theme, file) {
  const [width, height] = size.split('x').map(Number);
  const { steps } = lessonOf({ ...DEFAULT_STATE, lesson });
  const link = new URLSearchParams({ v: '1', lesson, language: values.language });
  link.set('show', values.whole ? 'whole' : 'step');
  const visit = await harness.open(`${values.frame ? 'embed' : 'index'}.html#${link}`, {
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  await visit.page.locator('heed-lesson .lesson').first().waitFor();
  if (values.present) await visit.page.keyboard.press('p');
  /** @type {{ label: string, picture: string }[]} */
  const shots = [];
  for (let step = 0; step < (values.whole ? 1 : steps.length); step += 1) {
    if (step > 0)
      await visit.page.evaluate(
        (to) => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: to }),
        step,
      );
    await settled(visit.page);
    const picture = await visit.page.screenshot({ fullPage: values.frame });
    shots.push({
      label: `${lesson} ${values.whole ? 'whole' : step + 1}`,
      picture: picture.toString('base64'),
    });
  }
  if (visit.errors.length > 0) console.error(`${lesson} ${size} ${theme}:`, visit.errors);
  await visit.close();
  const page = await harness.context.newPage();
  const columns = width > 600 ? 2 : 4;
  await page.setViewportSize({ width: columns * (Math.min(width, 900) + 12), height: 400 });
  await page.evaluate(
    ({ all, cell }) => {
      document.body.style.cssText =
        'margin: 0; display: flex; flex-wrap: wrap; gap: 8px; background: #888; font: 16px sans-serif';
      for (const { label, picture } of all) {
        const figure = document.createElement('figure');
        figure.style.cssText = `margin: 0; width: ${cell}px`;
        const image = document.createElement('img');
        image.src = `data:image/png;base64,${picture}`;
        image.style.width = '100%';
        figure.append(label, image);
        document.body.append(figure);
      }
      return Promise.all([...document.images].map((image) => image.decode()));
    },
    { all: shots, cell: Math.min(width, 900) },
  );
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}
