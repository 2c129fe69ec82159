import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spans } from '../rooms/learn/spans.js';
import { sheetOf } from '../picture/scene.js';
import { svgOf } from '../picture/svg.js';
import { estimate } from '../picture/lines.js';
import { elementsIn, parsed, textsOf } from './svg-parsed.js';
/** @import { Scene, Shape } from '../picture/types.js' */

const none = () => {
  throw new Error('a small matrix is made of shapes');
};
/** @param {Shape[]} shapes @param {string} [title] @returns {Scene} */
const scene = (shapes, title = '') => ({ width: 30, height: 20, paper: '#fff', title, shapes });
/** @param {Shape[]} shapes */
const drawn = (shapes) => parsed(svgOf(scene(shapes), { picture: none }));
/** @param {Partial<Extract<Shape, { kind: 'text' }>>} how @returns {Shape} */
const text = (how) => ({
  kind: 'text',
  x: 0,
  y: 0,
  text: '',
  size: 10,
  fill: '#000',
  anchor: 'start',
  ...how,
});

test('with any text the drawing is valid XML, and the text is unchanged except for characters that XML forbids', () => {
  const hostile = [
    '</text><script>alert(1)</script>',
    '"\'&amp;<!--',
    ']]>',
    '<?x?>',
    '\u202eabc',
    'a\ud800b',
    '\0\x07',
    '\ufffe',
    '&lt;',
  ];
  const root = parsed(
    svgOf(
      scene(
        hostile.map((each) => text({ text: each })),
        hostile.join(' '),
      ),
      { picture: none },
    ),
  );
  assert.deepEqual(textsOf(root), [
    '</text><script>alert(1)</script>',
    '"\'&amp;<!--',
    ']]>',
    '<?x?>',
    '\ufffdabc',
    'a\ufffdb',
    '\ufffd\ufffd',
    '\ufffd',
    '&lt;',
  ]);
  assert.ok(elementsIn(root).every(({ tag }) => ['svg', 'title', 'rect', 'text'].includes(tag)));
});

test('a drawing has its fonts, keeps blanks, and has a title and the requested width', () => {
  const root = parsed(
    svgOf(scene([text({ text: ' the', mono: true })], 'A head'), { width: 90, picture: none }),
  );
  assert.deepEqual(
    [root.attributes.width, root.attributes.height, root.attributes.viewBox],
    ['90', '60', '0 0 30 20'],
  );
  assert.match(root.attributes['font-family'], /Segoe UI.*sans-serif$/);
  assert.equal(root.attributes['xml:space'], 'preserve');
  const [title, , written] = elementsIn(root).slice(1);
  assert.deepEqual(title, { tag: 'title', attributes: {}, children: ['A head'] });
  assert.match(written.attributes['font-family'], /Menlo.*monospace$/);
  assert.deepEqual(written.children, [' the']);
});

test('cells of a color are one path of rectangles, and those without a number have no shape', () => {
  const pixels = Uint8ClampedArray.of(
    255,
    0,
    0,
    255,
    255,
    0,
    0,
    255,
    0,
    0,
    0,
    0,
    1,
    2,
    3,
    255,
    255,
    0,
    0,
    255,
    255,
    0,
    0,
    255,
  );
  const paths = elementsIn(
    drawn([{ kind: 'cells', x: 0, y: 0, width: 30, height: 20, rows: 2, cols: 3, pixels }]),
  ).filter(({ tag }) => tag === 'path');
  assert.deepEqual(
    paths.map(({ attributes }) => attributes),
    [
      { fill: '#ff0000', d: 'M0 0h2v1h-2zM1 1h2v1h-2z' },
      { fill: '#010203', d: 'M0 1h1v1h-1z' },
    ],
  );
});

test('cells with a gap are a rectangle each, with half of the gap on every side', () => {
  const pixels = Uint8ClampedArray.of(255, 0, 0, 255, 255, 0, 0, 255);
  const [path] = elementsIn(
    drawn([{ kind: 'cells', x: 0, y: 0, width: 20, height: 10, rows: 1, cols: 2, pixels, gap: 1 }]),
  ).filter(({ tag }) => tag === 'path');
  assert.equal(path.attributes.d, 'M0.05 0.05h0.9v0.9h-0.9zM1.05 0.05h0.9v0.9h-0.9z');
});

test('a matrix with more than 128 cells on a side is an image inside the drawing', () => {
  const cells = /** @type {Shape} */ ({
    kind: 'cells',
    x: 0,
    y: 0,
    width: 129,
    height: 1,
    rows: 1,
    cols: 129,
    pixels: new Uint8ClampedArray(129 * 4),
  });
  const image = elementsIn(
    parsed(svgOf(scene([cells]), { picture: () => `data:image/png;base64,${'A'.repeat(400)}` })),
  ).at(-1);
  assert.equal(image?.tag, 'image');
  assert.equal(image?.attributes.href.length, 422, 'it is whole, however long it is');
});

test('hatches of the same colors share a pattern', () => {
  const hatch = (/** @type {string} */ line) =>
    /** @type {Shape} */ ({ kind: 'hatch', x: 0, y: 0, width: 5, height: 5, ground: '#eee', line });
  const all = elementsIn(drawn([hatch('#111'), hatch('#222'), hatch('#111')]));
  assert.deepEqual(
    all.filter(({ tag }) => tag === 'pattern').map(({ attributes }) => attributes.id),
    ['hatch0', 'hatch1'],
  );
  assert.deepEqual(
    all
      .filter(({ attributes }) => attributes.fill?.startsWith('url'))
      .map(({ attributes }) => attributes.fill),
    ['url(#hatch0)', 'url(#hatch1)', 'url(#hatch0)'],
  );
});

test('a formula is a line of text that returns to its baseline after superscripts and subscripts', () => {
  assert.deepEqual(spans(['row', 'S', '=', 'Q', ['transposed', 'K']]), [
    { text: 'S', italic: true },
    { text: '\u2009=\u2009' },
    { text: 'Q', italic: true },
    { text: 'K', italic: true },
    { text: 'T', at: 'sup' },
  ]);
  assert.deepEqual(
    spans(['sqrt', ['sub', 'd', 'k']]).map(({ text: each, at }) => `${at ?? ''}${each}`),
    ['√', 'd', 'subk'],
  );
  assert.deepEqual(spans(['sub', 'softmax', '']), [{ text: 'softmax' }], 'an empty index is none');
  const root = drawn([text({ text: spans(['row', ['transposed', 'K'], 'V']) })]);
  assert.deepEqual(
    elementsIn(root)
      .filter(({ tag }) => tag === 'tspan')
      .map(({ attributes }) => attributes.dy ?? null),
    [null, '-3.8', '3.8'],
  );
  assert.deepEqual(textsOf(root), ['KTV']);
});

test('the estimated width of a text grows with it, depends on its font, and ignores marks and joiners', () => {
  assert.equal(estimate('illi', 10, true), estimate('mmmm', 10, true));
  assert.ok(estimate('illi', 10) < estimate('mmmm', 10));
  assert.equal(estimate('e\u0301', 10), estimate('e', 10));
  assert.equal(estimate('日本', 10), 20);
});

test('a picture has its title, its body and its captions one below the other, inside its edges', () => {
  const body = {
    shapes: [/** @type {Shape} */ ({ kind: 'rect', x: 0, y: 0, width: 500, height: 50, fill: '#123' })],
    width: 500,
    height: 50,
  };
  const { width, height, shapes } = sheetOf(
    { title: 'Title', body, captions: ['Caption'] },
    { theme: 'light', measure: estimate },
  );
  assert.equal(width, 556);
  const [title, rect, caption] = shapes;
  assert.ok(title.y < rect.y && rect.y + 50 < caption.y && caption.y < height, JSON.stringify(shapes));
});
