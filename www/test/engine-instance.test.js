import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instanceOf } from '../engine/instance.js';
import { isReady, load, paint, painting } from '../engine/painting.js';

/** An instance with bindings that fail to start the given number of times. @param {number} failures */
function instance(failures) {
  const starts = { asked: 0, begun: 0 };
  const initialize = async () => {
    starts.begun += 1;
    if (starts.begun <= failures) throw new Error('no memory');
  };
  const made = instanceOf(initialize, { restart() {} }, () => new URL('file:///nowhere.wasm'));
  const source = () => {
    starts.asked += 1;
    return new Uint8Array();
  };
  return { ...made, starts, source };
}

test('the engine starts only once, however often it is requested', async () => {
  const { load, source, starts } = instance(0);
  await Promise.all([load(source), load(source), load()]);
  await load();
  assert.deepEqual(starts, { asked: 1, begun: 1 });
});

test('a failed start can be tried again, even without access to the program', async () => {
  const { load, source, starts, guarded } = instance(1);
  await assert.rejects(load(source), /^Error: The engine could not start: no memory$/);
  assert.throws(() => guarded(() => 1), /not loaded yet/);
  await load();
  assert.equal(
    guarded(() => 1),
    1,
  );
  assert.deepEqual(starts, { asked: 2, begun: 2 });
});

test('if a policy forbids wasm, the program is not loaded', async (t) => {
  t.mock.method(WebAssembly, 'compile', async () => {
    throw new WebAssembly.CompileError("blocked by Content Security Policy: 'unsafe-eval' is not allowed");
  });
  const { load, source, starts } = instance(0);
  await assert.rejects(
    load(source),
    /^Error: The content security policy of this page forbids WebAssembly: script-src needs 'wasm-unsafe-eval'\.$/,
  );
  assert.deepEqual(starts, { asked: 0, begun: 0 });
});

test('a program on a server is compiled while it arrives, or once it is there if the server does not declare its type', async (t) => {
  const streaming = t.mock.method(WebAssembly, 'compileStreaming');
  for (const [type, streamed] of /** @type {const} */ ([
    ['application/wasm', 1],
    ['application/octet-stream', 0],
  ])) {
    t.mock.method(globalThis, 'fetch', async () =>
      response(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), type),
    );
    streaming.mock.resetCalls();
    const initialize = t.mock.fn(async () => {});
    const { load, program } = instanceOf(
      initialize,
      { restart() {} },
      () => new URL('https://a.example/a.wasm'),
    );
    await load();
    assert.ok(program() instanceof WebAssembly.Module);
    assert.deepEqual(/** @type {any[]} */ (initialize.mock.calls[0].arguments), [
      { module_or_path: program() },
    ]);
    assert.equal(streaming.mock.callCount(), streamed);
  }
});

test('a broken program on a server gives the error of a start, of either type', async (t) => {
  for (const type of ['application/wasm', 'text/html']) {
    t.mock.method(globalThis, 'fetch', async () => response(Uint8Array.of(1, 2, 3), type));
    const { load } = instanceOf(
      async () => {},
      { restart() {} },
      () => new URL('https://a.example/a.wasm'),
    );
    await assert.rejects(load(), { kind: 'unavailable', message: /^The engine could not start: / });
  }
});

/** @param {BodyInit} bytes @param {string} type */
function response(bytes, type) {
  return new Response(bytes, { headers: { 'content-type': type } });
}

test('while the program that was started first is not ready, another paints', async () => {
  const program = (/** @type {string} */ name) => {
    let open = (/** @type {Uint8Array} */ _bytes) => {};
    const bytes = /** @type {Promise<Uint8Array>} */ (new Promise((resolve) => (open = resolve)));
    const made = instanceOf(
      async () => {},
      { restart() {} },
      () => new URL('file:///nowhere.wasm'),
    );
    const bindings = /** @type {any} */ ({ paint: () => name });
    return { start: painting({ ...made, bindings }), source: () => bytes, open };
  };
  const said = () => /** @type {any} */ (paint)();
  const [lesson, contrast] = [program('lesson'), program('contrast')];
  const started = lesson.start(lesson.source);
  const other = contrast.start(contrast.source);
  assert.equal(isReady(), false);
  contrast.open(new Uint8Array());
  await other;
  assert.equal(said(), 'contrast');
  lesson.open(new Uint8Array());
  await Promise.all([started, load()]);
  assert.equal(said(), 'lesson');
});
