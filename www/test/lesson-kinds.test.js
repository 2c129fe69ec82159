/** Kinds of lessons that a script leaves out. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as engine from '../engine/attention.js';
import { KINDS } from '../rooms/learn/kinds/all.js';
import { heads } from '../rooms/learn/kinds/heads/kind.js';
import { kindOf } from '../rooms/learn/kinds/kind.js';
import { oneHead } from '../rooms/learn/kinds/one-head/kind.js';
import { LESSON_IDS, lessonOf } from '../rooms/learn/lessons/index.js';
import { lessonParts } from '../rooms/learn/lesson.js';
import { session } from '../rooms/learn/session.js';
import { HeedLessonElement } from '../rooms/learn/heed-lesson.js';
import { freshState } from '../rooms/learn/state/state.js';
import { LANGUAGES } from '../page/words/index.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const FEW = [oneHead, heads];
const few = lessonParts(FEW);

before(() => engine.load());

/** The modules of a script with an element, from `www`. @param {string} contents */
async function modulesOf(contents) {
  const { metafile } = await build({
    stdin: { contents, resolveDir: ROOT },
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    external: ['../pkg/*', 'node:*'],
    logLevel: 'silent',
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  return Object.keys(inputs).filter((module) => inputs[module].bytesInOutput > 0);
}

test('each lesson belongs to exactly one kind', () => {
  for (const id of LESSON_IDS) {
    const owners = KINDS.filter(({ owns }) => owns(lessonOf(freshState(id)))).map((kind) => kind.id);
    assert.equal(owners.length, 1, `${id}: ${owners}`);
  }
});

test('an element without a kind rejects its lessons with one sentence, and shows the others', () => {
  for (const language of /** @type {const} */ (['en', 'es', 'pt'])) {
    const t = LANGUAGES[language];
    for (const id of LESSON_IDS) {
      const state = freshState(id);
      const said = few.refusal(state, t);
      if (kindOf(FEW, lessonOf(state))) {
        assert.equal(said, null, id);
        continue;
      }
      assert.match(said ?? '', new RegExp(`${id}.*heed-lesson\\.js`));
    }
  }
  assert.equal(
    few.refusal(freshState('distance'), LANGUAGES.en),
    'This script does not include the lesson “distance”: heed-lesson.js has all lessons.',
  );
});

test('softmax gets scaled scores in a lesson that scales them, and its sentence says so', () => {
  /** @param {string} id */
  const softmaxIn = (id) => {
    const { model } = session(engine, freshState(id), () => ({ t: LANGUAGES.en, language: 'en' }));
    const steps = oneHead.steps(model, /** @type {any} */ ({ questionIn: () => null }));
    return steps.find((step) => step.id === 'softmax')?.sentence;
  };
  assert.match(String(softmaxIn('words')), /A scaled score that is higher by 1 gets/);
  assert.match(String(softmaxIn('frase')), /A score that is higher by 1 gets/);
});

test('a session keeps its lesson if a link or a property asks for one that is left out', () => {
  const words = () => ({ t: LANGUAGES.en, language: /** @type {const} */ ('en') });
  const { decode, encode, open } = few;
  const session = open(freshState('words'), words, null);
  const read = decode(encode(freshState('first')));
  assert.ok('state' in read && read.state);
  assert.match(String(session.commit(read.state)), /does not include the lesson “first”/);
  assert.equal(session.state.lesson, 'words');
  assert.equal(session.commit(freshState('heads')), null);
  assert.equal(HeedLessonElement.parts.refusal(read.state, LANGUAGES.en), null);
  session.release();
});

test('a script that does not import a kind does not contain its modules', async () => {
  const few = await modulesOf(`
    import { RoomElement } from './element/room-element.js';
    import { learn } from './rooms/learn/settings.js';
    import { Lesson, lessonParts, words } from './rooms/learn/lesson.js';
    import { heads } from './rooms/learn/kinds/heads/kind.js';
    import { oneHead } from './rooms/learn/kinds/one-head/kind.js';
    const KINDS = [oneHead, heads];
    export class Few extends RoomElement {
      static tag = 'few-lessons';
      static parts = lessonParts(KINDS);
      static words = words;
      static attributes = learn.attributes;
      constructor() {
        super((room) => new Lesson(room, KINDS));
      }
    }`);
  const all = await modulesOf(`export * from './rooms/learn/heed-lesson.js';`);
  for (const module of [
    'rooms/learn/kinds/stories/kind.js',
    'rooms/learn/stories/first.js',
    'rooms/learn/schemes/view.js',
    'rooms/learn/schemes/curve-view.js',
    'rooms/learn/views/lines-view.js',
  ]) {
    assert.ok(all.includes(module), module);
    assert.ok(!few.includes(module), module);
  }
});
