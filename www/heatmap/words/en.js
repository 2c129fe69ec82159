/** Strings of a standalone heatmap, in English. */
export const map = {
  query: 'query',
  key: 'key',
  weights: 'attention weights',
  values: 'values',
  wants: 'A number, such as 0.5 or −2.',
  editHint: 'Enter changes a number',
  masked: 'masked: the key comes after the query',
  missing: 'missing: not a number',
  /** @param {string} row @param {string} column */
  axes: (row, column) => `${row} (down), ${column} (across)`,
  strings: {
    heatmap: 'heatmap',
    table: 'table',
    /** The effect of the button, after the name of the matrix. */
    asTable: 'as a table',
    asHeatmap: 'as a heatmap',
    row: 'row',
    column: 'column',
    masked: 'masked',
    missing: 'not a number',
    hidden: 'not shown yet',
  },
};
