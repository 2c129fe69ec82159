/**
 * Texts of the Maps room about heads that do not fit in memory, in Spanish.
 *
 * @type {typeof import('./en-large.js').large}
 */
export const large = {
  heading: 'Cabeza grande',
  pooling: 'Un píxel muestra',
  poolings: { max: 'máximo', mean: 'media', mass: 'masa de fila' },
  poolingHelp: {
    max: 'El mayor peso de sus celdas: una sola celda brillante sigue a la vista',
    mean: 'El peso medio de sus celdas',
    mass: 'La parte del peso de una fila que está en sus claves en conjunto, como media de sus filas',
  },
  legend: {
    one: 'Cada píxel es una celda: no se agrupa ni se muestrea nada.',
    exact: (what, size) => `Cada píxel: ${what} de ${size} celdas, exacto.`,
    sampled: (what, size, share) =>
      `Cada píxel: ${what} de ${size} celdas. El ${share} de las filas visibles está calculado. En las demás, el píxel muestra una sola de sus celdas, como muestra.`,
    max: 'el máximo',
    mean: 'la media',
    mass: 'la masa de fila',
  },
  progress: (share) => `${share} exacto`,
  progressHelp: (rows, all) => `${rows} de las ${all} filas son exactas`,
  progressLabel: 'Filas exactas',
  stop: 'Detener',
  go: 'Continuar',
  memory: (bytes, most) => `Memoria: ${bytes} de un máximo de ${most}.`,
  problem: (why) => `El cálculo se detuvo, y se conservan los resultados obtenidos: ${why}`,
  missingKeys: (keys, first) =>
    keys === 1
      ? `La clave ${first} de k tiene números no finitos: su columna falta, y la softmax la ignora.`
      : `${keys} claves de k (la primera es ${first}) tienen números no finitos: sus columnas faltan, y la softmax las ignora.`,
  missingQueries: (queries, first) =>
    queries === 1
      ? `La consulta ${first} de q tiene números no finitos: su fila falta.`
      : `${queries} consultas de q (la primera es ${first}) tienen números no finitos: sus filas faltan.`,
  masked: 'enmascarada',
  maskedCell: 'enmascarada: la consulta no puede atender a esta clave',
  only: 'Esta cabeza no cabe en la memoria: no hay cabezas combinadas, comparaciones, palabras, valores, líneas ni escalas por fila.',
  standing: 'Celdas que destacan',
  standingHelp:
    'El mayor peso de una fila, como múltiplo de un reparto uniforme entre las claves a las que la consulta puede atender. Los anillos las marcan en el mapa. Aparecen más a medida que se calculan filas exactas.',
  cell: (query, key, weight, times) => `consulta ${query}, clave ${key}: ${weight}, ${times} × uniforme`,
  sampledValue: (value, error) => `≈${value} ±${error}`,
  sampledMeasures: (rows) =>
    `Los valores precedidos de ≈ se estiman con una muestra de ${rows} filas, con su error estándar.`,
  synthetic: 'sintético',
  syntheticFile: (what) => `Datos sintéticos, no de un modelo: ${what}`,
  make: {
    heading: 'Cabeza sintética',
    tokens: 'Tokens',
    kinds: { local: 'local', sink: 'sumidero', needle: 'aguja', induction: 'inducción' },
    kindHelp: {
      local: 'Cada consulta mira a las claves que la rodean',
      sink: 'Todas las consultas miran a la primera clave',
      needle: 'Una consulta mira a una clave; lo demás es ruido',
      induction: 'La segunda mitad repite la primera, y cada consulta mira a lo que siguió allí',
    },
    all: 'las cuatro',
    structure: 'Estructura',
    causal: 'causal',
    make: 'Generar',
    wrong: (text, least, most) => `El número de tokens es un entero de ${least} a ${most}, no «${text}».`,
  },
};
