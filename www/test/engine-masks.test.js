/** The contract of the functions of masks. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  load,
  maskAligned,
  maskClauses,
  maskCode,
  maskDraw,
  maskExplain,
  maskExpression,
  maskFigures,
  maskMatrix,
  maskPainted,
  maskPixels,
  maskPlay,
  maskPrepare,
  maskPresets,
  maskRow,
  maskThumbnails,
  maskWithout,
  reload,
} from '../engine.js';
import { refusal } from './engine-support.js';
/** @import { MaskDrawOptions, MaskPixels } from '../engine/masks.js' */

before(() => load());

const MODEL = { heads: 32, kvHeads: 8, size: 64, bytes: 2 };
const TEXT = 'causal and (window(6) or global(0))';
/** @type {MaskDrawOptions} */
const DRAW = {
  text: TEXT,
  queries: 24,
  keys: 24,
  seed: 7,
  size: 16,
  cellWidth: 10,
  cellHeight: 10,
  gap: 0,
  map: 'ember',
  theme: 'light',
};

/** @param {MaskPixels['pattern']} image @param {number} x @param {number} y */
const pixel = ({ pixels, width }, x, y) =>
  Array.from(pixels.slice((y * width + x) * 4, (y * width + x) * 4 + 4));

/**
 * All colors in a cell of a picture.
 *
 * @param {MaskPixels['pattern']} image @param {number} query @param {number} key @param {number} [side]
 */
const cell = (image, query, key, side = 10) =>
  new Set(
    Array.from({ length: side * side }, (_, at) =>
      pixel(image, key * side + (at % side), query * side + Math.floor(at / side)).join(),
    ),
  );

test('scores that are computed in parts give the pictures of scores computed at once', () => {
  const large = { ...DRAW, text: 'causal', queries: 1024, keys: 1024, cellWidth: 1, cellHeight: 1 };
  const { text, queries, keys, seed, size } = large;
  // Another seed replaces cached scores.
  maskPixels({ ...DRAW, seed: 8 });
  let parts = 1;
  while (!maskPrepare({ text, queries, keys, seed, size })) parts += 1;
  assert.equal(parts, 4);
  const prepared = maskPixels(large);
  maskPixels({ ...DRAW, seed: 8 });
  assert.deepEqual(prepared.scores, maskPixels(large).scores);
  assert.match(
    refusal(() => maskPrepare({ ...large, size: 0 })),
    /size/,
  );
});

test('every preset can be parsed, drawn, explained, generated with, measured and written', () => {
  assert.equal(maskPresets().length, 8);
  for (const { name, text, queries, keys } of maskPresets()) {
    const { pattern, figures } = maskPixels({ ...DRAW, text, queries, keys, model: MODEL });
    assert.deepEqual(
      [pattern.width, pattern.height, pattern.pixels.length],
      [keys * 10, queries * 10, keys * queries * 400],
      name,
    );
    assert.equal(maskExpression(text).text, text);
    const { reads, ahead } = maskPlay(text, queries, keys, MODEL);
    const allowed = [...reads, ...ahead].reduce((all, each) => all + each, 0);
    assert.deepEqual(
      [figures?.allowed, figures?.allowed],
      [allowed, maskFigures(text, queries, keys, MODEL).allowed],
      name,
    );
    for (const code of Object.values(maskCode(text, queries, keys))) assert.match(code, /import/);
  }
});

test('the numbers of a parsed text are at their columns', () => {
  const text = 'CAUSAL  and (window(-1, 6, offset=-3) or global(0,7-9))or cells(1:2)';
  const { text: canonical, clauses } = maskExpression(text);
  assert.equal(canonical, 'causal and (window(-1, 6, offset=-3) or global(0, 7-9)) or cells(1:2)');
  assert.deepEqual(
    clauses.map(({ name, start, end }) => [name, text.slice(start, end).toLowerCase().startsWith(name)]),
    [
      ['causal', true],
      ['window', true],
      ['global', true],
      ['cells', true],
    ],
  );
  for (const { name, value, start, end } of clauses.flatMap((clause) => clause.arguments))
    assert.equal(text.slice(start, end), String(value), name);
  assert.deepEqual(
    clauses.map((clause) => clause.arguments.map(({ name }) => name)),
    [[], ['left', 'right', 'offset'], ['token', 'first', 'last'], []],
  );
  assert.deepEqual(
    clauses.map(({ alignment }) => alignment),
    ['upper_left', 'offset=-3', 'upper_left', null],
  );
  const known = maskClauses().map(({ name }) => name);
  assert.equal(known.length, 16);
  for (const { name } of clauses) assert.ok(known.includes(name), name);
});

test('a text is edited as by a reader', () => {
  assert.equal(maskWithout(TEXT, 1), 'causal and global(0)');
  assert.equal(maskWithout('causal', 0), 'all');
  assert.equal(maskAligned('causal', 0, 'lower_right'), 'causal(lower_right)');
  assert.equal(maskAligned('causal(lower_right)', 0, 'upper_left'), 'causal');
  assert.equal(maskAligned('causal', 0, -3), 'causal(offset=-3)');
  const painted = maskPainted('causal', 4, 4, 'allow', Uint32Array.of(0, 2, 0, 3, 1, 2, 1, 3));
  assert.equal(painted, 'causal or cells(0-1:2-3)');
  assert.equal(maskPainted(painted, 4, 4, 'forbid', Uint32Array.of(0, 2, 0, 3, 1, 2, 1, 3)), 'causal');
  assert.equal(
    maskPainted(painted, 4, 4, 'forbid', Uint32Array.of(3, 0)),
    '(causal or cells(0-1:2-3)) and not cells(3:0)',
  );
});

test('forbidden cells are hatched, allowed ones have one color, and those not shown yet are blank', () => {
  const { pattern, scores, weights } = maskPixels({ ...DRAW, rows: 20 });
  for (const image of [pattern, scores, weights]) {
    assert.ok(cell(image, 14, 3).size > 1, 'a hatch has lines');
    assert.equal(cell(image, 14, 12).size, 1);
    assert.deepEqual(cell(image, 20, 0), new Set(['0,0,0,0']));
  }
  assert.deepEqual(cell(pattern, 14, 12), cell(pattern, 3, 0));
  // The only key of a query has weight 1, the largest in the picture.
  assert.notDeepEqual(cell(weights, 0, 0), cell(weights, 14, 12));
});

test('the scale of scores is the same for every mask, and that of weights ends at the largest', () => {
  const all = maskPixels({ ...DRAW, text: 'all' });
  const windowed = maskPixels({ ...DRAW, text: 'window(3)' });
  assert.deepEqual(all.scale.scores, windowed.scale.scores);
  assert.equal(all.scale.scores.low, -all.scale.scores.high);
  const row = (/** @type {number} */ query) =>
    Math.max(...maskRow({ text: 'all', queries: 24, keys: 24, seed: 7, size: 16 }, query).weights);
  const largest = Math.max(...Array.from({ length: 24 }, (_, query) => row(query)));
  assert.ok(Math.abs(all.scale.weights.high - largest) < 1e-6);
  assert.deepEqual(maskPixels({ ...DRAW, scoresLow: -1, scoresHigh: 2, weightsHigh: 0.5 }).scale, {
    scores: { low: -1, high: 2 },
    weights: { low: 0, high: 0.5 },
  });
});

test('a picture has the requested size, whatever the number of queries and keys', () => {
  for (const [queries, keys] of [
    [1, 1],
    [3, 2048],
    [2048, 7],
    [500, 600],
  ]) {
    const { pattern, weights } = maskPixels({
      ...DRAW,
      text: 'all',
      queries,
      keys,
      cellWidth: null,
      cellHeight: null,
      width: 101,
      height: 67,
    });
    for (const image of [pattern, weights])
      assert.deepEqual([image.width, image.height, image.pixels.length], [101, 67, 101 * 67 * 4]);
    assert.ok(pattern.pixels.every((channel, at) => at % 4 !== 3 || channel === 255));
  }
});

test('the weight of a removed key goes to the others', () => {
  const options = { text: TEXT, queries: 24, keys: 24, seed: 7, size: 16 };
  const { allowed, scores, bias, masked, weights, unmasked, removed } = maskRow(options, 14);
  assert.deepEqual(
    Array.from(allowed).flatMap((allows, key) => (allows ? [key] : [])),
    [0, 9, 10, 11, 12, 13, 14],
  );
  assert.equal(bias, null);
  const sum = (/** @type {Float64Array} */ of) => of.reduce((all, each) => all + each, 0);
  for (const each of [weights, unmasked]) assert.ok(Math.abs(sum(each) - 1) < 1e-12);
  const kept = unmasked.filter((_, key) => allowed[key] === 1);
  assert.ok(Math.abs(removed + sum(kept) - 1) < 1e-12);
  masked.forEach((score, key) => assert.equal(score, allowed[key] ? scores[key] : -Infinity));
  // The first of eight heads has the slope 1/2, and the last query is at the last key.
  const biased = maskRow({ ...options, queries: 20, alibi: { heads: 8, head: 0 } }, 14);
  assert.deepEqual(
    Array.from(biased.bias ?? []),
    Array.from({ length: 24 }, (_, key) => -Math.abs(14 + 4 - key) / 2),
  );
  const empty = maskRow({ ...options, text: 'none' }, 0);
  assert.deepEqual([sum(empty.weights), maskPixels({ ...DRAW, text: 'none' }).emptyRows], [0, 24]);
});

test('the explanation of a cell has the deciding clauses and their numbers', () => {
  const { allows, clauses } = maskExplain(TEXT, 24, 24, 14, 3);
  assert.equal(allows, false);
  assert.deepEqual(
    clauses.map(({ clause, text, holds, decides }) => [clause, text, holds, decides]),
    [
      [0, 'causal', true, false],
      [1, 'window(6)', false, true],
      [2, 'global(0)', false, true],
    ],
  );
  assert.deepEqual(clauses[1].comparisons, [{ left: '14 - 3', relation: '<', right: '6', holds: false }]);
  assert.deepEqual([clauses[1].any, clauses[2].any, clauses[2].comparisons.length], [false, true, 2]);
});

test('figures and generation match a count by hand', () => {
  const { share, blocks, ...figures } = maskFigures(TEXT, 24, 24, MODEL);
  assert.equal(share, 147 / 576);
  assert.deepEqual(blocks, { size: 128, full: 0, partial: 1, kept: 1, skipped: 0, all: 1 });
  assert.deepEqual(figures, {
    allowed: 147,
    pairs: 576,
    multiplyAdds: 2 * 64 * 32 * 147,
    multiplyAddsUnmasked: 2 * 64 * 32 * 576,
    emptyQueries: 0,
    fewestKeys: 1,
    mostKeys: 7,
    keysRead: 24,
    keysWritten: 24,
    keysKept: 7,
    cacheBytes: 2 * 8 * 64 * 2 * 7,
    cacheBytesOfAll: 2 * 8 * 64 * 2 * 24,
  });
  const play = maskPlay(TEXT, 24, 24, MODEL);
  const step = Object.entries(play).map(([name, numbers]) => [name, numbers[14]]);
  assert.deepEqual(Object.fromEntries(step), {
    reads: 7,
    ahead: 0,
    writes: 1,
    kept: 7,
    totalReads: 21 + 9 * 7,
    totalWrites: 15,
    cacheBytes: 2 * 8 * 64 * 2 * 7,
  });
});

test('data cached between calls does not change a picture', () => {
  const options = [
    DRAW,
    { ...DRAW, seed: 8 },
    { ...DRAW, size: 4 },
    { ...DRAW, queries: 200, keys: 90 },
    { ...DRAW, alibi: { heads: 4, head: 1 } },
  ];
  const wide = options.map((each) => ({ ...each, cellWidth: null, cellHeight: null, width: 97, height: 61 }));
  const pictures = () => wide.map((each) => maskPixels(each));
  const fresh = wide.map((each) => {
    reload();
    return maskPixels(each);
  });
  assert.deepEqual(pictures(), fresh);
  assert.deepEqual(pictures(), fresh);
});

test('outside a browser there are pixels but no images', () => {
  assert.match(
    refusal(() => maskDraw(DRAW)),
    /^there is no ImageData here/,
  );
});

test('the matrix of a mask has its cells, as plain loops and as its rows', () => {
  const allows = (/** @type {number} */ i, /** @type {number} */ j) =>
    j <= i && (i - j < 6 || j === 0 || i === 0);
  for (const [queries, keys] of [
    [24, 24],
    [5, 70],
    [70, 5],
    [1, 1],
  ]) {
    const { rows, cols, data } = maskMatrix(TEXT, { queries, keys });
    assert.deepEqual([rows, cols, data.length], [queries, keys, queries * keys]);
    for (let i = 0; i < queries; i += 1) {
      const expected = Array.from({ length: keys }, (_, j) => Number(allows(i, j)));
      const row = data.slice(i * keys, (i + 1) * keys);
      assert.deepEqual([...row], expected, `query ${i}`);
      assert.deepEqual(row, maskRow({ text: TEXT, queries, keys, seed: 7, size: 16 }, i).allowed);
    }
  }
});

test('the shape of a matrix is validated, and the caller owns the cells', () => {
  /** The types are broken on purpose. @type {any} */
  const loose = maskMatrix;
  assert.equal(
    refusal(() => loose('causal')),
    'the shape of the mask must be a plain object',
  );
  assert.equal(
    refusal(() => loose('causal', { queries: 4 })),
    'mask: keys must be a whole number from 0 up',
  );
  assert.equal(
    refusal(() => maskMatrix('causal', { queries: 4, keys: 2049 })),
    '2049 keys: a mask has 1 to 2048',
  );
  const first = maskMatrix('causal', { queries: 2, keys: 2 });
  first.data.fill(0);
  assert.deepEqual([...maskMatrix('causal', { queries: 2, keys: 2 }).data], [1, 0, 1, 1]);
});

test('the tree of an expression has its groups with their brackets, and each has a thumbnail', () => {
  const text = 'causal  and not (window( 2 ) OR global(0))';
  const { tree } = maskExpression(text);
  const leaf = (/** @type {number} */ clause, /** @type {string} */ of) => ({
    not: 0,
    join: null,
    clause,
    operands: [],
    start: text.indexOf(of),
    end: text.indexOf(of) + of.length,
  });
  const group = {
    not: 1,
    join: 'or',
    clause: null,
    operands: [leaf(1, 'window( 2 )'), leaf(2, 'global(0)')],
    start: text.indexOf('(win'),
    end: text.length,
  };
  assert.deepEqual(tree, {
    not: 0,
    join: 'and',
    clause: null,
    operands: [leaf(0, 'causal'), group],
    start: 0,
    end: text.length,
  });
  const thumbnails = maskThumbnails(text, 3, 3, 36).map(({ rows, cols, data }) => [rows, cols, ...data]);
  assert.deepEqual(thumbnails, [
    [3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [3, 3, 1, 0, 0, 1, 1, 0, 1, 1, 1],
    [3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [3, 3, 1, 1, 1, 1, 1, 1, 0, 1, 1],
    [3, 3, 1, 1, 1, 1, 0, 0, 1, 0, 0],
  ]);
  assert.deepEqual(
    maskThumbnails('causal', 100, 100, 2).map(({ data }) => [...data]),
    [[2, 0, 2, 2]],
  );
});

test('an error has the correction that its message suggests', () => {
  const correction = (/** @type {string} */ text) => {
    try {
      maskExpression(text);
    } catch (error) {
      return /** @type {any} */ (error).correction;
    }
    return undefined;
  };
  assert.deepEqual(correction('😀'), null);
  assert.deepEqual(correction('causal and windo(6)'), {
    start: 11,
    end: 16,
    word: 'window',
    text: 'causal and window(6)',
  });
  assert.deepEqual(correction('causal&&window(6)'), {
    start: 6,
    end: 8,
    word: 'and',
    text: 'causal and window(6)',
  });
  assert.equal(correction('causal and sliding(6)'), null);
  assert.equal(correction('window(0)'), null);
});
