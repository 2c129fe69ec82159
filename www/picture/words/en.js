/** What a picture says beside what its room says, in English. */
export const picture = {
  down: (/** @type {string} */ axis) => `${axis} (down)`,
  across: (/** @type {string} */ axis) => `${axis} (across)`,
  scale: 'scale of colour',
  masked: 'masked',
  missing: 'missing: not a number',
  each: 'all else: each matrix from minus its largest number to plus',
  ends: { low: '−largest', high: '+largest' },
  step: (/** @type {number} */ step, /** @type {string} */ name) => `Step ${step}: ${name}`,
};
