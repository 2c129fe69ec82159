/** The sizes of scripts in the documents. Needs a build. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { scriptSizes } from '../build/downloads.mjs';
import { partOf, partSizes, tableOf } from '../build/size-table.mjs';
import { figuresIn, RECORDED, SIZED, withSizes } from '../package/sizes-doc.mjs';

/** A written size may differ from the measured one by this share, so that small changes need no new ones. */
const TOLERANCE = 0.05;

test('the written sizes of scripts are those of the build within 5 %', async () => {
  const scripts = await scriptSizes();
  for (const file of SIZED) {
    const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
    const measured = figuresIn(withSizes(text, scripts));
    const written = figuresIn(text);
    assert.ok(written.length >= 6, `${file} has ${written.length} sizes`);
    assert.equal(written.length, measured.length, `${file}: write the sizes anew: npm run docs`);
    for (const [at, size] of written.entries())
      assert.ok(
        Math.abs(size - measured[at]) <= TOLERANCE * measured[at],
        `${file} says ${size} KB, and the build has ${measured[at]} KB: write the sizes anew: npm run docs`,
      );
  }
});

test('the recorded sizes of scripts are those of the build within 5 %', async () => {
  const scripts = await scriptSizes();
  const recorded = JSON.parse(await readFile(new URL(`../../${RECORDED}`, import.meta.url), 'utf8'));
  assert.deepEqual(Object.keys(recorded), Object.keys(scripts), 'write the sizes anew: npm run docs');
  for (const [name, { gzipped }] of Object.entries(scripts))
    assert.ok(
      Math.abs(recorded[name].gzipped - gzipped) <= TOLERANCE * gzipped,
      `${name} has ${gzipped} bytes, and ${recorded[name].gzipped} are recorded: npm run docs`,
    );
});

test('the table has the parts of www without tests and built files, beside those before', () => {
  for (const [path, part] of [
    ['www/serve.mjs', '(top)'],
    ['www/types.d.ts', '(top)'],
    ['www/ui/dom.js', 'ui'],
    ['www/page/save/view.js', 'page'],
    ['www/rooms/names.js', 'rooms'],
    ['www/rooms/maps/large/view.js', 'rooms/maps'],
    ['www/page.css', 'styles, texts and data'],
    ['www/words/en.json', 'styles, texts and data'],
    ['www/test/run.mjs', null],
    ['www/pkg/preact.js', null],
    ['www/dist/heedmap.js', null],
    ['www/package/README.md', null],
    ['crates/xtask/src/main.rs', null],
  ])
    assert.equal(partOf(String(path)), part, String(path));
  const now = partSizes([
    ['www/ui/a.js', Buffer.from('one\ntwo\n')],
    ['www/ui/b.js', Buffer.from('three\n')],
    ['www/test/a.test.js', Buffer.from('test\n')],
  ]);
  assert.deepEqual([...now.keys()], ['ui']);
  const { lines, bytes } = /** @type {any} */ (now.get('ui'));
  assert.deepEqual([lines, bytes], [3, 14]);
  const before = new Map([['old', { lines: 7, bytes: 70, gzipped: 20 }]]);
  const after = new Map([['ui', { lines: 3, bytes: 14, gzipped: 30 }]]);
  assert.deepEqual(
    tableOf('part', after, before).map((line) => line.trim().split(/\s+/)),
    [
      ['part', 'lines', 'bytes', 'gzipped', 'on', 'main:', 'lines', 'bytes', 'gzipped'],
      ['ui', '3', '14', '30'],
      ['old', '7', '70', '20'],
      ['in', 'all', '3', '14', '30', '7', '70', '20'],
    ],
  );
});

test('one size is gzipped, two are the size of the file and the gzipped size, and several scripts have a range', () => {
  const scripts = {
    'embed/heed-map-figure.js': { bytes: 148_600, gzipped: 80_400 },
    'classic/heed-map.js': { bytes: 164_000, gzipped: 86_000 },
    'classic/heed-mask.js': { bytes: 325_000, gzipped: 185_000 },
  };
  for (const [line, expected] of [
    ['| `embed/heed-map-figure.js`, 1 KB |', '| `embed/heed-map-figure.js`, 80 KB |'],
    ['| `embed/heed-map-figure.js` | 1 KB | 2 KB |', '| `embed/heed-map-figure.js` | 149 KB | 80 KB |'],
    [
      '| `classic/heed-map.js`, `heed-mask.js` | 1 to 2 KB | 3 to 4 KB |',
      '| `classic/heed-map.js`, `heed-mask.js` | 164 to 325 KB | 86 to 185 KB |',
    ],
    ['a link of 16 KB, and `heed-map.js`', 'a link of 16 KB, and `heed-map.js`'],
    ['`embed/heed-map-figure.js` has one element', '`embed/heed-map-figure.js` has one element'],
  ])
    assert.equal(withSizes(line, scripts), expected);
  assert.throws(() => withSizes('`embed/heed-none.js`, 1 KB', scripts), {
    message: 'embed/heed-none.js has a size in a document, but was not built',
  });
});
