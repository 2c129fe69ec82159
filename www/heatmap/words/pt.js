/** Strings of a standalone heatmap, in Portuguese. @type {typeof import('./en.js').map} */
export const map = {
  query: 'consulta',
  key: 'chave',
  weights: 'pesos de atenção',
  values: 'valores',
  wants: 'Um número, como 0,5 ou −2.',
  editHint: 'Enter altera um número',
  masked: 'mascarado: a chave vem depois da consulta',
  missing: 'sem valor: não é um número',
  axes: (row, column) => `${row} nas linhas, ${column} nas colunas`,
  strings: {
    heatmap: 'mapa de calor',
    table: 'tabela',
    asTable: 'como tabela',
    asHeatmap: 'como mapa de calor',
    row: 'linha',
    column: 'coluna',
    masked: 'mascarado',
    missing: 'não é um número',
    hidden: 'ainda não mostrada',
  },
};
