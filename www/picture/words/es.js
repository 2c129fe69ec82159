/** Strings of pictures in addition to those of the rooms, in Spanish. */
export const picture = {
  down: (/** @type {string} */ axis) => `${axis} (filas)`,
  across: (/** @type {string} */ axis) => `${axis} (columnas)`,
  scale: 'escala de color',
  masked: 'enmascarado',
  missing: 'sin valor: no es un número',
  each: 'las demás matrices: cada una, de menos a más su mayor número',
  ends: { low: '−mayor', high: '+mayor' },
  step: (/** @type {number} */ step, /** @type {string} */ name) => `Paso ${step}: ${name}`,
};
