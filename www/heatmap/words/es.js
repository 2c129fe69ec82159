/** Strings of a standalone heatmap, in Spanish. @type {typeof import('./en.js').map} */
export const map = {
  query: 'consulta',
  key: 'clave',
  weights: 'pesos de atención',
  values: 'valores',
  wants: 'Un número, como 0,5 o −2.',
  editHint: 'Intro cambia un número',
  masked: 'enmascarado: la clave viene después de la consulta',
  missing: 'sin valor: no es un número',
  axes: (row, column) => `${row} en filas, ${column} en columnas`,
  strings: {
    heatmap: 'mapa de calor',
    table: 'tabla',
    asTable: 'como tabla',
    asHeatmap: 'como mapa de calor',
    row: 'fila',
    column: 'columna',
    masked: 'enmascarado',
    missing: 'no es un número',
    hidden: 'aún no se muestra',
  },
};
