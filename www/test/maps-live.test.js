/** The text of the running model: what is written, where writing stops, and what old answers show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Answers } from '../rooms/maps/live/answers.js';
import { LiveModel, sentenceOf } from '../rooms/maps/live/live-model.js';
import { conclusionOf, originRows } from '../rooms/maps/live/origins.js';
import { LIMITS } from '../rooms/maps/live/settings.js';
import { Writer } from '../rooms/maps/live/text/writer.js';
import { liveState } from '../rooms/maps/state.js';
import { LANGUAGES } from '../page/words/index.js';
import '../rooms/maps/words/index.js';
/** @import { MapsState } from '../rooms/maps/types.js' */

/** Resolves when all promises that can settle have settled. */
const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A model that always writes the same token. @param {string} token */
const modelOf = (token) => ({ isBehind: () => false, follow: () => {}, continued: () => token });

/** A writer with the text that it writes. @param {string} text @param {string} [token] */
function writing(text, token = ' a') {
  const room = { state: liveState({}, text) };
  const patch = (/** @type {Partial<MapsState>} */ change) => {
    room.state = { ...room.state, ...change };
  };
  const host = {
    now: () => room.state,
    look: patch,
    change: patch,
    changed: () => {},
    history: { undo: () => {}, redo: () => {} },
  };
  return { room, writer: new Writer(modelOf(token), host) };
}

test('a text that is too long is cut, but not within a character', () => {
  const { room, writer } = writing('x');
  writer.type(`x${'😀'.repeat(LIMITS.text)}`);
  assert.equal(room.state.text, `x${'😀'.repeat(LIMITS.text / 2 - 1)}`);
  assert.equal(writer.isCut, true);
  writer.back();
  assert.equal(writer.isCut, false);
});

test('writing on stops where no more text is taken', () => {
  const { room, writer } = writing('x'.repeat(LIMITS.text));
  writer.toggle();
  assert.equal(room.state.text?.length, LIMITS.text);
  assert.deepEqual([writer.isGoing, writer.isCut], [false, true]);
});

test('writing on stops when another text is shown, as after undo', () => {
  const { room, writer } = writing('x');
  writer.toggle();
  writer.follow(room.state);
  assert.deepEqual([room.state.text, writer.isGoing], ['x a', true]);
  writer.follow({ ...room.state, text: 'x' });
  assert.equal(writer.isGoing, false);
});

test('a sum that cannot be computed says why, unless its text was replaced', async () => {
  /** @type {((error: Error) => void)[]} */
  const fail = [];
  const passOf = () => ({
    run: {
      scoreParts: () =>
        new Promise((_, reject) => {
          fail.push(reject);
        }),
    },
  });
  const live = /** @type {any} */ ({ pass: passOf() });
  let changes = 0;
  const answers = new Answers(live, () => {
    changes += 1;
  });
  const cell = { layer: 0, head: 0, query: 0, key: 0 };
  answers.why(cell);
  live.pass = passOf();
  fail[0](new Error('the run was freed'));
  await settled();
  assert.equal(changes, 0);
  answers.why(cell);
  assert.equal(answers.problem('why'), null);
  fail[1](new Error('the file can no longer be read'));
  await settled();
  assert.equal(changes, 1);
  assert.match(answers.problem('why')?.(LANGUAGES.en) ?? '', /the file can no longer be read/);
  answers.why({ ...cell, layer: 1 });
  assert.equal(answers.problem('why'), null, 'another cell');
});

test('the largest part of a score is one part, even if the sum of the parts without a name is larger', () => {
  const count = 30;
  const byKey = Float64Array.from({ length: count }, (_, layer) => (layer === 4 ? 1.5 : 1));
  const parts = /** @type {any} */ ({
    origins: Array.from(byKey, (_, layer) => ({ of: 'mlp', layer, head: null })),
    byKey,
    byQuery: byKey,
  });
  const t = LANGUAGES.en;
  const of = /** @type {any} */ ({ data: null, answers: null, t, token: 'cat', at: 0 });
  const rows = originRows(parts, 'key', of);
  assert.ok(rows[rows.length - 1].part > 20);
  const said = conclusionOf(rows, { score: count + 0.5, side: 'key', t, tokens: ['cat'], at: 0 });
  const { why } = t.maps.live;
  assert.equal(said, why.largest({ token: 'cat', name: why.mlp({ layer: '4' }) }));
});

test('every problem of a model is one sentence in each language', () => {
  const problems = [
    { class: 'needs_model', figures: ['gpt2'], message: 'gpt2' },
    { class: 'no_tokenizer', figures: null, message: 'there is no tokenizer' },
    { class: 'no_such_token', figures: [50_256, 2048], message: 'token 50256 does not exist' },
    { class: 'not_finite', figures: [9, 9], message: 'layer 9 gives a number that is NaN or infinite' },
    {
      class: 'gone',
      figures: null,
      message: 'a.gguf can no longer be read: it was moved, changed or deleted.',
    },
    {
      class: 'truncated',
      figures: [9, 4],
      message: '9 bytes are needed, and the file has 4: it is cut short',
    },
    { class: 'memory', figures: null, message: 'there is no memory for 9 bytes of parameters' },
  ];
  for (const t of Object.values(LANGUAGES))
    for (const { message, ...rest } of problems) {
      const says = sentenceOf(Object.assign(new Error(message), rest))(t);
      assert.match(says, /^[^\n]+[.?]$/);
      for (const figure of rest.class === 'no_such_token' ? [50_256, 2048] : [])
        assert.ok(says.replaceAll(/\D/g, '').includes(String(figure)), says);
    }
});

test('of two models that are opened at the same time, the last one is kept', async () => {
  /** @type {Record<string, (model: unknown) => void>} */
  const done = {};
  /** @type {string[]} */
  const freed = [];
  const engine = {
    open: (/** @type {File[]} */ [{ name }]) =>
      new Promise((resolve) => {
        done[name] = resolve;
      }),
  };
  /** @type {string[]} */
  const opened = [];
  const live = new LiveModel(/** @type {any} */ (engine), () => assert.fail('no small model'), {
    changed: () => {},
    show: async () => {},
    stateOf: (model) => ({ ...liveState(), text: null, model }),
    opened: ({ model }) => opened.push(String(model)),
  });
  const model = (/** @type {string} */ name) => ({ name, free: () => freed.push(name) });
  const first = live.open([new File([], 'slow.gguf')]);
  const second = live.open([new File([], 'fast.gguf')]);
  await settled();
  done['fast.gguf'](model('fast.gguf'));
  done['slow.gguf'](model('slow.gguf'));
  assert.deepEqual(await Promise.all([first, second]), [null, null]);
  assert.deepEqual([opened, freed], [['fast.gguf'], ['slow.gguf']]);
});
