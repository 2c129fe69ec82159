import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { NO_CORRECTIONS } from '../rooms/maps/state.js';
import { LANGUAGES } from '../page/words/index.js';
import { asksCausal, readingOf, sentence, understand, unusedTensors } from './maps-interpretation.js';
import { file, opened, read, sizes, words } from './maps-understand-support.js';
/** @import { Corrections, Opened } from '../rooms/maps/types.js' */

const { en, es } = LANGUAGES;
const ROLES = ['k', 'q', 'v'];

/** The listing of the passage's file. */
const passage = () =>
  opened(
    file(
      Object.fromEntries(
        [0, 1, 2, 3, 4, 5].flatMap((layer) => ROLES.map((role) => [`layer${layer}.${role}`, [12, 290, 32]])),
      ),
      {
        dtype: 'float16',
        format: 'safetensors',
        metadata: [
          ['layout', '(heads, positions, head_size)'],
          ['tokens', JSON.stringify(words(290))],
          ['model', 'all-MiniLM-L6-v2'],
        ],
      },
    ),
  );

/** Why a candidate is refused. @param {Opened} from @param {Partial<Corrections>} [corrections] */
function refusal(from, corrections = {}) {
  const outcome = readingOf(from, understand(from)[0], { ...NO_CORRECTIONS, ...corrections });
  if (!('refused' in outcome)) throw new Error('it was taken');
  assert.notEqual(outcome.refused(es), outcome.refused(en));
  return outcome.refused(en);
}

test('q, k and v of every layer are read with their tokens', () => {
  const { reading, candidate, size, notes } = read(passage());
  assert.deepEqual(
    [reading.kind, reading.layers, reading.heads, reading.kvHeads, reading.queries, reading.keys, size],
    ['qk', 6, 12, 12, 290, 290, 32],
  );
  assert.deepEqual(
    [reading.q[4], reading.k[4], reading.v[4]].map(({ tensor, axes, layer }) => [
      tensor,
      axes.join(' '),
      layer,
    ]),
    [
      [13, 'head query feature', 4],
      [12, 'head key feature', 4],
      [14, 'head key feature', 4],
    ],
  );
  assert.deepEqual([reading.tokens.length, reading.queryTokens, notes.length], [290, [], 0]);
  assert.deepEqual(reading.qk, { scale: null, causal: 'none', window: null, softcap: null, rope: null });
  assert.equal(
    sentence(candidate, en),
    'q, k and v of 6 layers × 12 heads, 290 tokens, head size 32: weights are computed, scaled by 1/√32, bidirectional.',
  );
});

test('q and k are recognized by their names from many tools', () => {
  for (const name of [
    '#',
    'layers.3.#',
    'layer0.self_attn.#',
    'model.layers.0.self_attn.#_proj',
    'layer_2/#_states',
    'blocks.0.attn.hook_#',
    '#_0',
  ]) {
    for (const [q, k] of [
      ['q', 'k'],
      ['Q', 'K'],
      ['query', 'key'],
      ['queries', 'keys'],
    ]) {
      const from = opened(
        file(
          { [name.replace('#', q)]: [1, 9, 4, 8], [name.replace('#', k)]: [1, 9, 4, 8] },
          { tokens: words(9) },
        ),
      );
      assert.deepEqual(sizes(from), [1, 4, 9, 9], name);
    }
  }
});

/** @type {[number[], number[], Partial<import('../rooms/maps/types.js').FileEntry>, number[]][]} q, k, what else is known, (layers, heads, kvHeads, queries, keys, size) */
const FORMS = [
  [[9, 8], [9, 8], {}, [1, 1, 1, 9, 9, 8]],
  [[4, 9, 8], [4, 9, 8], {}, [1, 4, 4, 9, 9, 8]],
  [[9, 4, 8], [9, 4, 8], { tokens: words(9) }, [1, 4, 4, 9, 9, 8]],
  [[9, 4, 8], [9, 4, 8], { metadata: [['layout', '(seq_len, num_heads, head_dim)']] }, [1, 4, 4, 9, 9, 8]],
  [[1, 4, 9, 8], [1, 4, 9, 8], {}, [1, 4, 4, 9, 9, 8]],
  [[6, 4, 9, 8], [6, 4, 9, 8], {}, [6, 4, 4, 9, 9, 8]],
  [[6, 1, 4, 9, 8], [6, 1, 4, 9, 8], {}, [6, 4, 4, 9, 9, 8]],
  [[1, 6, 9, 4, 8], [1, 6, 9, 4, 8], { tokens: words(9) }, [6, 4, 4, 9, 9, 8]],
  [[32, 9, 8], [8, 9, 8], {}, [1, 32, 8, 9, 9, 8]],
  [[9, 32, 8], [9, 8, 8], {}, [1, 32, 8, 9, 9, 8]],
  [[32, 9, 8], [1, 9, 8], {}, [1, 32, 1, 9, 9, 8]],
  [[4, 1, 8], [4, 9, 8], {}, [1, 4, 4, 1, 9, 8]],
  [[5, 4, 8], [9, 4, 8], {}, [1, 4, 4, 5, 9, 8]],
  [[290, 12, 8], [290, 12, 8], {}, [1, 12, 12, 290, 290, 8]],
];

test('the position of the axis of length three determines the axis of heads', () => {
  assert.deepEqual(sizes(opened(file({ qkv: [9, 3, 4, 8] }))), [1, 4, 9, 9]);
  assert.deepEqual(sizes(opened(file({ qkv: [1, 9, 3, 4, 8] }))), [1, 4, 9, 9]);
  assert.deepEqual(sizes(opened(file({ qkv: [3, 4, 9, 8] }))), [1, 4, 9, 9]);
  assert.deepEqual(sizes(opened(file({ qkv: [1, 3, 4, 9, 8] }))), [1, 4, 9, 9]);
});

test('ambiguous axes, and heads that cannot be shared, are reported', () => {
  const { reading, notes } = read(opened(file({ q: [3, 8, 9, 16], k: [3, 3, 9, 16] })));
  assert.deepEqual([reading.heads, reading.queries, reading.keys], [9, 8, 3]);
  assert.match(notes[0](en), /\(3, 8, 9, 16\) is interpreted as \(layer, query, head, feature\)/);
});

test('q and k are read in all common layouts, including grouped heads', () => {
  for (const [q, k, more, want] of FORMS) {
    const { reading, size } = read(opened(file({ q, k }, more)));
    assert.deepEqual(
      [reading.layers, reading.heads, reading.kvHeads, reading.queries, reading.keys, size],
      want,
      JSON.stringify([q, k]),
    );
  }
});

test('the assumed axis of heads is reported if nothing determines it', () => {
  const said = (/** @type {Opened} */ from) => read(from).notes.map((note) => note(en));
  assert.deepEqual(said(opened(file({ q: [4, 9, 8], k: [4, 9, 8] }))), [
    'The file does not say which axis is which. (4, 9, 8) is interpreted as (head, query, feature).',
  ]);
  assert.deepEqual(said(opened(file({ q: [32, 9, 8], k: [8, 9, 8] }))), []);
  assert.deepEqual(said(opened(file({ q: [4, 9, 8], k: [4, 9, 8] }, { tokens: words(9) }))), []);
  assert.deepEqual(
    sizes(opened(file({ q: [4, 9, 8], k: [4, 9, 8] })), { axes: ['query', 'head', 'feature'] }),
    [1, 9, 4, 4],
  );
});

test('a tensor with q, k and v along an axis is split', () => {
  const { reading } = read(
    opened(file({ 'layers.0.qkv': [1, 9, 3, 4, 8], 'layers.1.qkv': [1, 9, 3, 4, 8] }, { tokens: words(9) })),
  );
  assert.deepEqual([reading.layers, reading.heads, reading.queries], [2, 4, 9]);
  assert.deepEqual(reading.v[1], {
    file: 0,
    tensor: 1,
    axes: ['fixed', 'key', 'fixed', 'head', 'feature'],
    at: [0, 0, 2, 0, 0],
    layer: 1,
    query: 0,
  });
});

test('weights take precedence over q and k, which are offered', () => {
  assert.deepEqual(
    understand(opened(file({ q: [4, 9, 8], k: [4, 9, 8], attention: [4, 9, 9] }))).map(({ kind }) => kind),
    ['weights', 'qk'],
  );
});

test('the mask and scale in a file are used', () => {
  const { reading } = read(
    opened(
      file(
        { q: [4, 9, 8], k: [4, 9, 8] },
        {
          metadata: [
            ['causal', 'true'],
            ['scale', '0.5'],
          ],
        },
      ),
    ),
  );
  assert.deepEqual([reading.qk.causal, reading.qk.scale], ['upper_left', 0.5]);
  const cached = read(
    opened(file({ q: [4, 2, 8], k: [4, 9, 8] }, { metadata: [['causal', 'true']] })),
  ).reading;
  assert.deepEqual([cached.qk.causal, cached.offset], ['lower_right', 7]);
  assert.match(sentence(cached, en), /causal \(lower right\)\.$/);
});

test('everything about q and k can be corrected', () => {
  const rope = /** @type {const} */ ({ base: 10000, pairs: 'half', dim: null });
  const { reading, size } = read(passage(), {
    scale: 0.125,
    causal: 'upper_left',
    window: 128,
    softcap: 50,
    rope,
  });
  assert.deepEqual(reading.qk, { scale: 0.125, causal: 'upper_left', window: 128, softcap: 50, rope });
  assert.equal(
    sentence(reading, en, size),
    'q, k and v of 6 layers × 12 heads, 290 tokens, head size 32: weights are computed, RoPE applied here (base 10000, halves paired, all features), scaled by 0.125, softcap 50, causal, window 128.',
  );
  assert.equal(read(passage(), { rope: 'none' }).reading.qk.rope, null);
});

test('an invalid correction is rejected with the figures', () => {
  assert.equal(
    refusal(passage(), { window: 0 }),
    'A window is a whole number of keys, from 1 to 16777216, not “0”.',
  );
  assert.match(refusal(passage(), { window: 2 ** 32 }), /^A window is .* not “4294967296”/);
  // 32 bits do not have such numbers.
  assert.match(refusal(passage(), { scale: 1e39 }), /^A scale is .* not “1e\+39”/);
  assert.match(refusal(passage(), { softcap: 1e-300 }), /^A softcap is .* not “1e-300”/);
  assert.equal(refusal(passage(), { softcap: -1 }), 'A softcap is a number above 0, such as 50, not “-1”.');
  assert.equal(
    refusal(passage(), { scale: Infinity }),
    'A scale is a number, such as 0.125, not “Infinity”.',
  );
  assert.equal(
    refusal(passage(), { rope: { base: 0, pairs: 'half', dim: null } }),
    'The base of RoPE is a number above 0, such as 10000, not “0”.',
  );
  assert.equal(
    refusal(passage(), { rope: { base: 10000, pairs: 'half', dim: 34 } }),
    'RoPE rotates an even number of features, from 2 to the head size 32, not “34”.',
  );
});

test('q and k that do not match are rejected with the figures', () => {
  assert.equal(
    refusal(opened(file({ q: [4, 9, 8], k: [4, 9, 16] }))),
    'A query in q has 8 features and a key in k has 16: the two must be equal. If several heads are side by side in the features, also open config.json, which has their number.',
  );
  assert.equal(
    refusal(opened(file({ q: [6, 9, 8], k: [4, 9, 8] }), file({}, { tokens: words(9) }))),
    '6 heads of q cannot share 4 heads of k: 6 is not a multiple of 4.',
  );
  assert.equal(refusal(opened(file({ q: [6, 4, 9, 8], k: [5, 4, 9, 8] }))), 'q has 6 layers and k has 5.');
});

test('a layer with only q is ignored', () => {
  const from = opened(
    file(
      { 'l0.q': [4, 9, 8], 'l1.q': [4, 9, 8], 'l2.q': [4, 9, 8], 'l1.k': [4, 9, 8], 'l2.k': [4, 9, 8] },
      { tokens: words(9) },
    ),
  );
  const { reading, notes } = read(from);
  assert.deepEqual(
    [reading.layers, reading.q.map(({ tensor }) => tensor), reading.k.map(({ tensor }) => tensor)],
    [2, [1, 2], [3, 4]],
  );
  assert.deepEqual([reading.layerNumbers, notes], [[1, 2], []]);
  assert.deepEqual(
    unusedTensors(from).map(({ label }) => label),
    ['l0.q'],
  );
});

test('values that do not match the keys are ignored, with a note', () => {
  const { reading, notes } = read(
    opened(file({ q: [4, 9, 8], k: [4, 9, 8], v: [4, 7, 8] }, { tokens: words(9) })),
  );
  assert.deepEqual(
    [reading.v, notes.map((note) => note(en))],
    [[], ['v with shape (4, 7, 8) does not match k and is ignored.']],
  );
});

test('values of a smaller batch are ignored if its index is missing', () => {
  const from = opened(
    file(
      {
        q_0: [4, 2, 9, 8],
        k_0: [4, 2, 9, 8],
        v_0: [3, 2, 9, 8],
        q_1: [4, 2, 9, 8],
        k_1: [4, 2, 9, 8],
        v_1: [3, 2, 9, 8],
      },
      { tokens: words(9) },
    ),
  );
  assert.deepEqual(
    [2, 3].map((batch) => read(from, { batch }).reading.v.length),
    [2, 0],
  );
});

test('more cells or heads than can be shown are rejected with the figures', () => {
  assert.equal(
    refusal(opened(file({ attn: [2, 300_000, 4000] }))),
    'A head of 300000 tokens is too long: at most 262144 can be shown. Save part of the rows and keys.',
  );
  assert.equal(
    refusal(opened(file({ q: [1, 200_000, 128], k: [1, 200_000, 128] }))),
    'q and k of one head have 200000 tokens × 128 features, more than the limit of 16777216 numbers each. Save part of the rows, at most 131072 tokens.',
  );
  // Heads that cannot be held are computed or read part by part.
  assert.deepEqual(sizes(opened(file({ attn: [2, 5000, 4000] }))), [1, 2, 5000, 4000]);
  assert.deepEqual(sizes(opened(file({ q: [1, 4097, 8], k: [1, 4097, 8] }))), [1, 1, 4097, 4097]);
  assert.equal(
    refusal(opened(file({ attn: [100, 50, 4, 4] }))),
    '100 × 50 heads are too many: at most 4096 can be shown.',
  );
  assert.deepEqual(sizes(opened(file({ attn: [64, 64, 4096, 4096] }))), [64, 64, 4096, 4096]);
});

/**
 * q and k of one layer whose file says something.
 *
 * @param {Record<string, string>} said @param {number[]} [q]
 */
const saying = (said, q = [2, 6, 4]) =>
  opened(file({ q, k: [2, 6, 4] }, { format: 'safetensors', metadata: Object.entries(said) }));

test('metadata says how q and k become weights, and the sentence repeats it', () => {
  const { candidate, reading } = read(
    saying({ mask: 'causal and window(3)', scale: '0.5', softcap: '50', rope: '{"base": 500, "dim": 2}' }),
  );
  assert.deepEqual(reading.qk, {
    scale: 0.5,
    causal: 'upper_left',
    window: 3,
    softcap: 50,
    rope: { base: 500, pairs: 'half', dim: 2 },
  });
  assert.match(
    sentence(candidate, en),
    /RoPE applied here \(base 500, halves paired, the first 2 features\), scaled by 0.5, softcap 50, causal, window 3\.$/,
  );
  assert.equal(read(saying({ causal: 'true' }, [2, 3, 4])).reading.qk.causal, 'lower_right');
  assert.equal(read(saying({ mask: 'all' })).reading.qk.causal, 'none');
  assert.deepEqual(read(saying({ mask: 'window(2)' })).reading.qk.window, 2);
});

test('a JSON file beside the arrays says the same, and the file with the arrays counts first', () => {
  const beside = file(
    {},
    {
      format: 'json',
      metadata: [
        ['causal', 'true'],
        ['scale', '2'],
      ],
    },
  );
  const arrays = file({ q: [2, 6, 4], k: [2, 6, 4] }, { metadata: [['scale', '3']] });
  assert.deepEqual(
    [read(opened(arrays, beside)).reading.qk.causal, read(opened(arrays, beside)).reading.qk.scale],
    ['upper_left', 3],
  );
});

test('values of a rule that cannot be read are refused with their key and file, and unknown keys are in a note', () => {
  const senseless = /** @type {[string, string][]} */ ([
    ['scale', 'large'],
    ['window', '0'],
    ['softcap', 'abc'],
    ['temperature', '-1'],
    ['slope', '[]'],
    ['kind', 'rwkv7'],
    ['causal', 'maybe'],
    ['rope', '{'],
    ['attn_temperature_tuning', '4'],
  ]);
  for (const [key, text] of senseless)
    assert.match(
      refusal(saying({ [key]: text })),
      new RegExp(
        `^The metadata of .+ has ${key} “${text.replace(/[[{]/g, '\\$&')}”, which cannot be read\\.$`,
      ),
    );
  const { notes } = read(saying({ softcaps: '50' }));
  assert.ok(notes.some((note) => note(en).endsWith(' has keys that are not read: softcaps “50”.')));
  assert.ok(notes.some((note) => note(es).endsWith(' tienen claves que no se leen: softcaps “50”.')));
});

test('a mask that is no expression is refused, in the file and in the rule of a layer', () => {
  const mask = 'causal and chunk(1500)';
  const says = `has mask “${mask}”, which cannot be read.`;
  assert.ok(refusal(saying({ mask })).startsWith('The metadata of '));
  assert.ok(refusal(saying({ mask })).endsWith(` ${says}`));
  assert.equal(refusal(saying({ rules: JSON.stringify([{ mask }]) })), `The rule of layer 0 ${says}`);
});

test('Python knows the same keys of metadata', () => {
  const source = (/** @type {string} */ path) =>
    readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const between = (/** @type {string} */ text, /** @type {string} */ start, /** @type {string} */ end) => {
    const [, after] = text.split(start);
    return [...after.slice(0, after.indexOf(end)).matchAll(/"(\w+)"/g)].map(([, key]) => key);
  };
  const [python, metadata, rules] = [
    'python/src/heedmap/_metadata.py',
    'crates/interpretation/src/metadata.rs',
    'crates/interpretation/src/rules.rs',
  ].map(source);
  const known = [
    ...python
      .split('_NAMES = {')[1]
      .split('}')[0]
      .matchAll(/"(\w+)":/g),
  ].map(([, key]) => key);
  known.push(...between(python, '_OF_PAGE = (', ')'), ...between(python, '_OTHER_KEYS = (', ')'));
  const expected = [
    ...between(metadata, 'const OTHER_KEYS: ', '];'),
    ...between(rules, 'const KEYS: ', '];'),
  ];
  assert.deepEqual(known.sort(), expected.sort());
});

test('of a rotary model, q and k after RoPE come first, and those before it are said to be so', () => {
  const shapes = Object.fromEntries(
    ['q', 'k', 'v', 'rot_q', 'rot_k'].map((name) => [`blocks.0.attn.hook_${name}`, [1, 9, 4, 8]]),
  );
  const both = opened(file(shapes, { tokens: words(9) }));
  const [first, second] = understand(both);
  assert.deepEqual(
    [first, second].map(({ name }) => name),
    ['blocks.0.attn.hook_rot_q', 'blocks.0.attn.hook_q'],
  );
  for (const candidate of [0, 1]) assert.equal(read(both, { candidate }).reading.v[0]?.tensor, 2);
  assert.deepEqual(read(both).notes, []);
  assert.match(read(both, { candidate: 1 }).notes[0](en), /saved before RoPE/);
});

test('whether later keys are seen is asked where nothing says it', () => {
  const asks = (/** @type {Opened} */ from, /** @type {Partial<Corrections>} */ corrections = {}) =>
    asksCausal(understand(from)[0], { ...NO_CORRECTIONS, ...corrections });
  assert.equal(asks(saying({})), true);
  assert.equal(asks(saying({}), { causal: 'none' }), false);
  assert.equal(asks(saying({ causal: 'false' })), false);
  assert.equal(asks(saying({ mask: 'causal' })), false);
  assert.equal(asks(opened(file({ attention: [2, 6, 6] }))), false);
});

/**
 * q and k of layers with these rules; without any for null.
 *
 * @param {number} layers @param {unknown} rules @param {[string, string][]} [more]
 */
const ruled = (layers, rules, more = []) =>
  opened(
    file(
      Object.fromEntries(
        Array.from({ length: layers }, (_, layer) =>
          ['q', 'k'].map((role) => [`layers.${layer}.${role}`, [4, 600, 64]]),
        ).flat(),
      ),
      {
        format: 'safetensors',
        metadata:
          rules === null
            ? more
            : [...more, ['rules', typeof rules === 'string' ? rules : JSON.stringify(rules)]],
      },
    ),
  );

test('layers may see different keys, and the sentence says which layers see what', () => {
  const rules = Array.from({ length: 18 }, (_, layer) => ({
    mask: layer % 6 === 5 ? 'causal' : 'causal and window(512)',
  }));
  const { reading, candidate } = read(ruled(18, rules, [['scale', '0.125']]));
  const rule = { scale: 0.125, causal: 'upper_left', window: 512, softcap: null, rope: null };
  assert.deepEqual(reading.qk, rule);
  assert.equal(reading.rules?.length, 18);
  assert.deepEqual(reading.rules?.[4], [rule]);
  assert.deepEqual(reading.rules?.[5], [{ ...rule, window: null }]);
  assert.equal(
    sentence(candidate, en),
    'q and k of 18 layers × 4 heads, 600 tokens, head size 64: weights are computed, scaled by 0.125, causal; layers 5, 11 and 17 see everything, the others 512 keys.',
  );
  assert.match(sentence(candidate, es), /las capas 5, 11 y 17 ven todo, las demás 512 claves\.$/);
});

test('layers may differ in several things', () => {
  const local = { mask: 'causal and window(4)', rope: { base: 10_000 }, softcap: 50 };
  const { candidate } = read(ruled(3, [local, { mask: 'causal', rope: { base: 1e6 } }, local]));
  assert.equal(
    sentence(candidate, en),
    'q and k of 3 layers × 4 heads, 600 tokens, head size 64: weights are computed, scaled by 1/√64, causal; layer 1: RoPE applied here (base 1000000, halves paired, all features), no window; the other layers: RoPE applied here (base 10000, halves paired, all features), softcap 50, window 4.',
  );
});

test('equal rules are one rule', () => {
  const { reading } = read(ruled(2, [{ mask: 'causal and window(4)' }, { window: 4, causal: true }]));
  assert.equal(reading.rules, undefined);
  assert.deepEqual([reading.qk.causal, reading.qk.window], ['upper_left', 4]);
});

test('a correction applies to all layers', () => {
  const { reading } = read(ruled(2, [{ window: 4 }, { window: 8, causal: true }]), {
    window: 3,
    causal: 'none',
  });
  assert.equal(reading.rules, undefined);
  assert.deepEqual([reading.qk.causal, reading.qk.window], ['none', 3]);
});

test('rules of heads are kept by head', () => {
  const { reading } = read(ruled(1, [{ causal: true, heads: [{}, { window: 2 }, {}, { window: 9 }] }]));
  assert.deepEqual(
    reading.rules?.[0].map(({ window }) => window),
    [null, 2, null, 9],
  );
});

test('rules that contradict the shapes or cannot be read are refused with their layer and head', () => {
  const rule = { mask: 'causal' };
  assert.equal(
    refusal(ruled(3, [rule, rule])),
    'The rule of layer 2 is missing: the file has 2 rules, and q has 3 layers.',
  );
  assert.equal(refusal(ruled(1, [rule, rule])), 'The file has rules for 2 layers, and q has 1.');
  assert.equal(
    refusal(ruled(2, [rule, { window: 0 }])),
    'The rule of layer 1 has window “0”, which cannot be read.',
  );
  assert.equal(
    refusal(ruled(2, [rule, { rope: { base: 10_000, dim: 128 } }])),
    'The rule of layer 1 has dim “128”, which cannot be read.',
  );
  assert.equal(
    refusal(ruled(1, [{ heads: [rule, rule, { window: -3 }, rule] }])),
    'The rule of layer 0, head 2, has window “-3”, which cannot be read.',
  );
  assert.equal(
    refusal(ruled(1, [{ heads: [rule, rule] }])),
    'Layer 0 has a list heads for 2 heads, and q has 4.',
  );
  assert.equal(
    refusal(ruled(1, 'causal')),
    'rules in the metadata of the file is not a list with an object for each layer.',
  );
});

test('other clauses of a mask are applied, and the sentence has the expression', () => {
  const mask = 'causal and (window(8) or prefix(4))';
  const { reading, candidate, notes } = read(ruled(1, [{}], [['mask', mask]]));
  assert.deepEqual(
    notes.filter((note) => /mask/.test(note(en))),
    [],
  );
  assert.deepEqual([reading.qk.causal, reading.qk.window, reading.qk.mask], ['upper_left', null, mask]);
  assert.match(sentence(candidate, en), /causal, mask causal and \(window\(8\) or prefix\(4\)\)\.$/);
  const images = ruled(2, [{ mask: 'causal or images(3-8)' }, { mask: 'causal' }]);
  assert.match(
    sentence(read(images).candidate, en),
    /layer 1: causal, no other mask; the other layers: mask causal or images\(3-8\)\.$/,
  );
  assert.equal(
    refusal(ruled(1, null, [['mask', 'causal and documents(400, 300)']])),
    'The mask “causal and documents(400, 300)” does not fit 600 queries and 600 keys.',
  );
  assert.equal(
    refusal(ruled(2, [{}, { mask: 'documents(400, 300)' }])),
    'The rule of layer 1 has mask “documents(400, 300)”, which cannot be read.',
  );
});
