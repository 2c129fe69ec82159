/** Patches of a picture among tokens: which are recognized, their weights, and the part of a picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fits,
  guessed,
  idsWithPatches,
  otherGridIn,
  patchesOf,
  recognized,
  withoutPatches,
} from '../rooms/maps/image/layouts.js';
import { hasOtherShape, ofPatches, partOf, placeOf, sharesOf, tokenAt } from '../rooms/maps/image/patches.js';
import { decode, encode } from '../rooms/maps/fragment.js';
import { freshState } from '../rooms/maps/state.js';

/** @param {number} count @param {string} token */
const times = (count, token) => Array.from({ length: count }, () => token);

test('models of pictures are recognized by their number of tokens', () => {
  // The numbers follow from the sizes of the picture and of a patch, which the model cards state.
  for (const [model, size, patch, before] of /** @type {[string, number, number, number][]} */ ([
    ['ViT-B/16', 224, 16, 1],
    ['ViT-B/32, CLIP ViT-B/32', 224, 32, 1],
    ['ViT-B/16 at 384', 384, 16, 1],
    ['CLIP ViT-L/14', 224, 14, 1],
    ['CLIP ViT-L/14 at 336', 336, 14, 1],
    ['SigLIP B/16 at 224', 224, 16, 0],
    ['SigLIP B/16 at 256', 256, 16, 0],
    ['SigLIP SO400M/14 at 378', 378, 14, 0],
    ['SigLIP L/16 at 512', 512, 16, 0],
    ['DeiT-B/16, distilled', 224, 16, 2],
    ['DINOv2 B/14 at 518', 518, 14, 1],
    ['DINOv2 B/14 with registers at 224', 224, 14, 5],
    ['DINOv2 B/14 with registers at 518', 518, 14, 5],
  ])) {
    const side = size / patch;
    const found = recognized({ count: before + side * side, tokens: null });
    assert.deepEqual(found, { columns: side, rows: side, before }, model);
  }
  assert.deepEqual(recognized({ count: 197, tokens: null }), { columns: 14, rows: 14, before: 1 });
  assert.deepEqual(recognized({ count: 577, tokens: null }), { columns: 24, rows: 24, before: 1 });
});

test('tokens that stand for patches are recognized among the tokens of a text', () => {
  const text = ['<s>', 'USER', ':'];
  for (const [model, token, count, side] of /** @type {[string, string, number, number][]} */ ([
    ['LLaVA 1.5', '<image>', 576, 24],
    ['PaliGemma at 224', '<image>', 256, 16],
    ['Gemma 3', '<image_soft_token>', 256, 16],
    ['InternVL', '<IMG_CONTEXT>', 256, 16],
  ]))
    assert.deepEqual(
      recognized({ count: 0, tokens: [...text, ...times(count, token), 'What', 'is', 'this', '?'] }),
      { columns: side, rows: side, before: 3 },
      model,
    );
});

test('patches are no duplicates of each other, and other tokens are', () => {
  const tokens = ['a', ...times(3, '<image>'), 'a', '<image>', 'b', '<image>'];
  const ids = Uint32Array.of(0, 1, 1, 1, 0, 1, 2, 1);
  // A single token stands for a whole picture.
  assert.deepEqual([...idsWithPatches(tokens, ids)], [0, 9, 10, 11, 0, 1, 2, 1]);
});

test('of several pictures of Qwen-VL, the largest has its own grid', () => {
  const [small, large] = [times(4, '<|image_pad|>'), times(60, '<|image_pad|>')];
  const tokens = ['<s>', ...small, 'and', ...large, 'Compare'];
  const thws = [
    [1, 4, 4],
    [1, 12, 20],
  ];
  const grid = { columns: 10, rows: 6, before: 6 };
  assert.deepEqual(recognized({ count: tokens.length, tokens, thws }), grid);
  assert.equal(recognized({ count: tokens.length, tokens, thws: thws.toReversed() }), null);
});

test('the grid of Qwen-VL follows from image_grid_thw, of which four patches are one token', () => {
  const tokens = ['<|vision_start|>', ...times(66 * 46, '<|image_pad|>'), '<|vision_end|>', 'Describe'];
  assert.deepEqual(recognized({ count: tokens.length, tokens, thws: [[1, 92, 132]] }), {
    columns: 66,
    rows: 46,
    before: 1,
  });
  const vision = times(20 * 30, '<|image_pad|>');
  assert.deepEqual(recognized({ count: 600, tokens: vision, thws: [[1, 20, 30]] }), {
    columns: 30,
    rows: 20,
    before: 0,
  });
  // Without it, or if it is of another picture, only a square is known.
  assert.equal(recognized({ count: tokens.length, tokens }), null);
  assert.deepEqual(
    recognized({ count: 65, tokens: ['a', ...times(64, '<|image_pad|>')], thws: [[1, 4, 4]] }),
    {
      columns: 8,
      rows: 8,
      before: 1,
    },
  );
});

test('a text is no picture, whatever its number of tokens', () => {
  assert.equal(recognized({ count: 197, tokens: times(197, 'the') }), null);
  assert.equal(recognized({ count: 5, tokens: ['a', '<image>', 'of', 'a', 'cat'] }), null);
  assert.equal(recognized({ count: 17, tokens: null }), null);
  assert.equal(recognized({ count: 198 + 1, tokens: null }), null);
  const ids = Array.from({ length: 256 }, (_, at) => String(1000 + ((at * 37) % 200)));
  assert.equal(recognized({ count: 256, tokens: ids }), null, 'ids of tokens');
  const named = ['[CLS]', ...Array.from({ length: 196 }, (_, at) => `patch ${at}`)];
  assert.deepEqual(recognized({ count: 197, tokens: named }), { columns: 14, rows: 14, before: 1 });
});

/** @param {object} reading */
const dataOf = (reading, metadata = /** @type {[string, string][]} */ ([])) =>
  /** @type {any} */ ({
    opened: { files: [{ metadata }] },
    reading: { tokens: [], queryTokens: [], ...reading },
  });

test('the grid of the reader counts if there is room for it, on the keys or else on the queries', () => {
  const data = dataOf({ queries: 197, keys: 12 });
  assert.deepEqual(patchesOf({ grid: null }, data), {
    axis: 'query',
    count: 197,
    grid: { columns: 14, rows: 14, before: 1 },
    isKnown: true,
  });
  const small = { columns: 4, rows: 3, before: 0 };
  assert.deepEqual(patchesOf({ grid: small }, data), { axis: 'key', count: 12, grid: small, isKnown: true });
  const tall = { columns: 2, rows: 98, before: 1 };
  assert.equal(patchesOf({ grid: tall }, data).axis, 'query');
  const none = { columns: 20, rows: 20, before: 0 };
  assert.equal(patchesOf({ grid: none }, data).grid.columns, 14);
  assert.deepEqual(patchesOf({ grid: null }, dataOf({ queries: 30, keys: 30 })), {
    axis: 'key',
    count: 30,
    grid: { columns: 5, rows: 5, before: 5 },
    isKnown: false,
  });
  assert.deepEqual(guessed(1), { columns: 1, rows: 1, before: 0 });
  assert.equal(fits(small, 12), true);
  assert.equal(fits(small, 11), false);
  const thw = dataOf({ queries: 9, keys: 9, tokens: ['a', ...times(8, '<|image_pad|>')] }, [
    ['image_grid_thw', '[[1, 4, 8]]'],
  ]);
  assert.deepEqual(patchesOf({ grid: null }, thw).grid, { columns: 4, rows: 2, before: 1 });
  const broken = dataOf({ queries: 17, keys: 17, tokens: ['a', ...times(16, '<|image_pad|>')] }, [
    ['image_grid_thw', '[1,'],
  ]);
  assert.deepEqual(patchesOf({ grid: null }, broken).grid, { columns: 4, rows: 4, before: 1 });
});

test('weights are divided between the picture and the other tokens', () => {
  const grid = { columns: 3, rows: 2, before: 1 };
  const weights = Float32Array.of(0.25, 0, 0.125, 0, 0.5, NaN, 0, 0.125);
  assert.deepEqual([...ofPatches(weights, grid)], [0, 0.125, 0, 0.5, NaN, 0]);
  assert.deepEqual(sharesOf(weights, grid), { picture: 0.625, others: 0.375, most: 4, largest: 0.5 });
  assert.deepEqual(
    [0, 1, 4, 6, 7].map((token) => placeOf(token, grid)),
    [null, { row: 0, column: 0 }, { row: 1, column: 0 }, { row: 1, column: 2 }, null],
  );
  for (let token = 1; token < 7; token += 1)
    assert.equal(tokenAt(/** @type {any} */ (placeOf(token, grid)), grid), token);
});

test('a picture is cut to the shape of the grid, or stretched', () => {
  const square = { columns: 14, rows: 14, before: 1 };
  assert.deepEqual(partOf({ width: 640, height: 480 }, square, 'cut'), [80, 0, 480, 480]);
  assert.deepEqual(partOf({ width: 640, height: 480 }, square, 'stretched'), [0, 0, 640, 480]);
  assert.deepEqual(
    partOf({ width: 300, height: 900 }, { columns: 4, rows: 2, before: 0 }, 'cut'),
    [0, 375, 300, 150],
  );
  assert.equal(hasOtherShape({ width: 640, height: 480 }, square), true);
  assert.equal(hasOtherShape({ width: 641, height: 640 }, square), false);
  assert.equal(hasOtherShape({ width: 1320, height: 920 }, { columns: 66, rows: 46, before: 0 }), false);
});

test('a link has the grid of the reader', () => {
  const state = {
    ...freshState(),
    view: /** @type {const} */ ('image'),
    grid: { columns: 3, rows: 4, before: 5 },
  };
  assert.match(encode(state), /grid=3:4:5/);
  assert.deepEqual(decode(encode(state)).state, state);
  for (const broken of ['3:4', '0:4:5', '3:4:5:6', '3:4:-1', '513:4:0', 'a:b:c'])
    assert.equal(decode(`v=1&room=maps&head=0:0&grid=${broken}`).state, null, broken);
});

test('a picture of another number of patches than there are tokens is named with both figures', () => {
  const of = (/** @type {number} */ count, /** @type {string} */ thw) =>
    otherGridIn(
      dataOf({ queries: 3, keys: count + 1, tokens: ['a', ...times(count, '<|image_pad|>')] }, [
        ['image_grid_thw', thw],
      ]),
    );
  assert.deepEqual(of(117, '[[1, 20, 26]]'), { grid: '1 × 20 × 26', patches: 130, n: 117 });
  assert.equal(of(130, '[[1, 20, 26]]'), null);
  assert.equal(of(520, '[[1, 20, 26]]'), null);
  assert.equal(of(117, '"none"'), null);
});

test('a picture belongs to no text without patches, unless the reader looks at patches', () => {
  const text = dataOf({ queries: 4, keys: 4, tokens: ['a', 'b', 'c', 'd'] });
  const state = freshState();
  assert.equal(withoutPatches(state, text), 4);
  assert.equal(withoutPatches({ ...state, view: 'image' }, text), 0);
  assert.equal(withoutPatches({ ...state, grid: { columns: 2, rows: 2, before: 0 } }, text), 0);
  assert.equal(withoutPatches(state, dataOf({ queries: 4, keys: 4, tokens: [] })), 0);
});
