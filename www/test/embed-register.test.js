import assert from 'node:assert/strict';
import { beforeEach, afterEach, test } from 'node:test';
import { register } from '../build/register.js';

const { warn } = console;
/** @type {string[]} */
let warnings = [];
beforeEach(() => {
  warnings = [];
  console.warn = (text) => void warnings.push(text);
});
afterEach(() => {
  console.warn = warn;
});

/** A page, and an element that can be registered in it. */
function page() {
  /** @type {Set<string>} */
  const tags = new Set();
  const element = (/** @type {string} */ tag) => ({ tag, define: () => void tags.add(tag) });
  return {
    tags,
    element,
    global: {
      customElements: { get: (/** @type {string} */ tag) => (tags.has(tag) ? element(tag) : undefined) },
    },
  };
}

test('a repeated script logs nothing, and another script of its version registers missing elements', () => {
  const { tags, element, global } = page();
  register('heed-map.js', '1.0.0', [element('heed-map')], global);
  register('heed-map.js', '1.0.0', [element('heed-map')], global);
  register('heed-lesson.js', '1.0.0', [element('heed-map'), element('heed-lesson')], global);
  assert.deepEqual([...tags], ['heed-map', 'heed-lesson']);
  assert.deepEqual(warnings, []);
});

test('another version registers nothing, not even missing elements, and logs both versions', () => {
  const { tags, element, global } = page();
  register('heed-map.js', '1.0.0', [element('heed-map')], global);
  register('heedmap-embed.js', '1.1.0', [element('heed-map'), element('heed-mask')], global);
  assert.deepEqual([...tags], ['heed-map']);
  assert.deepEqual(warnings, [
    'heedmap-embed.js of heedmap 1.1.0 stays away: heedmap 1.0.0 is on this page already',
  ]);
});

test('if a tag is registered by code without a version, a script registers nothing', () => {
  const { tags, element, global } = page();
  element('heed-map').define();
  register('heed-lesson.js', '1.0.0', [element('heed-map'), element('heed-lesson')], global);
  assert.deepEqual([...tags], ['heed-map']);
  assert.deepEqual(warnings, [
    'heed-lesson.js of heedmap 1.0.0 stays away: another version of <heed-map> is on this page already',
  ]);
});
