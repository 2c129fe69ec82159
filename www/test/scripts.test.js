/** Which script of the page a module is in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeOf, SCRIPTS } from '../bundle/scripts.mjs';

/** @param {string[]} names */
const home = (...names) => homeOf(SCRIPTS.filter(({ name }) => names.includes(name))).name;

test('a module that one script reaches is in that script', () => {
  for (const { name } of SCRIPTS) assert.equal(home(name), name);
});

test('what Learn and right beside wrong share is in the figure, and what any other room shares in the shell', () => {
  assert.equal(home('learn', 'contrast'), 'figure');
  assert.equal(home('figure', 'learn'), 'figure');
  assert.equal(home('learn', 'masks'), 'shell');
  assert.equal(home('masks', 'contrast'), 'shell');
  assert.equal(home('learn', 'masks', 'contrast'), 'shell');
});

test('what the shell reaches is in the shell', () => {
  assert.equal(home('shell', 'learn'), 'shell');
});

test('what the rooms say in Spanish is data in a script of its own, which comes before those of rooms and holds nothing else', () => {
  const names = SCRIPTS.map(({ name }) => name);
  assert.equal(home('es', 'masks'), 'es');
  assert.equal(home('es', 'learn', 'contrast'), 'es');
  assert.equal(home('es', 'shell', 'learn'), 'shell');
  assert.ok(['figure', 'learn', 'masks', 'contrast', 'maps'].every((room) => names.indexOf(room) > names.indexOf('es')));
});

test('the sample of the Maps room is data, and comes before the script that opens with it', () => {
  const names = SCRIPTS.map(({ name }) => name);
  assert.equal(home('sample', 'maps'), 'sample');
  assert.ok(names.indexOf('sample') < names.indexOf('maps'));
});
