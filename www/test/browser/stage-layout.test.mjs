import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PAGE_POLICY, start } from './harness.mjs';
import { fontConfig, NoFonts } from './fonts.mjs';
import { openLesson, settled } from './lesson.mjs';
import { allFaults, LESSONS, stageFaults, STORIES } from './stage-faults.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** The stories too. */
const ALL = [...Object.keys(LESSONS), ...Object.keys(STORIES)];

/**
 * The digits that the narrow left operand may give up are not counted there. Where room is least, the
 * language is the one with the longest words.
 *
 * @type {[string, { width: number, height: number }, Parameters<typeof allFaults>[1]][]}
 */
const PLACES = [
  ['on a large screen', { width: 1440, height: 900 }, { fits: true, digits: 16, lessons: ALL }],
  ['on a projector', { width: 1280, height: 720 }, { fits: true, digits: 16, lessons: ALL }],
  ['on a projector in Spanish', { width: 1280, height: 720 }, { fits: true, digits: 16, language: 'es' }],
  ['presented on a projector', { width: 1280, height: 720 }, { fits: true, digits: 16, presented: true }],
  ['presented on an old one', { width: 1024, height: 768 }, { fits: true, digits: 16, presented: true }],
  ['on a large one', { width: 1920, height: 1080 }, { fits: true, digits: 24 }],
  [
    'in Portuguese',
    { width: 1280, height: 720 },
    { fits: true, digits: 16, language: 'pt', lessons: ['positions', 'scale-mask', 'heads'] },
  ],
  ['on a phone', { width: 390, height: 844 }, { fits: true, digits: 0, least: 11.5, lessons: ALL }],
  [
    'on a phone that lies down, in Spanish',
    { width: 844, height: 390 },
    {
      fits: true,
      digits: 0,
      least: 11.5,
      language: 'es',
      lessons: ALL,
    },
  ],
  [
    'on a small phone in Spanish',
    { width: 360, height: 640 },
    { fits: true, digits: 0, least: 11.5, language: 'es' },
  ],
];

for (const [where, viewport, wants] of PLACES)
  test(`every step of every lesson fits ${where}, ${viewport.width} × ${viewport.height}: nothing is cut or overlaps, digits can be read, and segments and words stay in place`, async () => {
    const { page, errors, close } = await openLesson(harness, 'v=1&lesson=words&show=step', {
      viewport,
      reducedMotion: 'reduce',
    });
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'));
    });
    assert.deepEqual(await allFaults(page, wants), []);
    assert.deepEqual(errors, []);
    await close();
  });

test('every step of every story fits a small phone and a large screen: no step is scrolled', async () => {
  for (const [viewport, language] of /** @type {const} */ ([
    [{ width: 360, height: 640 }, 'en'],
    [{ width: 360, height: 640 }, 'es'],
    [{ width: 360, height: 640 }, 'pt'],
    [{ width: 1920, height: 1080 }, 'en'],
  ])) {
    const { page, close } = await openLesson(harness, 'v=1&lesson=first&show=step', {
      viewport,
      reducedMotion: 'reduce',
    });
    assert.deepEqual(
      await allFaults(page, { fits: true, digits: 0, language, lessons: Object.keys(STORIES) }),
      [],
      `${viewport.width} ${language}`,
    );
    await close();
  }
});

test('eight words with eight features fit a projector without scrolling, with digits that can be read', async () => {
  const own =
    'v=1&lesson=own&show=step&tokens=the+cat+sat+down+and+the+dog+left&model=8&key=8&value=8&from=1&embeddings=randn&drawn=randn';
  const { page, close } = await openLesson(harness, own, {
    viewport: { width: 1280, height: 720 },
    reducedMotion: 'reduce',
  });
  for (let step = 0; step < 7; step += 1) {
    await page.evaluate(
      (to) => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: to }),
      step,
    );
    await settled(page);
    assert.deepEqual(await page.evaluate(stageFaults, { fits: true, digits: 16 }), [], `step ${step + 1}`);
  }
  await close();
});

test('the buttons stay in sight where 26 words make a step longer than the screen', async () => {
  const tokens = Array.from({ length: 26 }, (_, n) => `word${n}`).join('+');
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    const { page, close } = await openLesson(harness, `v=1&lesson=own&show=step&tokens=${tokens}&step=3`, {
      viewport,
    });
    const next = await page.locator('heed-lesson .foot .next').boundingBox();
    assert.ok(next && next.y + next.height <= viewport.height, `${viewport.width}`);
    await close();
  }
});

/** Font sets other than the one of the tests above, which machines with other systems have. */
for (const name of ['liberation', 'noto', 'stix']) {
  const set = await fontConfig(name).catch((error) => {
    if (error instanceof NoFonts) return error;
    throw error;
  });
  const skip = set instanceof NoFonts && set.message;
  test(
    `no label, digit or title of the stage is clipped or overlaps another with ${name} alone`,
    { skip },
    async (t) => {
      const other = await start({ policy: PAGE_POLICY, fonts: name });
      t.after(() => other.close());
      for (const [viewport, fits] of /** @type {const} */ ([
        [{ width: 1280, height: 720 }, true],
        [{ width: 390, height: 844 }, false],
      ])) {
        const { page, close } = await openLesson(other, 'v=1&lesson=words&show=step', {
          viewport,
          reducedMotion: 'reduce',
        });
        const lessons = ['words', 'scale-mask', 'frase', 'concepts', 'heads'];
        assert.deepEqual(
          await allFaults(page, { fits, digits: 0, least: 11.5, lessons }),
          [],
          `${viewport.width}`,
        );
        await close();
      }
    },
  );
}

test('a figure in another page fits columns of 320 to 700 pixels, and nothing opens scrolled', async () => {
  // The frame has a policy of its own.
  const plain = await start();
  for (const width of [320, 360, 480, 700]) {
    const { page, errors, close } = await plain.open('embed.html#v=1&lesson=scale-mask&show=step', {
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    await page.locator('heed-lesson .placed').waitFor();
    for (let step = 0; step < 7; step += 1) {
      await page.evaluate(
        (to) => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: to }),
        step,
      );
      await settled(page);
      assert.deepEqual(
        await page.evaluate(stageFaults, { fits: false, digits: 0, least: 11.5 }),
        [],
        `${width}, step ${step + 1}`,
      );
    }
    assert.deepEqual(errors, []);
    await close();
  }
  await plain.close();
});

test('what is too wide for a phone is scrolled with its row labels in sight, and a shadow shows where there is more', async () => {
  const { page, close } = await openLesson(
    harness,
    'v=1&lesson=own&show=step&step=2&tokens=the+cat+sat&model=16&key=16&value=16&from=1&embeddings=randn&drawn=randn',
    { viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' },
  );
  const seen = () =>
    page.evaluate(() => {
      const root = document.querySelector('heed-lesson')?.shadowRoot;
      const box = /** @type {Element} */ (root?.querySelector('.scroll-box'));
      const label = /** @type {Element} */ (box.querySelector('.lab.row'));
      const { left } = label.getBoundingClientRect();
      const from = box.getBoundingClientRect().left;
      return {
        before: box.classList.contains('before'),
        after: box.classList.contains('after'),
        label: left >= from - 4 && left < from + 20,
      };
    });
  assert.deepEqual(await seen(), { before: false, after: true, label: true });
  await page.locator('heed-lesson .scroll').evaluate((scroll) => {
    scroll.scrollLeft = 100;
  });
  await settled(page);
  assert.deepEqual(await seen(), { before: true, after: true, label: true });
  await page.locator('heed-lesson .scroll').evaluate((scroll) => {
    scroll.scrollLeft = scroll.scrollWidth;
  });
  await settled(page);
  assert.deepEqual(await seen(), { before: true, after: false, label: true });
  await close();
});

test('the stage has no fault that axe finds, in both themes, with a question and without', async () => {
  for (const [view, colorScheme] of /** @type {const} */ ([
    ['v=1&lesson=words&show=step&step=3', 'light'],
    ['v=1&lesson=words&show=step&step=6', 'dark'],
    ['v=1&lesson=scale-mask&show=step&step=5&language=es&ask=none', 'light'],
    ['v=1&lesson=heads&show=step&step=4', 'dark'],
    ['v=1&lesson=concepts&show=step&step=10', 'light'],
  ])) {
    const { axe, close } = await openLesson(harness, view, { colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await axe(), [], view);
    await close();
  }
});
