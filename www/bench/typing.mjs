/**
 * Prints how soon a key press in a running text shows all heads: `node www/bench/typing.mjs [--runs N]`,
 * after one build. It needs Chromium, as the browser tests do.
 *
 * The time is that from the key press until the frame that draws the heads of the new text is over. After
 * each key press, the model runs the same text here, on one thread and without a page. The ratio is the
 * median of the ratios to these runs: what the page adds, also on a machine that is busy. The longest task
 * is that of the page, during which it does not respond. Tokens are added to 8 tokens and to 63, one by one.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { load, open, run } from '../engine/model.js';
import { SMALL_MODEL } from '../rooms/maps/live/pack.mjs';
import { start } from '../test/browser/harness.mjs';
import { settled } from '../test/browser/lesson.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '9' } } });
const SENTENCE = 'Elinor met Jane in Bath; Elinor met';
const WORDS = ' Jane in Bath; Elinor met';
/** The first key presses, which are not counted. */
const WARM = 3;

/** Types, and waits until everything is drawn. Runs in the page. @param {string} piece */
async function typed(piece) {
  const { whenIdle } = /** @type {any} */ (globalThis).heedmap.modules['ui/idle.js'];
  const root = document.querySelector('heed-heads')?.shadowRoot;
  const field = /** @type {HTMLInputElement} */ (root?.querySelector('.caret'));
  const drawing = CanvasRenderingContext2D.prototype;
  const { drawImage } = drawing;
  let heads = NaN;
  /** @this {CanvasRenderingContext2D} @param {any} how */
  function watched(...how) {
    // After the frame. Another canvas has the heads of the layers that are done, in a run that takes long.
    if (this.canvas.className === 'heads')
      setTimeout(() => {
        heads = performance.now() - began;
      });
    return Reflect.apply(drawImage, this, how);
  }
  drawing.drawImage = watched;
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
  await new Promise((done) => setTimeout(done, 100));
  observer.disconnect();
  drawing.drawImage = drawImage;
  return { heads, task: Math.max(...tasks), tokens: root?.querySelectorAll('.run .tok').length };
}

/** @param {number[]} times */
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

await load();
const model = await open([new File([await readFile(SMALL_MODEL)], 'small-model.gguf')]);
const harness = await start();
try {
  for (const text of [SENTENCE, SENTENCE + WORDS.repeat(9) + ' Jane']) {
    const visit = await harness.open(`index.html#v=1&room=maps&text=${encodeURIComponent(text)}`);
    const { page } = visit;
    await page.locator('heed-heads[data-heads="16"]').waitFor();
    await settled(page);
    await page.locator('.next-list button').first().waitFor();
    let written = text;
    const found = [];
    for (let at = 0; at < Number(values.runs) + WARM; at += 1) {
      const { heads, task, tokens } = await page.evaluate(typed, ' met');
      written += ' met';
      const began = performance.now();
      (await run(model, { texts: [written], writes: true })).free();
      found.push({ heads, task, tokens, ratio: heads / (performance.now() - began) });
    }
    const counted = found.slice(WARM);
    const heads = counted.map((each) => each.heads);
    console.log(
      `${String(counted[0].tokens).padStart(3)} tokens: key press to all heads drawn ${median(heads).toFixed(1)} ms (best ${Math.min(...heads).toFixed(1)}, worst ${Math.max(...heads).toFixed(1)}), over a run of the model alone ${median(counted.map(({ ratio }) => ratio)).toFixed(1)}, longest task ${median(counted.map(({ task }) => task)).toFixed(0)} ms`,
    );
    await visit.close();
  }
} finally {
  await harness.close();
}
