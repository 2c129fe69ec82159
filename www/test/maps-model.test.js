import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileLoader } from '../rooms/maps/file-loader.js';
import { initialView } from '../rooms/maps/model-loading.js';
import { NO_CORRECTIONS, freshState } from '../rooms/maps/state.js';
import { LANGUAGES } from '../page/words/index.js';
import './maps-interpretation.js';
import { plainService } from './maps-plain-service.js';
/** @import { MapsState, Opened } from '../rooms/maps/types.js' */

const { en } = LANGUAGES;

/**
 * A file of (layers, heads, 2, 2) weights.
 *
 * @param {string} name @param {number} layers @param {number} heads
 */
function file(name, layers, heads, side = 2) {
  const row = Array.from({ length: side }, () => 1 / side);
  return new File(
    [
      JSON.stringify({
        attention: Array.from({ length: layers }, () =>
          Array.from({ length: heads }, () => Array.from({ length: side }, () => row)),
        ),
        tokens: ['a', 'b'].slice(0, side),
      }),
    ],
    name,
  );
}

function begun() {
  /** @type {MapsState[]} */
  const arrived = [];
  const service = plainService();
  const files = fileLoader(service, {
    changed() {},
    arrived: (state) => arrived.push(state),
    side: () => 8,
  });
  return { ...files, arrived, service };
}

test('an opened file is read, and all its heads are measured', async () => {
  const { open, status, arrived } = begun();
  await open([file('a.json', 2, 3)], [freshState()]);
  assert.deepEqual(arrived[0].file, { name: 'a.json', layers: 2, heads: 3, queries: 2, keys: 2 });
  assert.equal(status.data?.done, 1);
  assert.equal(status.data?.heads.filter((head) => head !== undefined).length, 6);
  assert.equal(status.data?.heads[4]?.measures.entropy?.toFixed(6), Math.LN2.toFixed(6));
  assert.deepEqual([status.busy, status.says, status.name], [null, null, 'a.json']);
});

test('display settings are kept for another file, and the view only if the heads have the same shape', async () => {
  const { open, arrived } = begun();
  await open([file('a.json', 2, 3)], [freshState({ language: 'es', map: 'grey' })]);
  const view = { ...arrived[0], layer: 1, head: 2, sort: /** @type {const} */ ('entropy') };
  await open([file('b.json', 2, 3)], [view]);
  assert.deepEqual(
    [arrived[1].file?.name, arrived[1].layer, arrived[1].head, arrived[1].sort, arrived[1].language],
    ['b.json', 1, 2, 'entropy', 'es'],
  );
  await open([file('c.json', 2, 4)], [view]);
  assert.deepEqual([arrived[2].layer, arrived[2].sort, arrived[2].map], [0, 'layer', 'grey']);
});

test('a view with corrections is restored if the file has the corrected shape', () => {
  const opened = /** @type {Opened} */ ({
    files: [
      {
        id: 1,
        name: 'a',
        bytes: 1,
        format: 'npy',
        tensors: [{ name: '', dtype: 'float32', shape: [3, 2, 4, 4], sliced: true, columnMajor: false }],
        tokens: [],
        keyTokens: [],
        metadata: [],
      },
    ],
    refused: [],
  });
  const axes = /** @type {MapsState['corrections']['axes']} */ (['head', 'layer', 'query', 'key']);
  const view = {
    ...freshState({}, { name: 'was', layers: 2, heads: 3, queries: 4, keys: 4 }),
    corrections: { ...NO_CORRECTIONS, axes },
    head: 2,
  };
  const found = initialView(opened, [view], false);
  assert.ok('state' in found);
  assert.deepEqual([found.state.corrections.axes, found.state.head, found.reading.layers], [axes, 2, 2]);
  const other = initialView(opened, [{ ...view, corrections: NO_CORRECTIONS }], false);
  assert.ok('state' in other);
  assert.deepEqual([other.state.head, other.reading.layers], [0, 3]);
});

test('a rejected file has a reason, the others are read, and the present one stays if there are none', async () => {
  const { open, status } = begun();
  await open([new File(['{'], 'broken.json'), file('a.json', 1, 1)], [freshState()]);
  assert.deepEqual([status.refused.map(({ name }) => name), status.name], [['broken.json'], 'a.json']);
  const before = status.data;
  await open([new File(['{'], 'worse.json')], [freshState()]);
  assert.deepEqual([status.refused.map(({ name }) => name), status.data], [['worse.json'], before]);
  assert.equal(status.says, null);
});

test('the reason why a file is not understood is shown, and the present file stays', async () => {
  const { open, status } = begun();
  await open([file('a.json', 1, 1)], [freshState()]);
  await open([new File(['[1, 2, 3]'], 'flat.json')], [freshState()]);
  assert.match(status.says?.(en) ?? '', /^No attention was found in flat \(3,\)/);
  assert.equal(status.name, 'a.json');
});

test('a file of another length is compared only if both have tokens, by which they are aligned', async () => {
  const { open, openBeside, status } = begun();
  await open([file('a.json', 1, 2)], [freshState()]);
  let beside = 0;
  await openBeside([file('b.json', 3, 1)], freshState(), () => {
    beside += 1;
  });
  assert.deepEqual([beside, status.data?.other?.reading.layers, status.name], [1, 3, 'a.json']);
  await openBeside([file('c.json', 1, 2, 1)], freshState(), () => {
    beside += 1;
  });
  assert.deepEqual([beside, status.says, status.data?.other?.reading.keys], [2, null, 1]);
  await openBeside([new File(['[[[[1]]]]'], 'd.json')], freshState(), () => {
    beside += 1;
  });
  assert.equal(beside, 2);
  assert.match(status.says?.(en) ?? '', /2 × 2 here, 1 × 1 there/);
});

test('the sample is read with the corrections of a link, or, if they are invalid, as it is, with a message', async () => {
  const { open, status, arrived } = begun();
  const axes = /** @type {MapsState['corrections']['axes']} */ (['head', 'layer', 'query', 'key']);
  await open([file('sample.json', 2, 3)], [{ ...freshState(), corrections: { ...NO_CORRECTIONS, axes } }], {
    isSample: true,
  });
  assert.deepEqual([status.data?.reading.layers, status.says, arrived[0].corrections.axes], [3, null, axes]);
  for (const wrong of [{ batch: 9 }, { candidate: 5 }]) {
    await open(
      [file('sample.json', 2, 3)],
      [{ ...freshState(), corrections: { ...NO_CORRECTIONS, ...wrong } }],
      { isSample: true },
    );
    assert.deepEqual(
      [status.data?.reading.layers, status.data?.done, status.says?.(en), arrived.at(-1)?.corrections],
      [2, 1, en.links.broken, NO_CORRECTIONS],
    );
  }
});

test('an invalid correction is reported, and measuring continues', async () => {
  const { open, reread, status } = begun();
  await open([file('a.json', 2, 3)], [freshState()]);
  await reread({ ...freshState(), corrections: { ...NO_CORRECTIONS, batch: 9 } }, () =>
    assert.fail('it was read'),
  );
  assert.deepEqual(
    [status.says?.(en), status.data?.done],
    ['9 is not an index in the batch: indices go from 0 to 0.', 1],
  );
  await reread({ ...freshState(), corrections: { ...NO_CORRECTIONS, candidate: 7 } }, () =>
    assert.fail('it was read'),
  );
  assert.deepEqual([status.says, status.data?.reading.layers], [null, 2]);
});

test('a file of tokens is used for the open file, even if it was meant for comparison', async () => {
  const { open, openBeside, status } = begun();
  await open([file('a.json', 1, 2)], [freshState()]);
  const [view] = [freshState({}, { name: 'a.json', layers: 1, heads: 2, queries: 2, keys: 2 })];
  await openBeside([new File(['{"tokens": ["x", "y"]}'], 'tokens.json')], view, () =>
    assert.fail('there is nothing to compare'),
  );
  assert.deepEqual(
    [status.says, status.data?.opened.files.map(({ name }) => name), status.data?.other],
    [null, ['a.json', 'tokens.json'], null],
  );
});

test('a file that is rejected while heads are measured stops nothing', async () => {
  const { open, status, service } = begun();
  const { heads } = service;
  service.heads = async (slot, options, found) => {
    await heads(slot, options, (some, progress) => {
      if (some[0].layer === 0) found(some, progress);
    });
    throw Object.assign(new Error('stopped'), { name: 'AbortError' });
  };
  await open([file('a.json', 2, 3)], [freshState()]);
  service.heads = heads;
  await open([new File(['{'], 'broken.json')], [freshState()]);
  assert.deepEqual([status.refused.length, status.data?.done], [1, 1]);
});

test('a correction reads the same file again', async () => {
  const { open, reread, status } = begun();
  await open([file('a.json', 2, 3)], [freshState()]);
  let read = 0;
  await reread(
    { ...freshState(), corrections: { ...NO_CORRECTIONS, axes: ['head', 'layer', 'query', 'key'] } },
    () => {
      read += 1;
    },
  );
  assert.deepEqual(
    [read, status.data?.reading.layers, status.data?.heads.length, status.data?.done],
    [1, 3, 6, 1],
  );
});

test('only the last request counts: a slow earlier result changes nothing', async () => {
  const { open, status, arrived, service } = begun();
  const { open: opens } = service;
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  service.open = async (files, ...more) => {
    if ('name' in files[0] && files[0].name === 'slow.json')
      await new Promise((done) => {
        release = done;
      });
    return opens(files, ...more);
  };
  const slow = open([file('slow.json', 1, 1)], [freshState()]);
  await open([file('fast.json', 1, 2)], [freshState()]);
  release();
  await slow;
  assert.deepEqual([status.name, arrived.length, status.data?.heads.length], ['fast.json', 1, 2]);
});

test('stopping keeps the measured heads, and measuring continues on request', async () => {
  const { open, resume, status, service } = begun();
  const { heads } = service;
  service.heads = async (slot, options, found) => {
    await heads(slot, options, (some, progress) => {
      if (some[0].layer === 0) found(some, progress);
    });
    throw Object.assign(new Error('stopped'), { name: 'AbortError' });
  };
  await open([file('a.json', 2, 3)], [freshState()]);
  // Progress is reported, and no earlier heads, which no longer exist.
  assert.equal(status.says, null);
  assert.equal(status.data?.heads.filter((head) => head !== undefined).length, 3);
  assert.ok(Number(status.data?.done) < 1);
  service.heads = heads;
  await resume();
  assert.deepEqual([status.data?.done, status.says], [1, null]);
});

test('a restart of the engine is reported by the room, and the open file stays', async () => {
  const { open, findAlike, status, service } = begun();
  await open([file('a.json', 2, 3)], [freshState()]);
  const { data } = status;
  for (const [kind, says] of /** @type {const} */ ([
    ['restarted', null],
    ['gone', 'It ended.'],
  ])) {
    service.similar = () => Promise.reject(Object.assign(new Error('It ended.'), { kind }));
    await findAlike(0, 0);
    assert.deepEqual([status.busy, status.says?.(en) ?? null, status.data?.heads], [null, says, data?.heads]);
  }
});

test('similar heads are found, the most similar first', async () => {
  const { open, findAlike, status } = begun();
  await open([file('a.json', 1, 3)], [freshState()]);
  await findAlike(0, 1);
  assert.deepEqual(
    status.data?.similar?.map(({ head }) => head),
    [0, 2],
  );
  assert.equal(status.alikeTo, '0:1');
});
