import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { passTime, setClock } from './clock.mjs';
import { PAGE_POLICY, start } from './harness.mjs';
import { fragment, openLesson, settled, showLesson } from './lesson.mjs';
import { OUTLINES } from '../../rooms/learn/stories/options.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/**
 * Opens a story and waits for its figure.
 *
 * @param {string} fragment @param {import('./harness.mjs').OpenOptions} [options]
 */
async function openStory(fragment, options) {
  const visit = await harness.open(`index.html${fragment && `#${fragment}`}`, options);
  await visit.page.locator('heed-lesson .story').waitFor();
  await settled(visit.page);
  return visit;
}

/** @param {Page} page */
const sentence = (page) => page.locator('heed-lesson .say:not(.lead, .told)').innerText();

test('the page opens with a question whose answer is hidden until the reader chooses a word', async () => {
  const { page, errors, axe, close } = await openStory('');
  assert.match(await sentence(page), /^To guess the next word, where does the second met look\?$/);
  assert.match(await page.locator('heed-lesson .lead').innerText(), /^Attention: how a word uses/);
  assert.equal(await page.locator('.opening .way').count(), 7);
  assert.equal(await page.locator('.opening .arc').count(), 0);
  assert.deepEqual(await axe('heed-lesson'), []);
  await page.getByRole('button', { name: 'Bath, word 5' }).click();
  await page.locator('.opening .arc').first().waitFor({ state: 'attached' });
  const answer = page.locator('.opening').getByRole('status');
  assert.match(await answer.innerText(), /^Hardly at Bath \(0\.00\)\. Mostly at Jane, /);
  assert.match(await answer.innerText(), /called attention\. What looks is a head/);
  assert.match(await fragment(page), /lesson=first&guess=4/);
  const weights = await page.locator('.opening .weight').allInnerTexts();
  assert.deepEqual(weights, ['0.02', '0.00', '0.97', '0.00', '0.00', '0.00', '0.00', '0.00']);
  assert.deepEqual(await page.locator('.opening .blank li').allInnerTexts(), [
    'Jane\n0.29',
    'Emma\n0.14',
    'Mrs\n0.07',
  ]);
  assert.deepEqual(await axe('heed-lesson'), []);
  assert.deepEqual(errors, []);
  await close();
});

test('a right choice is confirmed, and the main button first shows the answer and then goes on', async () => {
  const { page, close } = await openStory('v=1&lesson=first&guess=2');
  assert.match(await page.locator('.opening').getByRole('status').innerText(), /^Yes: mostly at Jane/);
  await close();
  const asked = await openStory('v=1&lesson=first', { reducedMotion: 'reduce' });
  await asked.page.getByRole('button', { name: 'Show me' }).click();
  await asked.page.getByText('Mostly at Jane').first().waitFor();
  assert.match(await fragment(asked.page), /guess=shown/);
  await asked.page.getByRole('button', { name: 'Next: Ask' }).click();
  await asked.page.locator('heed-lesson [aria-current="step"]', { hasText: 'Ask' }).waitFor();
  await asked.close();
});

test('an arrow key shows the answer of the first step before it goes on', async () => {
  const { page, close } = await openStory('v=1&lesson=first', { reducedMotion: 'reduce' });
  await page.locator('heed-lesson [aria-current="step"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Mostly at Jane').first().waitFor();
  assert.match(await fragment(page), /guess=shown/);
  await page.keyboard.press('ArrowRight');
  await page.locator('heed-lesson [aria-current="step"]', { hasText: 'Ask' }).waitFor();
  await close();
});

test('the lines of Match and Mix appear one by one, and readers who want no motion see them at once', async () => {
  for (const [step, name, list] of /** @type {const} */ ([
    [2, 'Match', 'matched'],
    [4, 'Mix', 'mixed'],
  ])) {
    const { page, close } = await openStory(`v=1&lesson=first&guess=2&step=${step}`);
    /** When the strips appear, in milliseconds; empty if they do not move. */
    const delays = () =>
      page.locator(`heed-lesson .${list} .entry .drawn`).evaluateAll((strips) =>
        strips
          .map((strip) => getComputedStyle(strip))
          .filter(({ animationName }) => animationName !== 'none')
          .map(({ animationDelay }) => Math.round(parseFloat(animationDelay) * 1000)),
      );
    await setClock(page);
    await page.getByRole('button', { name: `Next: ${name}` }).click();
    await settled(page);
    // Eight words, and the line below them.
    assert.deepEqual(await delays(), [0, 200, 400, 600, 800, 1000, 1200, 1400, 1600], name);
    await passTime(page, 2000);
    assert.deepEqual(await delays(), []);
    await page.getByRole('button', { name: 'Play again' }).click();
    await settled(page);
    assert.equal((await delays()).length, 9);
    await page.getByRole('button', { name: 'Skip' }).click();
    await settled(page);
    assert.deepEqual(await delays(), []);
    await close();
    const still = await openStory(`v=1&lesson=first&guess=2&step=${step}`, { reducedMotion: 'reduce' });
    await still.page.getByRole('button', { name: `Next: ${name}` }).click();
    await settled(still.page);
    assert.equal(await still.page.locator('heed-lesson .moving').count(), 0);
    await still.close();
  }
});

test('the first answer keeps every word where it was', async () => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
  ]) {
    const { page, close } = await openStory('v=1&lesson=first', { viewport, reducedMotion: 'reduce' });
    const boxes = () =>
      page
        .locator('.opening .word')
        .evaluateAll((words) => words.map((word) => JSON.stringify(word.getBoundingClientRect())));
    const before = await boxes();
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.locator('.opening .arc').first().waitFor({ state: 'attached' });
    await settled(page);
    assert.deepEqual(await boxes(), before);
    await close();
  }
});

test('the first lesson can be read by keyboard, from the choice to the lesson by hand', async () => {
  const { page, errors, close } = await openStory('v=1&lesson=first', { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Jane, word 3' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Yes: mostly at').first().waitFor();
  // The word that was chosen is no button any more, so the focus is on the main button.
  for (const next of ['Ask', 'Match', 'Share', 'Mix', 'Try', 'By hand']) {
    const button = page.getByRole('button', { name: `Next: ${next}` });
    if (next === 'Ask') assert.ok(await button.evaluate((node) => node.matches(':focus')));
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('heed-lesson [aria-current="step"]', { hasText: next }).waitFor();
  }
  await page.getByRole('button', { name: 'Four words, by hand' }).last().focus();
  await page.keyboard.press('Enter');
  await page.locator('heed-map:visible').first().waitFor();
  assert.match(await fragment(page), /lesson=words&show=step$/);
  assert.deepEqual(errors, []);
  await close();
});

test('readers who know attention can skip to the lesson by hand', async () => {
  const { page, close } = await openStory('');
  await page.locator('.known').getByRole('button').click();
  await page.locator('heed-map:visible').first().waitFor();
  assert.match(await fragment(page), /lesson=words/);
  await close();
});

test('another last word attends elsewhere, and the focus stays on the choice', async () => {
  const { page, close } = await openStory('v=1&lesson=first&step=6');
  const choice = page
    .getByRole('group', { name: 'Last word' })
    .getByRole('button', { name: 'in', exact: true });
  await choice.focus();
  await page.keyboard.press('Enter');
  await page.getByText('The last time, Bath came after in.').first().waitFor();
  assert.equal(await page.locator('.word-row .weight.large').innerText(), '0.96');
  assert.equal(
    await page.evaluate(
      () => document.querySelector('heed-lesson')?.shadowRoot?.activeElement?.getAttribute('value') ?? null,
    ),
    'in',
  );
  assert.match(await fragment(page), /last=in/);
  await close();
});

test('pointing at a word of the sentence highlights it in the figure, and the other way round', async () => {
  const { page, close } = await openStory('v=1&lesson=first&guess=2');
  await page.locator('.say mark', { hasText: 'Jane' }).hover();
  await page.locator('.word-row .lit-word', { hasText: 'Jane' }).waitFor();
  await page.locator('.word-row .word', { hasText: 'met' }).first().hover();
  await page.locator('.say mark.lit', { hasText: 'met' }).waitFor();
  await close();
});

test('the mask removes the weight of later words, and both rows are shown with their numbers', async () => {
  const { page, errors, close } = await openStory('v=1&lesson=ahead&step=3&hide=off');
  assert.equal(await page.locator('.flow .removed').count(), 0);
  await page.getByRole('button', { name: 'Mask on' }).click();
  await page.locator('.flow.masked .removed').first().waitFor();
  const cells = await page.locator('.flow .weight-cell').allInnerTexts();
  assert.deepEqual(cells.slice(0, 3), ['0.07', '0.00', '0.86']);
  assert.deepEqual(cells.slice(8), ['0.98', '0.02', '', '', '', '', '', '']);
  assert.deepEqual(errors, []);
  await close();
});

test('the names of the rows of weights are not covered, and numbers fit their cells, at every width', async () => {
  for (const [width, height, isPresented] of /** @type {const} */ ([
    [1024, 768, true],
    [1280, 720, true],
    [820, 1180, false],
    [390, 844, false],
  ])) {
    const { page, close } = await openStory('v=1&lesson=ahead&step=3', { viewport: { width, height } });
    if (isPresented) await page.getByRole('button', { name: 'Present' }).click();
    await settled(page);
    const faults = await page.evaluate(() => {
      const flow = document.querySelector('heed-lesson')?.shadowRoot?.querySelector('.flow');
      const all = (/** @type {string} */ name) =>
        /** @type {HTMLElement[]} */ ([...(flow?.querySelectorAll(name) ?? [])]);
      const cells = all('.weight-cell');
      const textOf = (/** @type {Element} */ node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
      };
      const covered = all('.row-name').filter((name) => {
        const text = textOf(name);
        return cells.some((cell) => {
          const { left, right, top, bottom } = cell.getBoundingClientRect();
          return (
            left < text.right - 1 && right > text.left + 1 && top < text.bottom - 1 && bottom > text.top + 1
          );
        });
      });
      const wide = [...cells, ...all('.block')].filter(
        (node) => textOf(node).width > node.getBoundingClientRect().width + 1,
      );
      return [...covered, ...wide].map((node) => `${node.className}: ${node.textContent?.trim()}`);
    });
    assert.deepEqual(faults, [], `${width} x ${height}`);
    await close();
  }
});

test('the next word is guessed among the likeliest and the right one, and the answer has their chances', async () => {
  const { page, errors, axe, close } = await openStory('v=1&lesson=ahead');
  const lines = page.locator('.next-choices .entry');
  const numbers = () => page.locator('.next-choices .figure-number').allInnerTexts();
  assert.deepEqual(await numbers(), ['', '', '', '']);
  assert.deepEqual(await axe('heed-lesson'), []);
  const tops = () => lines.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  const before = await tops();
  await page.getByRole('button', { name: 'with' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Jane comes next. The model puts her first (26').first().waitFor();
  await settled(page);
  assert.deepEqual(await numbers(), ['26\u202F%', '8\u202F%', '0.2\u202F%', '7\u202F%']);
  assert.deepEqual(await tops(), before);
  assert.match(await fragment(page), /guess=with/);
  assert.equal(await page.locator('.next-choices [aria-pressed="true"] .of').innerText(), 'with');
  assert.ok(await page.getByRole('button', { name: 'with' }).evaluate((node) => node.matches(':focus')));
  await page.getByRole('button', { name: 'Jane' }).click();
  await page.getByText('Yes, Jane: a better guess than the model’s.').first().waitFor();
  assert.deepEqual(await axe('heed-lesson'), []);
  assert.deepEqual(errors, []);
  await close();
});

test('the main button shows the next word before it goes on', async () => {
  const { page, close } = await openStory('v=1&lesson=ahead', { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.getByText('Jane comes next').first().waitFor();
  assert.match(await fragment(page), /guess=shown/);
  await page.getByRole('button', { name: 'Next: Peek' }).click();
  await page.locator('heed-lesson [aria-current="step"]', { hasText: 'Peek' }).waitFor();
  await close();
});

test('the positions are removed and restored, and two words are swapped and swapped back', async () => {
  const { page, errors, axe, close } = await openStory('v=1&lesson=order');
  const rows = () =>
    page
      .locator('.one-order')
      .evaluateAll((all) =>
        all.map((each) => [...each.querySelectorAll('.weight')].map((weight) => weight.textContent)),
      );
  const [placed] = await rows();
  assert.deepEqual(await axe('heed-lesson'), []);
  await page.locator('heed-lesson').getByRole('button', { name: 'Remove the positions' }).click();
  await page.getByText('The positions are removed, and the weights').first().waitFor();
  const [bare] = await rows();
  assert.notDeepEqual(bare, placed);
  await page.locator('.choices').getByRole('button', { name: 'Swap the words' }).click();
  await page.getByText('gives each word the same weight as before').first().waitFor();
  const [first, second] = await rows();
  assert.deepEqual(first, bare);
  // The two nouns, words 2 and 5, have exchanged their places and kept their weights.
  assert.deepEqual(second, [bare[0], bare[4], bare[2], bare[3], bare[1], bare[5]]);
  assert.match(await fragment(page), /bare=on&swapped=on/);
  await page.getByRole('button', { name: 'with', exact: true }).click();
  await page.getByText('looks at the nearer noun').first().waitFor();
  await page.getByRole('button', { name: 'Swap them back' }).click();
  await page.getByText('Here are the weights of the full stop').first().waitFor();
  assert.deepEqual(await rows(), [placed]);
  assert.deepEqual(errors, []);
  await close();
});

test('the sentence above the strips marks the word that was changed', async () => {
  const { page, close } = await openStory('v=1&lesson=ahead&step=4&later=again');
  const line = page.locator('.changed-sentence');
  assert.equal(
    (await line.innerText()).replaceAll(/\s+/g, ' ').trim(),
    'Elinor met Jane again in Bath ; Elinor met',
  );
  assert.equal(await line.locator('del').innerText(), 'Jane');
  assert.equal(await line.locator('ins').innerText(), 'again');
  await close();
});

test('a later word changes no bit of the output with the mask, and every number without it', async () => {
  for (const later of ['Lucy', 'again']) {
    const { page, close } = await openStory(`v=1&lesson=ahead&step=4&later=${later}`);
    const results = await page.locator('.compared .result').allInnerTexts();
    assert.match(results[0], /32 of 32 numbers .* stay the same, bit for bit/);
    assert.match(results[1], /32 of 32 change/);
    await close();
  }
});

test('a generated word adds a row to the map and changes no other', async () => {
  const { page, close } = await openStory('v=1&lesson=ahead&step=5');
  const row = () =>
    page
      .locator('.weight-map rect:not(.row-lit) title')
      .evaluateAll((titles) => titles.map((title) => title.textContent ?? ''));
  const before = await row();
  assert.equal(before.length, 64);
  await page.getByRole('button', { name: 'Add the next word' }).click();
  await page.getByText('It added Jane (29').first().waitFor();
  const grown = await row();
  assert.equal(grown.length, 81);
  for (let query = 0; query < 8; query += 1)
    assert.deepEqual(
      grown.slice(query * 9, query * 9 + query + 1),
      before.slice(query * 8, query * 8 + query + 1),
    );
  assert.match(await fragment(page), /length=9/);
  await close();
});

test('the slider of the scaling story changes the numbers and is in the link', async () => {
  const { page, close } = await openStory('v=1&lesson=scaling&step=2');
  const figures = () => page.locator('.sharpness dd').allInnerTexts();
  const before = await figures();
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('√128').first().waitFor();
  const wide = await figures();
  assert.ok(Number(wide[0]) > 1.5 * Number(before[0]), `${before} ${wide}`);
  assert.ok(Math.abs(Number(wide[2]) - 1) < 0.3, `${wide}`);
  assert.match(await fragment(page), /d=128/);
  await close();
});

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

/** The options of stories whose first step is a question, after the answer. @type {Record<string, string>} */
const ANSWERED = { first: '&guess=2', ahead: '&guess=shown', order: '&bare=on&swapped=on' };

for (const size of SIZES)
  for (const language of ['en', 'es'])
    test(`every step of every story fits ${size.width} × ${size.height} in ${language}: nothing is cut at the side, and no part reaches below the buttons on a large screen`, async () => {
      const visit = await openStory(`v=1&lesson=first&language=${language}`, {
        viewport: size,
        reducedMotion: 'reduce',
      });
      for (const [lesson, { steps }] of Object.entries(OUTLINES)) {
        await showLesson(visit.page, `v=1&lesson=${lesson}${ANSWERED[lesson] ?? ''}&language=${language}`);
        for (let step = 1; step <= steps.length; step += 1) {
          if (step > 1) {
            await visit.page.locator('heed-lesson .next:visible').first().click();
            await visit.page
              .locator(`heed-lesson .progress li:nth-child(${step}) [aria-current="step"]`)
              .waitFor();
            await settled(visit.page);
          }
          const faults = await visit.page.evaluate(() => {
            const root = document.querySelector('heed-lesson')?.shadowRoot;
            const story = root?.querySelector('.story');
            const foot = root?.querySelector('.foot')?.getBoundingClientRect();
            const found = [];
            if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
            for (const each of story?.querySelectorAll('button, span, small, text, figcaption, p, rect') ??
              []) {
              const { left, right, bottom, width } = each.getBoundingClientRect();
              const name = `${each.localName}.${each.getAttribute('class')} ${each.textContent?.trim().slice(0, 30)}`;
              if (width > 0 && !each.closest('.unseen') && (left < -1 || right > innerWidth + 1))
                found.push(`${name} is cut at the side`);
              if (foot && innerWidth > 1000 && bottom > foot.bottom)
                found.push(`${name} reaches below the buttons`);
            }
            return found;
          });
          assert.deepEqual(faults, [], `${lesson}, step ${step}`);
        }
      }
      assert.deepEqual(visit.errors, []);
      await visit.close();
    });

test('on a small phone both sentences of the word-order story stand side by side above the buttons', async () => {
  const { page, close } = await openStory(`v=1&lesson=order${ANSWERED.order}`, {
    viewport: { width: 360, height: 640 },
  });
  for (let step = 0; step < OUTLINES.order.steps.length; step += 1) {
    await page.evaluate(
      (to) => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: to }),
      step,
    );
    await settled(page);
    const bottoms = await page
      .locator('heed-lesson .one-order')
      .evaluateAll((figures) => figures.map((each) => each.getBoundingClientRect().bottom));
    const foot = await page.locator('heed-lesson .foot').evaluate((each) => each.getBoundingClientRect().top);
    assert.ok(bottoms.length === 2 && bottoms.every((bottom) => bottom <= foot), `${bottoms} ${foot}`);
  }
  await close();
});

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
])
  test(`every step of every story that is presented at ${viewport.width} × ${viewport.height} fits, and no part leaves the screen`, async () => {
    const { page, close } = await openStory('v=1&lesson=first', { viewport, reducedMotion: 'reduce' });
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'));
    });
    for (const [lesson, { steps }] of Object.entries(OUTLINES)) {
      await showLesson(page, `v=1&lesson=${lesson}`);
      await page.keyboard.press('p');
      await page.locator('heed-lesson .dots').waitFor();
      for (let step = 0; step < steps.length; step += 1) {
        await page.evaluate(
          (to) => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: to }),
          step,
        );
        await settled(page);
        const faults = await page.evaluate(() => {
          const root = document.querySelector('heed-lesson')?.shadowRoot;
          const dots = /** @type {Element} */ (root?.querySelector('.dots')).getBoundingClientRect();
          const parts = root?.querySelectorAll(
            '.story :is(button, span, small, text, figcaption, p, rect, li), .words :is(p, button)',
          );
          const found = dots.bottom > innerHeight + 1 ? ['the dots are below the screen'] : [];
          for (const each of parts ?? []) {
            const { left, right, top, bottom, width } = each.getBoundingClientRect();
            const isOut = left < -1 || right > innerWidth + 1 || top < -1 || bottom > dots.top + 8;
            if (width > 0 && isOut && !each.closest('.unseen'))
              found.push(
                `${each.localName}.${each.getAttribute('class')} ${each.textContent?.trim().slice(0, 30)}`,
              );
          }
          return found;
        });
        assert.deepEqual(faults, [], `${lesson}, step ${step + 1}`);
      }
      await page.keyboard.press('p');
      await page.locator('heed-lesson .dots').waitFor({ state: 'detached' });
    }
    await close();
  });

test('the words above the bars of a mask can be read, also beside a long word, and both rows are above the buttons', async () => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
    { width: 360, height: 640 },
  ]) {
    const { page, close } = await openLesson(harness, 'v=1&lesson=ahead&show=step&step=3', {
      viewport,
      reducedMotion: 'reduce',
    });
    await page.getByText('Miss Woodhouse').first().click();
    await settled(page);
    const seen = await page.evaluate(() => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('heed-lesson')?.shadowRoot);
      const words = [...root.querySelectorAll('.flow .word')];
      const cells = [...root.querySelectorAll('.flow .weight-cell')];
      return {
        sizes: words.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
        bottom: Math.max(...cells.map((each) => each.getBoundingClientRect().bottom)),
        foot: root.querySelector('.foot')?.getBoundingClientRect().top ?? 0,
      };
    });
    assert.equal(seen.sizes.length, 9);
    assert.ok(Math.min(...seen.sizes) >= 11.5, `${viewport.width}: ${seen.sizes}`);
    assert.ok(seen.bottom <= seen.foot, `${viewport.width}: ${seen.bottom} of ${seen.foot}`);
    await close();
  }
});

test('for screen readers the numbers of Look and Share are tables with names, and those of Mix are a list', async () => {
  const { page, close } = await openLesson(harness, 'v=1&lesson=first&show=step', {
    reducedMotion: 'reduce',
  });
  const goTo = async (/** @type {number} */ step) => {
    await page.evaluate(
      (to) => /** @type {any} */ (document.querySelector('heed-lesson')).show({ step: to }),
      step,
    );
    await settled(page);
  };
  await page.locator('heed-lesson .main-button').click();
  await settled(page);
  assert.equal(await page.getByRole('table', { name: 'Look' }).getByRole('row').count(), 8);
  await goTo(3);
  assert.equal(await page.getByRole('table', { name: 'Share' }).getByRole('row').count(), 9);
  await goTo(4);
  assert.equal(await page.getByRole('list', { name: 'Mix' }).getByRole('listitem').count(), 9);
  await close();
});
