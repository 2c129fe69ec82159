import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pngOfSvg, svgOfMatrix } from '../picture.js';
import { elementsIn, namesIn, parsed, textsOf } from './svg-parsed.js';

const range = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at);
/**
 * The digits in the cells, which are the only texts in the font of digits.
 *
 * @param {ReturnType<typeof parsed>} root
 */
const digitsIn = (root) =>
  elementsIn(root)
    .filter(
      ({ attributes }) =>
        attributes['font-family']?.includes('mono') && !attributes['font-family'].includes('sans-serif'),
    )
    .map(({ children }) => children.join(''));

test('the picture of a matrix has its title, both axes, every label, the digits of its cells and the ends of its scale', async () => {
  const root = parsed(
    await svgOfMatrix({
      rows: 2,
      cols: 3,
      data: [1, 0, 0.25, 0.5, 0.125, 0.375],
      queryLabels: ['the', 'cat'],
      keyLabels: ['a', 'b', 'c'],
      title: 'Weights',
    }),
  );
  const texts = textsOf(root);
  for (const text of [
    'Weights',
    'query (down)',
    'key (across)',
    'the',
    'cat',
    'a',
    'b',
    'c',
    '0',
    '1',
    'color scale',
  ])
    assert.ok(texts.includes(text), `${text} is in ${texts}`);
  assert.deepEqual(digitsIn(root), ['1.000', '0.000', '0.250', '0.500', '0.125', '0.375']);
  const spanish = textsOf(parsed(await svgOfMatrix({ rows: 1, cols: 1, data: [1], language: 'es' })));
  assert.ok(spanish.includes('consulta (filas)') && spanish.includes('clave (columnas)'), String(spanish));
});

test('hostile labels are text, in both writing directions, and long ones are truncated', async () => {
  const labels = [
    '</text><script>alert(1)</script>',
    '"&amp;',
    '\u202eabc',
    'مرحبا',
    'שלום',
    '👩‍👩‍👧',
    '\ud800',
    'x'.repeat(5000),
  ];
  const root = parsed(
    await svgOfMatrix({
      rows: 8,
      cols: 8,
      data: range(64).map((at) => at / 64),
      queryLabels: labels,
      keyLabels: labels,
      title: labels.join(''),
    }),
  );
  assert.deepEqual(namesIn(root).tags, ['g', 'path', 'rect', 'svg', 'text', 'title']);
  const texts = textsOf(root);
  for (const label of ['"&amp;', '\ufffdabc', 'مرحبا', 'שלום', '👩‍👩‍👧', '\ufffd'])
    assert.equal(texts.filter((text) => text === label).length, 2, `${label} is in ${texts}`);
  assert.ok(texts.every((text) => text.length < 300));
});

test('masked cells are hatched, missing ones crossed, and the legend has both', async () => {
  const root = parsed(
    await svgOfMatrix({
      rows: 2,
      cols: 2,
      data: [1, 0, NaN, 0.5],
      states: Uint8Array.of(0, 1, 0, 0),
      theme: 'dark',
    }),
  );
  const texts = textsOf(root);
  assert.ok(texts.includes('masked') && texts.includes('missing: not a number'), String(texts));
  assert.deepEqual(digitsIn(root), ['1.0', '0.5']);
  const [paper] = elementsIn(root).filter(
    ({ tag, attributes }) => tag === 'rect' && attributes.fill === '#14161a',
  );
  assert.ok(paper, 'it lies on the dark ground');
});

test('negative numbers have a scale with two sides and a labeled middle', async () => {
  const texts = textsOf(parsed(await svgOfMatrix({ rows: 1, cols: 3, data: [-2, 0, 1] })));
  for (const text of ['−2', '2']) assert.ok(texts.includes(text), `${text} is in ${texts}`);
  assert.equal(
    texts.filter((text) => text === '0').length,
    4,
    'the row, the column, the number and the middle of the scale',
  );
});

test('matrices of every size have a picture: one cell, one row, many, and more than are drawn as shapes', async () => {
  for (const [rows, cols] of [
    [1, 1],
    [1, 40],
    [40, 1],
    [27, 27],
    [32, 32],
    [200, 300],
  ]) {
    const root = parsed(
      await svgOfMatrix({
        rows,
        cols,
        data: range(rows * cols).map((at) => at / (rows * cols)),
        title: `${rows} × ${cols}`,
      }),
    );
    const [, , width, height] = root.attributes.viewBox.split(' ').map(Number);
    assert.ok(width < 1200 && height < 1200, `${rows} × ${cols}: ${root.attributes.viewBox}`);
    assert.equal(digitsIn(root).length, cols > 27 ? 0 : rows * cols, 'cells too narrow for digits have none');
    assert.equal(
      elementsIn(root).some(({ tag }) => tag === 'image'),
      rows > 128,
    );
    assert.ok(textsOf(root).includes('0'), 'without labels, rows and columns are numbered');
  }
});

test('mismatched data is rejected with a message', async () => {
  await assert.rejects(svgOfMatrix({ rows: 2, cols: 2, data: [1, 2, 3] }), {
    message: 'a matrix of 2 × 2 cannot be drawn from 3 numbers',
  });
  await assert.rejects(svgOfMatrix({ rows: 1, cols: 1, data: [1], keyLabels: ['a', 'b'] }), {
    message: 'the number of labels for keys is 2, and that of keys is 1',
  });
  await assert.rejects(svgOfMatrix({ rows: 0, cols: 0, data: [] }), {
    message: 'a matrix of 0 × 0 cannot be drawn from 0 numbers',
  });
});

test('a drawing becomes a PNG of the requested size', async () => {
  const svg = await svgOfMatrix({ rows: 2, cols: 2, data: [1, 0, 0.5, 0.5], title: 'Weights' });
  const { attributes } = parsed(svg);
  for (const scale of [1, 2]) {
    const png = Buffer.from(await pngOfSvg(svg, { scale }));
    assert.equal(png.subarray(1, 4).toString('latin1'), 'PNG');
    assert.deepEqual(
      [png.readUInt32BE(16), png.readUInt32BE(20)],
      [Number(attributes.width) * scale, Number(attributes.height) * scale],
    );
  }
});
