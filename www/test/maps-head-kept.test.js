import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headNamed, keptSource, shortName } from '../rooms/maps/head/kept.js';
import { warningsOf } from '../rooms/maps/reading/row-sums.js';
import { listHeads } from '../rooms/maps/overview/order.js';
import { aboutSpot } from '../rooms/maps/overview/speech.js';
import { freshState } from '../rooms/maps/state.js';
import { SOURCES_KEY } from '../rooms/maps/source-name.js';
import { titleOf } from '../rooms/maps/head/scene.js';
import { LANGUAGES } from '../page/words/index.js';
/** @import { MapsData, Source } from '../rooms/maps/types.js' */

const words = LANGUAGES.en.maps.head;
const palabras = LANGUAGES.es.maps.head;

/** What a saved figure of two heads holds. @param {unknown} said @returns {MapsData} */
const data = (said) =>
  /** @type {any} */ ({
    opened: {
      files: [
        {
          metadata: [
            ['tokens', '["a"]'],
            [SOURCES_KEY, typeof said === 'string' ? said : JSON.stringify(said)],
          ],
        },
      ],
    },
    reading: { layers: 1, heads: 2 },
  });
/** @param {number} head @returns {Source} */
const shown = (head) => ({ of: 'head', layer: 0, head });

test('a head of a saved figure has its original name, and one of another file its place', () => {
  const held = data([
    { of: 'mean', over: 'heads', layer: 3 },
    { of: 'head', layer: 3, head: 5 },
  ]);
  assert.equal(titleOf(shown(0), held, /** @type {any} */ (words)), 'Layer 3, mean of its heads');
  assert.equal(titleOf(shown(1), held, /** @type {any} */ (words)), 'Layer 3, head 5');
  assert.equal(
    titleOf(shown(1), held, /** @type {any} */ (palabras)),
    palabras.titles.head({ layer: 3, head: 5 }),
  );
  assert.equal(
    titleOf(
      shown(1),
      /** @type {any} */ ({ ...held, opened: { files: [{ metadata: [] }] } }),
      /** @type {any} */ (words),
    ),
    'Layer 0, head 1',
  );
  // Combinations of the heads of the figure are not its heads.
  assert.deepEqual(keptSource({ of: 'mean', over: 'all' }, held), { of: 'mean', over: 'all' });
  assert.deepEqual(keptSource(shown(0), null), shown(0));
});

test('the description of heads in a file is used only if it is valid for a map', () => {
  for (const said of [
    '{',
    'null',
    '[]',
    [{ of: 'head', layer: -1, head: 0 }],
    [{ of: 'head', layer: '<b>', head: 0 }],
    [{ of: 'max', over: 'words' }],
    [{ of: 'constructor' }],
    [{ of: 'rollout', layer: 0.5 }],
    [null],
  ]) {
    assert.deepEqual(keptSource(shown(0), data(said)), shown(0), JSON.stringify(said));
  }
  assert.deepEqual(
    keptSource(shown(0), data(`[{"of":"head","layer":1,"head":1}${' '.repeat(8000)}]`)),
    shown(0),
    'no figure wrote as much',
  );
});

test('thumbnails, their texts, warnings and heads that are asked for have the original names', () => {
  const held = /** @type {any} */ ({
    ...data([
      { of: 'head', layer: 1, head: 7 },
      { of: 'head', layer: 0, head: 0 },
    ]),
    heads: [],
  });
  held.reading.tolerance = 0.001;
  const state = freshState();
  const list = listHeads(held, state);
  assert.equal(list.flow, true, 'rows and columns would be numbered otherwise');
  const model = /** @type {any} */ ({ state, data: held, t: LANGUAGES.en });
  assert.equal(aboutSpot(model, list.heads, { place: 0 }, 2).title, 'Layer 1, head 7');
  assert.equal(shortName({ layer: 0, head: 1 }, held), '0·0');
  assert.deepEqual(headNamed({ layer: 1, head: 7 }, held), { layer: 0, head: 0 });
  assert.equal(headNamed({ layer: 0, head: 1 }, held), undefined);
  const sums = { least: { query: 0, sum: 0.5 }, greatest: { query: 0, sum: 0.5 } };
  held.heads = [{ layer: 0, head: 0, rowSums: sums, notWeights: null, rowsWithoutKey: 0 }];
  assert.match(warningsOf(held, LANGUAGES.en)[0], /layer 1, head 7/i);
});
