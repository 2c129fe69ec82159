/**
 * Which matrices stand in which band, left to right, and how wide their cells are. The plane stands beside
 * the last two.
 */
export const CONCEPT_BANDS = /** @type {const} */ ({
  ratings: { ids: ['ratings', 'u', 's', 'vT'], width: 44 },
  cut: { ids: ['uK', 'sK', 'vK', 'approximation', 'difference'], width: 40 },
  compare: { ids: ['viewers', 'viewerConcepts'], width: 40 },
});

/** Matrices that name their own rows, because none to their left does. */
export const LABELLED_ROWS = ['ratings', 'uK', 'vK', 'viewers'];
