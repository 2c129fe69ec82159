/** Shapes on a canvas: what is filled with which opacity, and that bars do not save the context. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawShapes } from '../picture/canvas.js';

/** A context that keeps what was filled. */
function recorder() {
  /** @type {{ globalAlpha: number }[]} */
  const saved = [];
  const context = {
    ...{ globalAlpha: 0.25, fillStyle: '#000', saves: 0, filled: /** @type {unknown[]} */ ([]) },
    save() {
      this.saves += 1;
      saved.push({ globalAlpha: this.globalAlpha });
    },
    restore() {
      Object.assign(this, saved.pop());
    },
    fillRect(/** @type {number[]} */ ...box) {
      this.filled.push([this.fillStyle, this.globalAlpha, ...box]);
    },
  };
  return context;
}

test('a thousand bars save the context once, and a shape with an opacity changes no other', () => {
  const context = recorder();
  const bar = (/** @type {number} */ x) => ({
    ...{ kind: /** @type {const} */ ('rect'), fill: '#888', x, y: 0, width: 1, height: 9 },
  });
  const bars = Array.from({ length: 1000 }, (_, x) => bar(x));
  drawShapes(/** @type {any} */ (context), bars);
  assert.equal(context.saves, 1);
  assert.equal(context.filled.length, 1000);
  drawShapes(/** @type {any} */ (context), [bar(0), { ...bar(1), opacity: 0.5 }, bar(2)]);
  const alphas = context.filled.slice(1000).map((each) => /** @type {any[]} */ (each)[1]);
  assert.deepEqual(alphas, [1, 0.5, 1]);
  assert.equal(context.globalAlpha, 0.25, 'the context is as it was');
});
