import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine/maps.js';
import { HEAD_COLORS } from '../rooms/maps/chosen/colors.js';
import { drawMaps } from '../rooms/maps/export/drawn.js';
import { specsOf } from '../rooms/maps/head/spec.js';
import { gather, table } from '../rooms/maps/export/gather.js';
import { pictureOf } from '../rooms/maps/export/picture.js';
import { gapsOf } from '../rooms/maps/export/panel-scene.js';
import { sceneOf, sizesOf } from '../rooms/maps/export/scene.js';
import { svgOf } from '../picture/svg.js';
import { areasIn } from '../ui/grid.js';
import { fitted, lines } from '../picture/lines.js';
import { wellFormed } from '../picture/text.js';
import { LANGUAGES } from '../page/words/index.js';
import { plainService, range } from './maps-plain-service.js';
import { headSpec } from './maps-service-support.js';
import { namesIn, parsed, textsOf } from './svg-parsed.js';
/** @import { HeadRole, OpenMap, Paint } from '../rooms/maps/export/types.js' */
/** @import { Scene, Shape } from '../picture/types.js' */
/** @import { MapsData, MapSpec, MapsModel } from '../rooms/maps/types.js' */
/** @import { Language } from '../state/languages.js' */

/** @type {import('../picture/types.js').Measure} */
const measure = (text, size) => text.length * size * 0.6;
/** Grey by the value, through where there is none. @type {Paint} */
const paint = ({ data, scale: { low, high } }) =>
  Uint8ClampedArray.from(
    [...data].flatMap((value) =>
      Number.isNaN(value)
        ? [0, 0, 0, 0]
        : [...Array(3).fill(Math.round((255 * (value - low)) / (high - low))), 255],
    ),
  );
const SPEC = headSpec();

before(() => engine.load());

/**
 * A model of a file of one layer and two heads.
 *
 * @param {number[][][]} heads
 * @param {string[]} tokens
 * @param {Partial<MapsModel['state']>} [state]
 * @param {Language} [language]
 */
async function open(heads, tokens, state = {}, language = 'en') {
  const service = plainService();
  const opened = await service.open([
    new File([JSON.stringify({ tokens, attention: [heads] })], 'a <b>.json'),
  ]);
  const [queries, keys] = [heads[0].length, heads[0][0].length];
  const reading = /** @type {any} */ ({
    kind: 'weights',
    layers: 1,
    heads: heads.length,
    kvHeads: heads.length,
    queries,
    keys,
    offset: 0,
    v: [],
    reach: null,
    weights: [
      {
        file: opened.files[0].id,
        tensor: 0,
        axes: ['layer', 'head', 'query', 'key'],
        at: [0, 0, 0, 0],
        layer: 0,
        query: 0,
      },
    ],
  });
  await service.read(0, reading);
  const model = /** @type {MapsModel} */ (
    /** @type {unknown} */ ({
      state: {
        layer: 0,
        head: 0,
        source: 'head',
        over: 'heads',
        values: 'none',
        words: false,
        compare: null,
        map: 'ember',
        scale: 'unit',
        leaveOut: 0,
        frameRate: null,
        ...state,
      },
      language,
      t: LANGUAGES[language],
      appearance: { theme: 'light', ratio: 1, font: '' },
      data: {
        isSample: false,
        opened,
        reading,
        heads: [],
        tokens: tokens.length > 0 ? await service.tokens(tokens, null) : null,
        queryTokens: null,
        other: null,
      },
    })
  );
  return { service, model };
}

/**
 * @param {{ service: ReturnType<typeof plainService>, model: MapsModel }} of
 * @param {MapSpec} spec
 * @param {number} [pixels] - a cell
 */
async function found({ service, model }, spec, pixels = 10) {
  const info = await service.map(spec);
  return gather(
    service,
    model.state,
    { spec: spec, info },
    { rows: [0, info.queries], cols: [0, info.keys] },
    { cellWidth: pixels, cellHeight: pixels },
  );
}

/** @param {Scene} scene */
const texts = (scene) => scene.shapes.flatMap((shape) => (shape.kind === 'text' ? [String(shape.text)] : []));
/**
 * @param {Scene} scene @template {Shape['kind']} K @param {K} kind @returns {Extract<Shape, { kind: K }>[]}
 */
const only = (scene, kind) => /** @type {any} */ (scene.shapes.filter((shape) => shape.kind === kind));

const WEIGHTS = [
  [
    [1, 0, 0],
    [0.5, 0.5, 0],
    [0.25, 0.25, 0.5],
  ],
  [
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ],
];
const HOSTILE = ['<script>', '\u202e"&]]>', '\ud800\ufffe\0'];

test('chosen heads with a color each keep their colors in a picture, and its legend names them', async () => {
  const chosen = [
    { layer: 0, head: 0 },
    { layer: 0, head: 1 },
  ];
  const of = await open(WEIGHTS, ['the', 'old', 'cat'], { source: 'each', chosen });
  const { specs } = specsOf(of.model.state, /** @type {MapsData} */ (of.model.data));
  const maps = /** @type {OpenMap<'a' | HeadRole>[]} */ (
    await Promise.all(
      Object.entries(specs).map(async ([name, spec]) => [name, spec, await of.service.map(spec)]),
    )
  );
  assert.deepEqual(
    maps.map(([name]) => name),
    ['a', 'head 0', 'head 1'],
  );
  const scene = await drawMaps(of.model, maps, null, of.service, { width: 1200, paint, measure });
  const [cells, bar] = only(scene, 'cells');
  const [first, second] = HEAD_COLORS.light;
  const pixel = (/** @type {number} */ at) => Array.from(cells.pixels.slice(4 * at, 4 * at + 3));
  // Weight 1 of head 0 at (0, 0), and of head 1 at (0, 2).
  assert.deepEqual([pixel(0), pixel(2)], [first, second]);
  assert.deepEqual([bar.rows, bar.pixels.length], [2, 4 * 2 * bar.cols]);
  for (const name of ['0·0', '0·1']) assert.ok(texts(scene).includes(name), name);
});

test('a picture has every label, the names of both axes, the ends of the scale and its title, in both languages', async () => {
  for (const language of /** @type {const} */ (['en', 'es'])) {
    const of = await open(WEIGHTS, ['the', 'old', 'cat'], { leaveOut: 1 }, language);
    const spec = { ...SPEC, leaveOut: 1 };
    const scene = sceneOf(pictureOf(of.model, [['a', spec, await found(of, spec)]]), {
      measure,
      paint,
      pixels: 1200,
    });
    const { out, head } = LANGUAGES[language].maps;
    const said = texts(scene);
    for (const text of [
      out.source.head({ layer: 0, head: 0 }),
      head.corner.query,
      head.corner.key,
      '0',
      '1',
      out.gone,
    ])
      assert.ok(said.includes(text), `${text} is in ${said}`);
    for (const token of ['the', 'old', 'cat'])
      assert.equal(said.filter((text) => text === token).length, 2, 'a token stands at both axes');
    const all = said.join(' ');
    assert.ok(
      all.includes(out.file({ name: 'a <b>.json', layers: 1, heads: 2 })) &&
        all.includes(out.leftOut({ n: 1 })),
      all,
    );
    assert.equal(only(scene, 'hatch').length, 2, 'the first column, and its sample');
    assert.equal(only(scene, 'cells')[0].pixels[3], 0, 'what is left out is not painted');
  }
});

test('a head that keeps a state has its marked corners and decays in the picture, inside it', async () => {
  const of = await open(WEIGHTS, ['the', 'old', 'cat']);
  const gathered = await found(of, SPEC);
  const left = Float32Array.from([0, 0, 0, 0, 0, 0, -2, -1, 0], Math.exp);
  const marks = { signs: Uint8Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), left };
  const drawn = (/** @type {typeof marks | null} */ each) =>
    sceneOf(pictureOf(of.model, [['a', SPEC, { ...gathered, info: { ...gathered.info, marks: each } }]]), {
      measure,
      paint,
      pixels: 1200,
    });
  const [plain, marked] = [drawn(null), drawn(marks)];
  const { head, signed } = LANGUAGES.en.maps;
  assert.ok(texts(marked).includes(head.decay) && !texts(plain).includes(head.decay));
  assert.ok(texts(marked).join(' ').includes(signed.marks.slice(0, 40)));
  assert.ok(texts(marked).join(' ').includes('The chosen query is “cat”, at 2.'));
  // Two corners of five lines, and three bars: e⁻², e⁻¹ and 1 of the writes are left at the last query.
  const more = only(marked, 'rect').length - only(plain, 'rect').length;
  assert.equal(more, 2 * 5 + 3);
  const heights = only(marked, 'rect')
    .filter(({ fill, height }) => fill === only(marked, 'rect').at(-1)?.fill && height > 0)
    .map(({ height }) => height)
    .slice(-3);
  assert.ok(Math.abs(heights[0] / heights[2] - Math.exp(-2)) < 1e-6, `${heights}`);
  assert.ok(marked.height > plain.height);
});

test('A, B and their difference are side by side, A and B on one scale and the difference around 0', async () => {
  const of = await open(WEIGHTS, [], { compare: { slot: 0, layer: 0, head: 1 }, scale: 'largest' });
  const b = { ...SPEC, source: /** @type {const} */ ({ of: 'head', layer: 0, head: 1 }) };
  const { perRow: _, minus: __, ...taken } = b;
  const picture = pictureOf(of.model, [
    ['a', SPEC, await found(of, SPEC)],
    ['b', b, await found(of, b)],
    ['difference', { ...SPEC, minus: taken }, await found(of, { ...SPEC, minus: taken })],
  ]);
  assert.deepEqual(picture.panels[0].scale, picture.panels[1].scale);
  assert.deepEqual(picture.panels[2].scale, { kind: 'diverging', low: -1, high: 1 });
  assert.deepEqual([...picture.panels[2].data], [1, 0, -1, 0.5, -0.5, 0, -0.75, 0.25, 0.5]);
  const scene = sceneOf(picture, { measure, paint, pixels: 1200 });
  const maps = only(scene, 'cells').filter(({ rows }) => rows === 3);
  assert.equal(maps.length, 3);
  assert.equal(new Set(maps.map(({ y, width, height }) => [y, width, height].join())).size, 1);
  assert.ok(
    maps[0].x + maps[0].width < maps[1].x &&
      maps[1].x + maps[1].width < maps[2].x &&
      maps[2].x + maps[2].width <= scene.width,
  );
  for (const text of ['A: Layer 0, head 0', 'B: Layer 0, head 1', 'A − B'])
    assert.ok(texts(scene).includes(text), text);
});

test('all parts of a picture are inside it, and no two labels of an axis overlap', async () => {
  for (const [rows, cols] of [
    [1, 1],
    [3, 3],
    [60, 60],
    [2, 500],
    [500, 2],
  ]) {
    const row = Array(cols).fill(1 / cols);
    const of = await open([Array.from({ length: rows }, () => row)], []);
    const scene = sceneOf(pictureOf(of.model, [['a', SPEC, await found(of, SPEC, 1)]]), {
      measure,
      paint,
      pixels: 1200,
    });
    for (const shape of scene.shapes) {
      const [right, down] =
        'width' in shape ? [shape.x + shape.width, shape.y + shape.height] : [shape.x, shape.y];
      assert.ok(
        shape.x >= 0 && shape.y >= 0 && right <= scene.width && down <= scene.height,
        `${rows} x ${cols}: ${JSON.stringify({ ...shape, pixels: null })} in ${scene.width} x ${scene.height}`,
      );
    }
    const numbers = only(scene, 'text').filter(
      ({ text, anchor }) => /^\d+$/.test(String(text)) && anchor === 'middle',
    );
    numbers.slice(1).forEach((label, i) => {
      const before = numbers[i];
      if (label.y === before.y && label.x > before.x)
        assert.ok(
          label.x - before.x >= (measure(String(label.text), 12) + measure(String(before.text), 12)) / 2,
          `${before.text} and ${label.text}`,
        );
    });
  }
});

test('a picture names the model that read its text, and what was off in it', async () => {
  const off = [
    { layer: 0, head: 1 },
    { layer: 0, token: 2 },
    { layer: 7, mlp: true },
  ];
  const own = { text: 'the old cat', model: 'gemma-3-4b', off, replacement: 'mean' };
  const captions = async (/** @type {any} */ state) => {
    const of = await open(WEIGHTS, ['the', 'old', 'cat'], state);
    return pictureOf(of.model, [['a', SPEC, await found(of, SPEC)]]).captions;
  };
  assert.deepEqual(await captions(own), [
    'gemma-3-4b: 1 layer × 2 heads. Text: “the old cat”. 3 queries (down), 3 keys (across).',
    'Off: 0·1, value of “cat” (2) in layer 0 (replaced by: its mean).',
  ]);
  const [small, ...others] = await captions({ ...own, model: null, off: [] });
  assert.match(small, /^Small Austen model: 4 layers × 4 heads, trained on Jane Austen/);
  assert.deepEqual(others, []);
});

test('an SVG has only elements and attributes of drawings, whatever the tokens are', async () => {
  const of = await open(WEIGHTS, HOSTILE, { leaveOut: 1 });
  const spec = { ...SPEC, leaveOut: 1 };
  const scene = sceneOf(pictureOf(of.model, [['a', spec, await found(of, spec)]]), {
    measure,
    paint,
    pixels: 1200,
  });
  const root = parsed(
    svgOf(scene, {
      width: 900,
      picture: () => {
        throw new Error('a small map is made of shapes');
      },
    }),
  );
  const { tags, attributes } = namesIn(root);
  assert.deepEqual(tags, ['defs', 'g', 'path', 'pattern', 'rect', 'svg', 'text', 'title']);
  for (const name of attributes) assert.ok(!/^on|href|style|src/.test(name), name);
  assert.equal(root.attributes.width, '900');
  assert.ok(textsOf(root).includes('<script>'), 'a token is shown as it is, as text');
});

test('cells without a number are hatched if they are excluded, and crossed otherwise', () => {
  const [_, n] = [1, NaN];
  const data = Float32Array.of(n, _, n, n, n, _, _, n, n, n, _, _);
  const gapOf = gapsOf({
    cols: 4,
    data,
    region: { rows: [5, 3], cols: [0, 4] },
    pooled: { rows: 1, cols: 1 },
    absent: { leaveOut: 1, reach: [0, 0, 0, 0, 0, 2, 3, 4], mask: null, later: null },
  });
  assert.deepEqual(areasIn({ rows: 3, cols: 4 }, gapOf), [
    { row: 0, col: 0, rows: 3, cols: 1, kind: 'hatch' },
    { row: 0, col: 2, rows: 1, cols: 2, kind: 'hatch' },
    { row: 1, col: 3, rows: 1, cols: 1, kind: 'hatch' },
    { row: 2, col: 1, rows: 1, cols: 1, kind: 'cross' },
  ]);
});

test('a large map is read at the level that fits its pixels, in tiles from the visible part', async () => {
  const side = 1100;
  const of = await open([range(side).map((i) => range(side).map((j) => (i * side + j) / side ** 2))], []);
  const info = await of.service.map(SPEC);
  const half = await gather(
    of.service,
    of.model.state,
    { spec: SPEC, info },
    { rows: [0, side], cols: [0, side] },
    { cellWidth: 0.5, cellHeight: 0.5 },
  );
  assert.deepEqual([half.rows, half.cols, half.pooled], [550, 550, { rows: 2, cols: 2 }]);
  assert.equal(half.data[549 * 550 + 549], Math.fround((side ** 2 - 1) / side ** 2));
  assert.equal(half.data[520 * 550 + 3], Math.fround((1041 * side + 7) / side ** 2));
  const part = await gather(
    of.service,
    of.model.state,
    { spec: SPEC, info },
    { rows: [7, 600], cols: [501, 3] },
    { cellWidth: 4, cellHeight: 4 },
  );
  assert.deepEqual([part.rows, part.cols, part.region], [600, 3, { rows: [7, 600], cols: [501, 3] }]);
  assert.equal(part.data[599 * 3 + 1], Math.fround((606 * side + 502) / side ** 2));
  const odd = await gather(
    of.service,
    of.model.state,
    { spec: SPEC, info },
    { rows: [3, 4], cols: [1, 2] },
    { cellWidth: 0.5, cellHeight: 0.5 },
  );
  assert.deepEqual(odd.region, { rows: [2, 6], cols: [0, 4] }, 'a part is widened to whole pools');
});

test('a table of many rows is written in pieces that parse back to the map', async () => {
  const rows = 150;
  const of = await open([range(rows).map((i) => [i / 200, 1 - i / 200])], []);
  const info = await of.service.map(SPEC);
  /** @type {number[]} */
  const shares = [];
  const pieces = await table(
    of.service,
    info,
    { rows: [0, rows], cols: [0, 2] },
    { queries: null, keys: ['a', 'b'] },
    (share) => shares.push(share),
  );
  const read = pieces
    .join('')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  assert.deepEqual(read[0], ['', '"a"', '"b"']);
  assert.deepEqual(
    read.slice(1).map(([label, a]) => [label, Math.fround(Number(a))]),
    range(rows).map((i) => [String(i), Math.fround(i / 200)]),
  );
  assert.deepEqual(shares, [64 / 150, 128 / 150, 1]);
});

test('a text is truncated to the width, and broken at its blanks', () => {
  assert.equal(fitted('trophy', 100, 10, measure), 'trophy');
  assert.equal(fitted('trophy', 20, 10, measure), 'tr…');
  assert.deepEqual(lines('one two three', 45, 10, measure), ['one two', 'three']);
  assert.deepEqual(lines('incomprehensibilities of', 60, 10, measure), ['incompreh…', 'of']);
  assert.equal(wellFormed('a\ud800b\ufffe\u0007'), 'a\ufffdb\ufffd\ufffd');
});

test('a picture has the width of its contents, and never less than its texts need', () => {
  const sizes = (/** @type {number} */ side, /** @type {number} */ maps) => {
    const label = { text: 'a long token', first: 0, count: 1 };
    const names = { query: 'query', key: 'key' };
    return sizesOf(
      { rows: side, cols: side },
      maps,
      { query: [label], key: [label], tokens: true },
      names,
      measure,
    );
  };
  // 12 characters of 0.6 of the font size of 12, and 9 beside them.
  assert.equal(sizes(1, 1).gutters.left, Math.ceil(12 * 12 * 0.6) + 9);
  assert.ok(sizes(1, 1).width >= 500);
  assert.ok(sizes(17, 3).width > sizes(17, 1).width);
  assert.deepEqual([sizes(20, 1).cellWidth, sizes(20, 1).cellHeight], [29, 29]);
});

test('the legend of a comparison describes its scale: rows by themselves have none, and ranks are those of A', async () => {
  const b = { ...SPEC, source: /** @type {const} */ ({ of: 'head', layer: 0, head: 1 }) };
  const { perRow: _, minus: __, ...taken } = b;
  const said = async (/** @type {Partial<MapsModel['state']>} */ state) => {
    const of = await open(WEIGHTS, [], { compare: { slot: 0, layer: 0, head: 1 }, ...state });
    const difference = { ...SPEC, minus: taken };
    return pictureOf(of.model, [
      ['a', SPEC, await found(of, SPEC)],
      ['b', b, await found(of, b)],
      ['difference', difference, await found(of, difference)],
    ]).legends.map(({ text }) => text);
  };
  const { ends } = LANGUAGES.en.maps.head;
  assert.deepEqual(await said({ scale: 'row' }), [
    ends.unit({ what: 'weight' }),
    ends.difference({ high: '1' }),
  ]);
  assert.equal((await said({ scale: 'percentile' }))[0], ends.percentileOfA({ what: 'weight' }));
  const alone = await open(WEIGHTS, [], { scale: 'row' });
  const perRow = { ...SPEC, perRow: true };
  assert.deepEqual(
    pictureOf(alone.model, [['a', perRow, await found(alone, perRow)]]).legends.map(({ text }) => text),
    [ends.row({ what: 'weight' })],
  );
});

test('if few of many tokens have room, both axes show positions, because one could not find a token by the tenth before it', async () => {
  const many = range(300).map((at) => range(300).map((key) => Number(key === at)));
  const of = await open(
    [many, many],
    range(300).map((at) => `word${at}`),
  );
  const said = texts(
    sceneOf(pictureOf(of.model, [['a', SPEC, await found(of, SPEC, 2)]]), { measure, paint, pixels: 1200 }),
  );
  assert.equal(said.filter((text) => text.startsWith('word')).length, 0);
  for (const text of ['100', '200'])
    assert.equal(said.filter((each) => each === text).length, 2, `${text} is in ${said}`);
});
