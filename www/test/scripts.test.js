/** The assignment of modules to the scripts of the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCRIPTS, scriptOf, sharedModules } from '../build/scripts.mjs';

test('a module is in the script of its folder, or in the shell if no script has it', () => {
  for (const [module, script] of [
    ['rooms/learn/views/steps-view.js', 'learn'],
    ['rooms/learn/views/bands-view.js', 'whole'],
    ['rooms/learn/compute/graph.js', 'learn'],
    ['rooms/masks/room.js', 'masks'],
    ['rooms/maps/overview/sort-view.js', 'maps'],
    ['rooms/contrast/cell.js', 'contrast'],
    ['rooms/embed/room.js', 'embed'],
    ['page/frame/page.js', 'frame'],
    ['page/save/view.js', 'save'],
    ['page/link.js', 'shell'],
    ['format/numpy.js', 'shell'],
    ['page/main.js', 'shell'],
  ])
    assert.equal(scriptOf(module).name, script, module);
});

test('a named file takes precedence over its folder', () => {
  for (const [module, script] of [
    ['ui/dom.js', 'shell'],
    ['rooms/learn/picture.js', 'picture'],
    ['rooms/learn/worksheet/sheet.js', 'picture'],
    ['picture/download.js', 'shell'],
    ['rooms/maps/sample/steps.json', 'sample'],
    ['rooms/maps/live/settings.js', 'maps'],
    ['rooms/maps/live/text/writer.js', 'text'],
    ['rooms/maps/live/pass.js', 'model'],
    ['words/es-page.js', 'shell'],
    ['rooms/masks/words/pt.js', 'pt'],
    ['ui/labels.js', 'shell'],
    ['heatmap/view.js', 'matrices'],
    ['figure/matrices.js', 'learn'],
  ])
    assert.equal(scriptOf(module).name, script, module);
});

test('an entry is in its own script', () => {
  for (const { name } of SCRIPTS) assert.equal(scriptOf(`build/entries/${name}.js`).name, name);
});

test('a script uses modules only of scripts that run before it', () => {
  const names = SCRIPTS.map(({ name }) => name);
  for (const { name, requires } of SCRIPTS)
    for (const each of requires)
      assert.ok(
        names.indexOf(each) < names.indexOf(name) && names.includes(each),
        `${name} requires ${each}`,
      );
});

/** Modules by what they import. @param {Record<string, [path: string, kind?: string][]>} modules */
const graph = (modules) =>
  Object.fromEntries(
    Object.entries(modules).map(([path, imports]) => [
      path,
      { imports: imports.map(([to, kind = 'import-statement']) => ({ path: to, kind })) },
    ]),
  );

test('modules that other scripts import are shared by their script', () => {
  const shared = sharedModules(
    graph({
      'rooms/learn/room.js': [['ui/dom.js'], ['figure/formula.js']],
      'rooms/contrast/room.js': [['figure/formula.js'], ['ui/dom.js']],
    }),
  );
  assert.deepEqual(
    [shared.shell, shared.matrices, shared.contrast],
    [['ui/dom.js'], ['figure/formula.js'], []],
  );
});

test('an import from a script that may be missing is rejected, unless it is dynamic', () => {
  assert.throws(
    () => sharedModules(graph({ 'rooms/masks/room.js': [['rooms/learn/compute/graph.js']] })),
    /^Error: rooms\/masks\/room\.js of the script masks imports rooms\/learn\/compute\/graph\.js of the script learn, which may not be there/,
  );
  assert.deepEqual(
    sharedModules(graph({ 'rooms/masks/room.js': [['rooms/masks/picture.js', 'dynamic-import']] })).picture,
    ['rooms/masks/picture.js'],
  );
});
