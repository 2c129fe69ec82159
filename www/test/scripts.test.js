/** Which script of the page a module is in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCRIPTS, scriptOf, sharedModules } from '../bundle/scripts.mjs';

test('a module is in the script of its folder, and in the shell where no script holds it', () => {
  for (const [module, script] of [
    ['lesson/bands-view.js', 'learn'], ['figure/graph.js', 'learn'], ['masks/room.js', 'masks'], ['maps/overview/sort-view.js', 'maps'], ['contrast/curve.js', 'contrast'],
    ['embed/room.js', 'embed'], ['app/frame/page.js', 'frame'], ['app/save/view.js', 'save'], ['app/link.js', 'shell'], ['format/numpy.js', 'shell'], ['main.js', 'shell'],
  ]) assert.equal(scriptOf(module).name, script, module);
});

test('a file that is named goes before its folder', () => {
  for (const [module, script] of [
    ['lesson/dom.js', 'shell'], ['lesson/picture.js', 'picture'], ['picture/keep.js', 'shell'], ['maps/sample/packed.js', 'sample'], ['strings/es-page.js', 'shell'],
    ['elements/map/measure.js', 'shell'], ['elements/map/view.js', 'learn'],
  ]) assert.equal(scriptOf(module).name, script, module);
});

test('an entry is in its own script', () => {
  for (const { name } of SCRIPTS) assert.equal(scriptOf(`bundle/entries/${name}.js`).name, name);
});

test('a script takes modules only of scripts that run before it', () => {
  const names = SCRIPTS.map(({ name }) => name);
  for (const { name, takes } of SCRIPTS) for (const each of takes) assert.ok(names.indexOf(each) < names.indexOf(name) && names.includes(each), `${name} takes from ${each}`);
});

/** Modules by what they import. @param {Record<string, [path: string, kind?: string][]>} modules */
const graph = (modules) => Object.fromEntries(Object.entries(modules).map(([path, imports]) => [path, { imports: imports.map(([to, kind = 'import-statement']) => ({ path: to, kind })) }]));

test('modules that other scripts import are shared by their own', () => {
  const shared = sharedModules(graph({ 'lesson/room.js': [['lesson/dom.js'], ['figure/graph.js']], 'contrast/room.js': [['figure/graph.js'], ['lesson/dom.js']] }));
  assert.deepEqual([shared.shell, shared.learn, shared.contrast], [['lesson/dom.js'], ['figure/graph.js'], []]);
});

test('an import of a script that may not be there is refused, unless it waits until it is needed', () => {
  assert.throws(() => sharedModules(graph({ 'masks/room.js': [['figure/graph.js']] })), /^Error: masks\/room\.js of the script masks imports figure\/graph\.js of the script learn, which may not be there/);
  assert.deepEqual(sharedModules(graph({ 'masks/room.js': [['masks/picture.js', 'dynamic-import']] })).picture, ['masks/picture.js']);
});
