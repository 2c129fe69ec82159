/**
 * Exponentials and logarithms, of additions, multiplications and divisions alone: every engine rounds those alike, and each has its own `Math.exp`.
 */

/** 1 / (1 + e^-x), where e^-x is near (1 - x / 1024)^1024: ten times squared. @param {number} x */
export function logistic(x) {
  let power = 1 - x / 1024;
  for (let i = 0; i < 10; i++) power *= power;
  return 1 / (1 + power);
}

/** ln(p / (1 - p)) by p in 4096ths: the sum of its slopes. */
export const LOGIT = new Float64Array(4096);
for (let p = 2048; p < 4095; p++) LOGIT[p + 1] = LOGIT[p] + 4096 / ((p + 1) * (4095 - p));
for (let p = 0; p < 2048; p++) LOGIT[p] = -LOGIT[4095 - p];
