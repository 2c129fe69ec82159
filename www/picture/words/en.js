/** Strings of pictures in addition to those of the rooms, in English. */
export const picture = {
  down: (/** @type {string} */ axis) => `${axis} (down)`,
  across: (/** @type {string} */ axis) => `${axis} (across)`,
  scale: 'color scale',
  masked: 'masked',
  missing: 'missing: not a number',
  each: 'other matrices: each from minus to plus its largest number',
  ends: { low: '−largest', high: '+largest' },
  step: (/** @type {number} */ step, /** @type {string} */ name) => `Step ${step}: ${name}`,
};
