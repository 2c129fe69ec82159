import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAttributes } from '../element/attributes.js';
import { npy } from '../format/npy.js';
import { ATTRIBUTES } from '../rooms/maps/settings.js';
import { filesBeside, readInput, inputOf, viewsOfInput } from '../rooms/maps/input.js';
import { freshState } from '../rooms/maps/state.js';

const { signal } = new AbortController();

/** Parses a .npy file: version 1.0, its header, and its numbers. @param {Blob} file */
async function parsed(file) {
  const bytes = await file.arrayBuffer();
  const view = new DataView(bytes);
  assert.deepEqual([...new Uint8Array(bytes, 0, 8)], [0x93, 78, 85, 77, 80, 89, 1, 0]);
  const length = view.getUint16(8, true);
  const header = new TextDecoder('latin1').decode(new Uint8Array(bytes, 10, length));
  const bits = /'<f(\d)'/.exec(header)?.[1] === '4' ? 4 : 8;
  const count = (bytes.byteLength - 10 - length) / bits;
  return {
    header,
    begins: 10 + length,
    numbers: Array.from({ length: count }, (_, at) =>
      bits === 4 ? view.getFloat32(10 + length + at * 4, true) : view.getFloat64(10 + length + at * 8, true),
    ),
  };
}

test('32-bit floats become a .npy file of the same precision, with aligned numbers', async () => {
  const { header, begins, numbers } = await parsed(npy([2, 3], Float32Array.of(0.5, 1, -2, 3.25, NaN, 6)));
  assert.equal(header.trimEnd(), "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
  assert.ok(header.endsWith('\n'));
  assert.equal(begins % 64, 0);
  assert.deepEqual(numbers, [0.5, 1, -2, 3.25, NaN, 6]);
});

test('other numbers become 64-bit floats, and one axis is written as NumPy writes it', async () => {
  assert.deepEqual((await parsed(npy([2], [0.1, 1e300]))).numbers, [0.1, 1e300]);
  assert.match((await parsed(npy([2], Float64Array.of(1, 2)))).header, /'<f8'.*\(2,\)/);
});

test('a long shape keeps the numbers aligned', async () => {
  const { begins, numbers } = await parsed(npy([...Array.from({ length: 40 }, () => 1), 1], [7]));
  assert.deepEqual([begins % 64, numbers], [0, [7]]);
});

test('numbers with a shape become a file, and errors have the figures', () => {
  const { files, shape, tokens } = inputOf({
    shape: [1, 2, 3, 3],
    data: new Float32Array(18),
    tokens: ['a', 'b', 'c'],
  });
  assert.deepEqual(
    [files.length, files[0].name, shape, tokens],
    [1, 'attention.npy', [1, 2, 3, 3], ['a', 'b', 'c']],
  );
  assert.throws(
    () => inputOf({ shape: [1, 2, 3, 3], data: new Float32Array(24) }),
    /^Error: 24 numbers but shape 1 x 2 x 3 x 3 has 18$/,
  );
  for (const wrong of [
    {},
    7,
    'a',
    [],
    [1],
    { shape: [2, 2], data: [1, 2, 3, 4] },
    { shape: [1, 1, 0, 2], data: [] },
    { shape: [1, 1, 1, 1.5], data: [1] },
    { shape: [1, 1, 1, 1] },
  ]) {
    assert.throws(
      () => inputOf(wrong),
      /data is neither files nor \{ shape: \[layers, heads, queries, keys\], data \}/,
      JSON.stringify(wrong),
    );
  }
});

test('files are used unchanged, one or several, with a name if they have none', () => {
  const file = new File(['[[1]]'], 'a.json');
  assert.equal(inputOf(file).files[0], file);
  assert.deepEqual(
    inputOf([file, new Blob(['1,2'])]).files.map(({ name }) => name),
    ['a.json', 'data'],
  );
});

/** The attributes of the page. @param {string | null} tokens @param {string | null} [kind] */
const said = (tokens, kind = null) => ({ tokens, kind });

test('the kind of numbers comes from the attribute, else from the data, and must be known', async () => {
  const data = { shape: [1, 1, 1, 2], data: [0.5, -0.5], kind: 'difference' };
  const kindOf = async (/** @type {string | null} */ kind) =>
    (await readInput(data, null, said(null, kind), 'http://a.example/', signal))?.kind;
  assert.equal(await kindOf(null), 'difference');
  assert.equal(await kindOf('scores'), 'scores');
  await assert.rejects(kindOf('logits'), /"logits" is not one of weights, scores, difference/);
});

test('tokens of an attribute take precedence over those of the data, and missing data gives nothing', async () => {
  const data = { shape: [1, 1, 1, 2], data: [0.5, 0.5], tokens: ['x', 'y'] };
  assert.deepEqual(
    (await readInput(data, null, said('["the cat", "sat"]'), 'http://a.example/', signal))?.tokens,
    ['the cat', 'sat'],
  );
  assert.deepEqual((await readInput(data, null, said(null), 'http://a.example/', signal))?.tokens, [
    'x',
    'y',
  ]);
  assert.equal(await readInput(null, null, said('a b'), 'http://a.example/', signal), null);
  const beside = filesBeside({ files: [], shape: null, tokens: ['a', '"'], kind: 'difference' });
  assert.deepEqual(await Promise.all(beside.map((file) => file.text())), [
    '["a","\\""]',
    '{"metadata":{"kind":"difference"}}',
  ]);
  assert.deepEqual(filesBeside({ files: [], shape: null, tokens: null }), []);
  await assert.rejects(
    readInput(null, 'data:,1', said(null), 'http://a.example/', signal),
    /only addresses of http and https are read/,
  );
});

test('numbers whose axes the page names open at their first head, and their axes are not guessed', () => {
  const now = { ...freshState(), language: /** @type {const} */ ('es') };
  const [understood, stated] = viewsOfInput({ files: [], shape: [2, 3, 4, 5], tokens: null }, now);
  assert.deepEqual(understood.file, { name: '', layers: 2, heads: 3, queries: 4, keys: 5 });
  assert.deepEqual(
    [understood.layer, understood.head, understood.corrections.axes, understood.language],
    [0, 0, null, 'es'],
  );
  assert.deepEqual(stated.corrections.axes, ['layer', 'head', 'query', 'key']);
  assert.deepEqual(viewsOfInput({ files: [], shape: null, tokens: null }, now), []);
});

test('a missing head or cell is rejected with the available ones', () => {
  const state = freshState({}, { name: 'a.npy', layers: 2, heads: 3, queries: 4, keys: 5 });
  const texts = /** @type {Record<string, string>} */ ({
    layer: '2',
    head: '2',
    query: '3',
    key: '5',
    sort: 'Entropy',
    measure: 'loudness',
  });
  const { state: next, errors } = withAttributes(
    state,
    ATTRIBUTES,
    Object.keys(texts),
    (name) => texts[name],
  );
  assert.deepEqual([next.layer, next.head, next.sort, next.measure], [0, 2, 'entropy', 'entropy']);
  assert.deepEqual(
    errors.map((error) => error.split(' is ')[0]),
    ['layer: "2"', 'key: "5"', 'measure: "loudness"'],
  );
  assert.equal(errors[0], 'layer: "2" is not a whole number from 0 to 1');
});
