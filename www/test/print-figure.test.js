/** Figures for print: the sizes in the files are those that were asked for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { cellImage, cellShapes } from '../picture/cells.js';
import { FONTS } from '../picture/print/fonts.js';
import { isWithin, lengthIn, pointsIn, WIDTHS } from '../picture/print/length.js';
import { pdfWriter } from '../picture/print/pdf.js';
import { crc32, withDensity } from '../picture/print/png-density.js';
import { svgOf } from '../picture/svg.js';
import { letterOf, printScene, TooNarrow } from '../rooms/maps/export/print/layout.js';
import { elementsIn, parsed, textsOf } from './svg-parsed.js';
/** @import { PrintFigure, PrintOptions, PrintPanel } from '../rooms/maps/export/print/layout.js' */
/** @import { MapInfo } from '../rooms/maps/types.js' */

const TOKENS = ['Elinor', 'met', 'Jane', 'in', 'Bath'];
const label = (/** @type {string} */ text, /** @type {number} */ first) => ({ text, first, count: 1 });

/**
 * A panel in which all cells have one color.
 *
 * @param {string[]} tokens
 * @param {Partial<MapInfo>} [more] - of the map
 * @returns {PrintPanel}
 */
function panel(tokens, more = {}) {
  const side = tokens.length;
  const range = /** @type {[number, number]} */ ([0, side]);
  const none = new Float32Array();
  const pixels = Uint8ClampedArray.from({ length: 4 * side * side }, (_, at) => (at % 4 === 3 ? 255 : 90));
  return /** @type {PrintPanel} */ (
    /** @type {unknown} */ ({
      name: 'Layer 2, head 9',
      shortName: '2·9',
      info: { queries: side, keys: side, queryEntropy: none, querySum: none, keyMean: none, ...more },
      region: { rows: range, cols: range },
      pooled: { rows: 1, cols: 1 },
      rows: side,
      cols: side,
      data: new Float32Array(side * side).fill(0.25),
      cells: cellImage({ rows: side, cols: side }, pixels, () => null),
      laneCells: null,
      absent: { leaveOut: 0, reach: null, mask: null, later: null },
      perRow: false,
    })
  );
}
const BAR = {
  text: 'weight, 0 to 1; queries down, keys across',
  pixels: new Uint8ClampedArray(8).fill(255),
  ticks: [
    { at: 0, text: '1e−4' },
    { at: 0.5, text: '0.01' },
    { at: 1, text: '1' },
  ],
};
/** @type {PrintOptions} */
const OPTIONS = {
  width: /** @type {number} */ (pointsIn('84mm')),
  size: 8,
  font: 'serif',
  background: 'white',
  letters: true,
  names: true,
  legend: true,
  digits: false,
  columns: 2,
};
const writer = pdfWriter('serif');
/** @param {Partial<PrintOptions>} [more] @param {string[]} [tokens] @param {PrintPanel[]} [panels] */
function laidOut(more = {}, tokens = TOKENS, panels = [panel(tokens), panel(tokens)]) {
  const axis = tokens.map(label);
  /** @type {PrintFigure} */
  const figure = {
    ...{ panels, title: 'two heads', bars: [BAR], samples: [], query: null, language: 'en' },
    labels: { query: axis, key: axis, tokens: true },
    words: { hatch: '', cross: '', decay: 'decay' },
  };
  return printScene(figure, { ...OPTIONS, ...more }, writer.measure);
}
const drawing = (/** @type {import('../picture/types.js').Scene} */ scene) =>
  parsed(svgOf(scene, { width: scene.width, unit: 'pt', picture: () => '' }));
/** The inflated streams of a PDF as text. @param {Uint8Array} bytes */
function streamsOf(bytes) {
  const text = Buffer.from(bytes).toString('latin1');
  return [...text.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].flatMap(([, data]) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
    } catch {
      return [];
    }
  });
}

test('every text of an SVG has the size in points that was asked for, at the width that was asked for', () => {
  for (const [text, size] of /** @type {[string, number][]} */ ([
    ['84mm', 8],
    ['3.3in', 6.5],
    ['174mm', 9],
  ])) {
    const points = /** @type {number} */ (pointsIn(text));
    const root = drawing(laidOut({ width: points, size }).scene);
    const { width, viewBox } = root.attributes;
    assert.equal(width, `${Math.round(points * 100) / 100}pt`);
    // Units of the drawing are scaled to the width: 84 mm are 84 / 25.4 * 72 points.
    const scale = Number(width.replace('pt', '')) / Number(viewBox.split(' ')[2]);
    assert.ok(Math.abs(scale - 1) < 1e-4);
    const texts = elementsIn(root).filter(({ tag }) => tag === 'text');
    assert.ok(texts.length > 20);
    for (const { attributes } of texts)
      assert.ok(Math.abs(Number(attributes['font-size']) * scale - size) < 1e-3);
  }
});

test('a PDF has a page of the width, type of the size, and its fonts in it', () => {
  const { scene } = laidOut({ width: /** @type {number} */ (pointsIn('3.3in')), size: 7 });
  const bytes = writer.write(scene);
  const text = Buffer.from(bytes).toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  assert.ok(Math.abs(Number(width) - 3.3 * 72) < 0.01);
  assert.ok(Math.abs(Number(height) - scene.height) < 0.01);
  const sizes = new Set(
    streamsOf(bytes).flatMap((stream) =>
      [...stream.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size)),
    ),
  );
  assert.deepEqual([...sizes], [7]);
  // A regular and a bold face, each with its outlines.
  assert.equal((text.match(/\/FontFile2 /g) ?? []).length, 2);
});

test('a head that keeps a state has marked corners and, below its keys, what is left of each write', () => {
  // At the last query, 1, 1/2, 1/3 and so on of the writes are left.
  const length = TOKENS.length ** 2;
  const left = Float32Array.from({ length }, (_, at) => 1 / ((at % TOKENS.length) + 1));
  const signs = Uint8Array.from({ length }, (_, at) => Number(at === TOKENS.length));
  const marked = panel(TOKENS, { marks: { signs, left } });
  const columns = /** @type {const} */ ({ columns: 1 });
  const [plain, with_] = [laidOut(columns, TOKENS, [panel(TOKENS)]), laidOut(columns, TOKENS, [marked])].map(
    ({ scene }) => scene,
  );
  const rects = (/** @type {typeof plain} */ scene) =>
    /** @type {any[]} */ (scene.shapes.filter((shape) => shape.kind === 'rect'));
  // Five lines of a corner, and a bar for each key.
  assert.equal(rects(with_).length - rects(plain).length, 5 + TOKENS.length);
  const bars = rects(with_).slice(-TOKENS.length);
  // What is left has 32 bits.
  bars.forEach(({ height }, at) => assert.ok(Math.abs(height - bars[0].height / (at + 1)) < 1e-5));
  assert.ok(with_.height > plain.height);
  assert.ok(Math.max(...bars.map(({ y, height }) => y + height)) < with_.height);
});

test('the same figure is the same file', () => {
  const { scene } = laidOut();
  assert.deepEqual(writer.write(scene), pdfWriter('serif').write(scene));
});

test('panels are named (a), (b) and so on, and share tokens, one scale and a line about the axes', () => {
  const texts = textsOf(drawing(laidOut().scene));
  assert.deepEqual(
    texts.filter((text) => /^\(/.test(text)),
    ['(a)', '(b)'],
  );
  // At both axes of both panels.
  for (const token of TOKENS) assert.equal(texts.filter((text) => text === token).length, 4, token);
  assert.equal(texts.filter((text) => text === 'Layer 2, head 9').length, 2);
  assert.deepEqual([0, 25, 26, 27, 701, 702].map(letterOf), ['a', 'z', 'aa', 'ab', 'zz', 'aaa']);
  // A logarithmic scale cannot be read from its ends.
  for (const { text } of BAR.ticks) assert.ok(texts.includes(text), text);
  const bare = textsOf(drawing(laidOut({ letters: false, names: false, legend: false }).scene));
  assert.deepEqual(new Set(bare), new Set(TOKENS));
});

test('a figure is white or transparent, and stays within its width', () => {
  const { scene } = laidOut();
  assert.equal(scene.paper, '#ffffff');
  assert.equal(laidOut({ background: 'none' }).scene.paper, null);
  assert.equal(scene.font, FONTS.serif);
  for (const columns of [1, 2, 4]) {
    const { scene: drawn } = laidOut({ columns });
    for (const shape of drawn.shapes) {
      const width = 'width' in shape ? shape.width : 0;
      assert.ok(shape.x >= 0 && shape.x + width <= OPTIONS.width + 1e-6);
      assert.ok(shape.y <= drawn.height);
    }
  }
});

test('the number of the last column with one ends inside the figure', () => {
  const tokens = Array.from({ length: 202 }, (_, at) => `token ${at}`);
  const { scene } = laidOut({ columns: 1 }, tokens, [panel(tokens)]);
  const numbers = scene.shapes.flatMap((shape) =>
    shape.kind === 'text' && shape.anchor === 'middle' ? { text: String(shape.text), x: shape.x } : [],
  );
  assert.ok(numbers.some(({ text }) => text === '200'));
  for (const { text, x } of numbers)
    assert.ok(x + writer.measure(text, OPTIONS.size) / 2 <= scene.width, text);
});

test('a long row of small cells without values has crosses along it, and a square one has one', () => {
  const crosses = (/** @type {number} */ rows, /** @type {number} */ cols) => {
    const image = cellImage({ rows, cols }, new Uint8ClampedArray(4 * rows * cols), () => 'cross');
    const colors = { ground: null, hatch: '#000', cross: '#000' };
    const lines = cellShapes(image, { cellWidth: 4, cellHeight: 4 }, colors).shapes.filter(
      ({ kind }) => kind === 'line',
    );
    return lines.length / 2;
  };
  // 160 pixels in parts of at least 6.
  assert.equal(crosses(1, 40), 26);
  assert.equal(crosses(40, 1), 26);
  assert.equal(crosses(40, 40), 1);
  assert.equal(crosses(1, 1), 1);
});

test('labels and digits that have no space are left out and reported, and labels that leave none are an error', () => {
  const many = Array.from({ length: 60 }, (_, at) => `token${at}`);
  const { fit, scene } = laidOut({ digits: true }, many, [panel(many)]);
  assert.deepEqual([fit.hasAllLabels, fit.hasDigits], [false, false]);
  assert.ok(!textsOf(drawing(scene)).includes('0.25'));
  const wide = laidOut({ digits: true, width: 500, size: 6, columns: 1 }, TOKENS, [panel(TOKENS)]);
  assert.deepEqual([wide.fit.hasAllLabels, wide.fit.hasDigits], [true, true]);
  assert.equal(textsOf(drawing(wide.scene)).filter((text) => text === '0.25').length, 25);
  assert.throws(() => laidOut({ width: 60, size: 20 }), TooNarrow);
});

test('the fonts of a PDF have accents, Greek and Cyrillic; other letters are an error where nothing draws them', () => {
  assert.deepEqual(writer.missing(['Tschüß', 'łódź', 'Ωμέγα', 'Привет', '“…”']), []);
  assert.deepEqual(writer.missing(['a注意b', '注意']), ['注意']);
  const { scene } = laidOut({}, ['注意', 'b']);
  assert.throws(() => writer.write(scene), /not “注意”: write an SVG or a PNG/);
  const drawn = () => ({
    pixels: new Uint8ClampedArray(16),
    columns: 2,
    rows: 2,
    width: 8,
    above: 8,
    below: 2,
  });
  assert.ok(writer.write(scene, { rasterize: drawn }).length > 1000);
});

test('lengths are read with their unit, and out of range they are refused', () => {
  assert.equal(pointsIn('1in'), 72);
  assert.equal(pointsIn('25.4 mm'), 72);
  assert.ok(Math.abs(Number(pointsIn('2,54')) - 7.2) < 1e-9);
  assert.equal(pointsIn('8', 'pt'), 8);
  for (const text of ['', 'x', '-3mm', '3cm', '1e3', 'NaN']) assert.equal(pointsIn(text), null, text);
  assert.ok(isWithin(pointsIn('10mm'), WIDTHS));
  assert.ok(!isWithin(pointsIn('9.9mm'), WIDTHS));
  assert.ok(!isWithin(null, WIDTHS));
  assert.equal(lengthIn(/** @type {number} */ (pointsIn('84mm')), 'mm'), 84);
});

test('a PNG says its resolution', () => {
  const png = Buffer.concat([Buffer.alloc(8 + 25), Buffer.from('rest')]);
  const all = Buffer.from(withDensity(png, 600));
  assert.equal(all.toString('latin1', 37, 41), 'pHYs');
  // 600 dots per inch are 600 / 0.0254 per meter.
  assert.deepEqual([all.readUInt32BE(41), all.readUInt32BE(45), all[49]], [23622, 23622, 1]);
  assert.equal(all.toString('latin1', all.length - 4), 'rest');
  // A published checksum: that of "123456789".
  assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926);
});
