/**
 * What the scripts of figures have in the place of the modules on several heads and on ways of telling positions: their answers where there is one head. No lesson of
 * these scripts has more, so that none of it is asked for another.
 */
/** @import { Distance, Model } from '../../types.js' */

/** @type {Record<string, never>} */
export const HEAD_AXES = {};

export const HEAD_NOTATION = HEAD_AXES;

/** @param {string} base */
export const ofHead = (base) => base;

/** @param {string} id */
export const baseOf = (id) => id;

export const headOf = () => null;

export const queryHeadOf = headOf;

/** @param {Model['t']} t @param {string} id */
export const matrixName = (t, id) => t.figure.names[id];

export const headLabels = headOf;

export const headedName = headOf;

export const headFeatures = headOf;

export const headBands = () => [];

export const openedHead = () => ({ head: 0, kvHead: 0 });

export const headSays = () => [];

/** @param {Model} _model @param {string[]} of @param {number} col */
export const partOf = (_model, [id], col) => ({ id, col });

/** By the name of a scheme: none. @type {Record<string, string>} */
export const SCORES = {};

export const WEIGHTS = SCORES;

export const SCHEME_NOTATION = HEAD_AXES;

export const SCHEME_STEP_OF = HEAD_AXES;

export const schemeOf = headOf;

export const selectedPair = () => SCORES;

/** What states hold all the same. @type {Distance} */
export const DISTANCE = Object.freeze({ distance: 16, reach: 128, base: 10_000, slopeHead: 2, pairs: 'half', turned: null, shift: 0, query: 4, key: 1 });
