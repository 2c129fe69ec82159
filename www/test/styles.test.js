/** The style sheets, the modules that the build writes from them, and the numbers that scripts repeat. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { styleModule, styles } from '../build/styles.mjs';
import { ROOT, SCRIPT } from '../figure/formula.js';
import { SIDE_BY_SIDE } from '../rooms/masks/draw.js';

/** @param {string} file - from `www` */
const read = (file) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');

test('every style sheet of an element has a current module beside it', async () => {
  const files = await styles();
  assert.ok(files.includes('heatmap/heed-map.css') && files.length > 15);
  for (const file of files)
    assert.equal(await read(`${file}.js`), await styleModule(file), `${file}: run cargo xtask build`);
});

test('the sizes of formulas in the style sheet are those that widths are computed from', async () => {
  const css = await read('figure/formula.css');
  const number = (/** @type {RegExp} */ pattern) => Number(pattern.exec(css)?.[1]);
  assert.equal(number(/font-size: ([\d.]+)em/), SCRIPT);
  assert.equal(number(/padding-inline-start: ([\d.]+)em/), ROOT.tick);
  assert.deepEqual(/padding: [\d.]+em ([\d.]+)em [\d.]+em ([\d.]+)em/.exec(css)?.slice(1).map(Number), [
    ROOT.after,
    ROOT.before,
  ]);
});

test('the maps of a mask are in one column below the width from which they are drawn side by side', async () => {
  assert.match(await read('rooms/masks/figure.css'), new RegExp(`card \\(width < ${SIDE_BY_SIDE}px\\)`));
});
