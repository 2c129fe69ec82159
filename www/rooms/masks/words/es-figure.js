import { counted } from '../../../words/plural.js';

/**
 * Texts of the figure of a mask, in Spanish, on the page and in embeds.
 *
 * @type {typeof import('./en-figure.js').maskFigure}
 */
export const maskFigure = {
  expression: 'La máscara como expresión',
  maps: { pattern: 'patrón', scores: 'puntuaciones enmascaradas', weights: 'pesos' },
  heatmap: 'mapa de calor',
  mapLabel: (name, queries, keys) => `${name}, ${queries} × ${keys}, consultas en filas, claves en columnas`,
  axes: { query: 'consulta →', key: 'clave →' },
  place: (query, key) => `consulta ${query}, clave ${key}`,
  allowedBy: (clauses) => `permitida por ${clauses}`,
  forbiddenBy: (clauses) => `prohibida por ${clauses}`,
  scoreAndWeight: (score, weight) => `puntuación ${score}, peso ${weight}`,
  unmaskedWas: (weight) => `sin la máscara su peso es ${weight}`,
  notPlayed: 'su fila aún no se ha reproducido',
  allowed: 'permitida',
  maskedSample: 'enmascarada (no es cero)',
  toLargest: 'hasta el mayor',
  toOne: 'hasta 1',
  names: {
    queries: 'Consultas',
    keys: 'Claves',
    heads: 'Cabezas',
    kvHeads: 'Cabezas de clave y valor',
    size: 'Tamaño de la cabeza',
    bytes: 'Bytes por número',
    seed: 'Semilla',
  },
  head: 'Cabeza',
  errors: {
    notWhole: (text) => `Escribe un número entero, no «${text}».`,
    bounds: (name, value, range) => `${name}: ${value}. Debe ser un número entero del intervalo ${range}.`,
    kvHeads: (heads, kvHeads) =>
      `${counted(heads, 'cabeza no puede', 'cabezas no pueden')} repartirse por igual ${counted(kvHeads, 'cabeza', 'cabezas')} de clave y valor.`,
  },
};
