/** Strings of pictures in addition to those of the rooms, in Portuguese. */
export const picture = {
  down: (/** @type {string} */ axis) => `${axis} (linhas)`,
  across: (/** @type {string} */ axis) => `${axis} (colunas)`,
  scale: 'escala de cores',
  masked: 'mascarado',
  missing: 'sem valor: não é um número',
  each: 'as outras matrizes: cada uma, de menos a mais o seu maior número',
  ends: { low: '−maior', high: '+maior' },
  step: (/** @type {number} */ step, /** @type {string} */ name) => `Passo ${step}: ${name}`,
};
