import { COLORS } from '../../../../picture/scene.js';

/**
 * The colors of print. Cells that are not drawn show the paper.
 *
 * @type {Readonly<Omit<typeof COLORS.light, 'ground'> & { ground: null }>}
 */
export const PAPER = Object.freeze({
  ...COLORS.light,
  ...{ ink: '#1d1f24', soft: '#4d525a', line: '#b9b4a8', cross: '#4d525a', paper: '#ffffff', ground: null },
});
