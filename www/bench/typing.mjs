/**
 * Prints how soon a key press in a running text shows all heads: `node www/bench/typing.mjs [--runs N]`,
 * after one build. It needs Chromium, as the browser tests do.
 *
 * `heads` is the time from the key press until the heads of the new text are drawn and measured; `task` is
 * the longest task of the page meanwhile, during which it does not respond. Tokens are added to 8 tokens and
 * to 63 tokens, one by one.
 */
import { parseArgs } from 'node:util';
import { start } from '../test/browser/harness.mjs';
import { settled } from '../test/browser/lesson.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '9' } } });
const SENTENCE = 'Elinor met Jane in Bath; Elinor met';
const WORDS = ' Jane in Bath; Elinor met';

/** Types, and waits until everything is drawn. Runs in the page. @param {string} piece */
async function typed(piece) {
  const { whenIdle } = /** @type {any} */ (globalThis).heedmap.modules['ui/idle.js'];
  const root = document.querySelector('heed-heads')?.shadowRoot;
  const field = /** @type {HTMLInputElement} */ (root?.querySelector('.caret'));
  /** @type {number[]} */
  const tasks = [0];
  const observer = new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration));
  });
  observer.observe({ type: 'longtask' });
  const began = performance.now();
  field.value = piece;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await whenIdle();
  const heads = performance.now() - began;
  await new Promise((done) => setTimeout(done, 100));
  observer.disconnect();
  return { heads, task: Math.max(...tasks), tokens: root?.querySelectorAll('.run .tok').length };
}

/** @param {number[]} times */
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

const harness = await start();
try {
  for (const text of [SENTENCE, SENTENCE + WORDS.repeat(9) + ' Jane']) {
    const visit = await harness.open(`index.html#v=1&room=maps&text=${encodeURIComponent(text)}`);
    const { page } = visit;
    await page.locator('heed-heads[data-heads="16"]').waitFor();
    await settled(page);
    await page.locator('.next-list button').first().waitFor();
    await page.evaluate(typed, ' in');
    const found = [];
    for (let run = 0; run < Number(values.runs); run += 1) {
      found.push(await page.evaluate(typed, ' met'));
    }
    const heads = found.map((each) => each.heads);
    console.log(
      `${String(found[0].tokens).padStart(3)} tokens: heads ${median(heads).toFixed(1)} ms (worst ${Math.max(...heads).toFixed(1)}), longest task ${median(found.map(({ task }) => task)).toFixed(0)} ms`,
    );
    await visit.close();
  }
} finally {
  await harness.close();
}
