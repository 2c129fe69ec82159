/** The matrices of each band, from left to right, and the width of their cells in CSS pixels. */
export const CONCEPT_BANDS = /** @type {const} */ ({
  ratings: { ids: ['ratings', 'u', 's', 'vT'], width: 44 },
  cut: { ids: ['uK', 'sK', 'vK', 'approximation', 'difference'], width: 40 },
  compare: { ids: ['viewers', 'viewerConcepts'], width: 40 },
});

/** Matrices with row labels. The others share those of a matrix to their left. */
export const LABELLED_ROWS = ['ratings', 'uK', 'vK', 'viewers'];
