import { counted } from '../../../words/plural.js';

/** Texts of the Maps room about one head, in Spanish. @type {typeof import('./en-head.js').head} */
export const head = {
  titles: {
    head: (layer, head) => `Capa ${layer}, cabeza ${head}`,
    mean: {
      heads: (layer) => `Capa ${layer}, media de sus cabezas`,
      layers: (head) => `Cabeza ${head}, media de sus capas`,
      all: 'Media de todas las cabezas',
    },
    max: {
      heads: (layer) => `Capa ${layer}, máximo de sus cabezas`,
      layers: (head) => `Cabeza ${head}, máximo de sus capas`,
      all: 'Máximo de todas las cabezas',
    },
    rollout: (layer) => `Rollout hasta la capa ${layer}`,
  },
  what: { none: 'pesos', norm: 'pesos × |v|', share: 'pesos × |v|, normalizados' },
  axes: 'consultas en filas, claves en columnas',
  corner: { query: 'consulta ↓', key: 'clave →' },
  heatmap: 'mapa de calor',
  mapLabel: (title, queries, keys) =>
    `${title}, ${queries} × ${keys}, consultas en filas, claves en columnas`,
  mapKeys:
    'Las flechas mueven el cursor, Mayús con flechas mueve la vista, + y − acercan y alejan, 0 muestra todo.',
  views: { map: 'mapa', lines: 'líneas', table: 'tabla' },
  viewsLabel: 'Cómo se dibuja',
  compare: 'comparar',
  waiting: 'Calculando…',
  wheelHint: 'Para acercar, mantén Ctrl y gira la rueda, o haz clic antes en el mapa',
  zoom: { nearer: 'Acercar', farther: 'Alejar', all: 'Mostrar todo' },
  minimap: 'Vista general del mapa: arrastra el marco para mover la vista',
  entropy: 'entropía',
  sum: 'suma',
  keyMean: 'media',

  readout: 'Celda',
  noCell: 'Señala una celda o llega a ella con las flechas.',
  weights: { none: 'peso', norm: 'peso × |v|', share: 'fracción de peso × |v|' },
  rank: (rank, of) => `puesto ${rank} de ${of} en esta fila`,
  rowEntropy: (nats) => `entropía de la fila: ${nats} nats`,
  rowShare: (share, sum) => `${share} del peso que se muestra de esta fila (${sum})`,
  places: (query, key) => `consulta ${query}, clave ${key}`,
  takesMost: (query, key) => `«${query}» recibe sobre todo de «${key}».`,
  leftOutCell: 'excluida',
  beyondCell: 'aún no existía cuando se calculó esta consulta',
  missingCell: 'sin valor: no es un número',
  spoken: (query, key, weight) => `consulta ${query}, clave ${key}, peso ${weight}`,
  spokenRank: (rank, of) => `puesto ${rank} de ${of}`,

  shown: 'Qué se muestra',
  source: 'De',
  sources: { head: 'esta cabeza', mean: 'media', max: 'máximo', rollout: 'rollout' },
  sourceHelp: {
    head: 'Una cabeza, sin cambios',
    mean: 'Cada celda es la media de varias cabezas',
    max: 'Cada celda es el máximo de varias cabezas',
    rollout:
      'Cómo fluye la atención por todas las capas hasta esta: la media de las cabezas más el residuo, multiplicada capa a capa',
  },
  over: 'Sobre',
  overs: { heads: 'cabezas de la capa', layers: 'capas de la cabeza', all: 'todas las cabezas' },
  by: 'Por',
  units: { tokens: 'tokens', words: 'palabras' },
  wordsHelp: 'Une los tokens de una palabra: suma sobre las claves, media sobre las consultas',
  noWords: 'No hay tokens que unir en palabras.',
  values: 'Ponderado',
  valueChoices: { none: 'no', norm: '× |v|', share: 'fracción' },
  valueHelp: {
    none: 'Los pesos, sin cambios',
    norm: 'Cada peso por la longitud de su vector de valor',
    share: 'Lo mismo, con cada fila dividida entre su suma',
  },
  noValues: 'Los archivos abiertos no contienen valores (v).',
  valuesOfHead: 'Los valores son de una cabeza: muestra «esta cabeza» para usarlos.',

  colour: 'Color',
  scale: 'Escala',
  scales: {
    auto: 'auto',
    unit: '0 a 1',
    largest: 'máximo',
    log: 'log',
    percentile: 'percentil',
    row: 'fila',
  },
  scaleHelp: {
    auto: '0 a 1, o menos donde el mapa quedaría casi en blanco',
    unit: 'El mismo color significa el mismo peso en todas las cabezas',
    largest: 'Hasta el mayor peso de este mapa',
    log: 'Cada paso es diez veces el anterior',
    percentile: 'El mismo número de celdas en cada paso de color',
    row: 'Cada fila con su propia escala, hasta su mayor peso',
  },
  rowCompared: 'Las escalas por fila no se pueden comparar. Termina la comparación para usarlas.',
  leaveOut: 'Excluir las primeras',
  keysLeftOut: (keys) => counted(keys, 'clave', 'claves'),
  notRenormalised: 'Las filas no se renormalizan: a sus sumas les falta el peso excluido.',
  colourMap: 'Colores',
  mapNames: { ember: 'brasa', viridis: 'viridis', cividis: 'cividis', grey: 'gris' },

  legend: 'Qué significan los colores',
  ends: {
    unit: (what) => `${what}, de 0 a 1`,
    byPercentile: (what, end, greatest) =>
      `${what}, de 0 a ${end} (percentil 99,5); los valores mayores se ven igual (el mayor: ${greatest})`,
    byEntropy: (what, end, greatest) =>
      `${what}, de 0 a ${end} (1 / exp de la entropía media); los valores mayores se ven igual (el mayor: ${greatest})`,
    beyond: (what, greatest) =>
      `${what}, de 0 a 1; los valores mayores se ven como 1 (el mayor: ${greatest})`,
    largest: (what, greatest) => `${what}, de 0 al mayor (${greatest})`,
    log: (what, low) => `${what}, logarítmico; 0 y los valores menores que ${low} se ven igual`,
    percentile: (what) => `${what}, por su puesto: el mismo número de celdas en cada paso de color`,
    percentileOfA: (what) => `${what}, por su puesto entre las celdas de A`,
    row: (what) => `${what}, como fracción del máximo de su fila`,
    signed: (what, high) => `${what}, de −${high} a ${high}, con 0 en el medio`,
    difference: (high) => `A − B, de −${high} (B es mayor) a ${high} (A es mayor)`,
  },
  suggested: {
    head: (layer, head, heads) =>
      `De ${heads} cabezas se abre primero la ${head} de la capa ${layer}, porque `,
    because: (entropy, sink, diagonal) =>
      `sus consultas miran a pocas claves (entropía relativa ${entropy}) y no solo a la primera (${sink}) ni a sí mismas y sus vecinas (${diagonal})`,
    repeats: (share) => `; el ${share} del peso de los tokens repetidos va a donde ya aparecieron`,
    byPercentile: (end) =>
      `Los colores terminan en ${end}, el percentil 99,5, porque de 0 a 1 el mapa quedaría casi en blanco.`,
    byEntropy: (end, keys) =>
      `Los colores terminan en ${end}, el peso de cada clave si se repartiera por igual entre las ${keys} claves a las que mira una consulta, porque de 0 a 1 el mapa quedaría casi en blanco.`,
  },
  hatch: 'excluida, o aún no existía',
  crosses: 'sin valor',

  threshold: 'Peso mínimo',
  linesLabel: (title) =>
    `${title} como líneas: consultas a la izquierda, claves a la derecha. Las flechas arriba y abajo eligen una consulta.`,
  queries: 'consultas',
  keys: 'claves',
  linesDrawn: (lines, least) =>
    `${counted(lines, 'línea', 'líneas')}: todos los pesos de al menos ${least}, para las consultas visibles.`,
  linesCapped: (drawn, lines, least) =>
    `Se dibujan las ${drawn} más fuertes de ${lines} líneas: pesos de al menos ${least}, para las consultas visibles.`,
  linesOf: (query, keys) => `consulta ${query}: ${keys}`,

  topCaption: (query, at) => `Claves de las que más recibe «${query}» (consulta ${at})`,
  topColumns: { rank: 'puesto', key: 'clave', sum: 'acumulado' },
  topShown: (shown, of) => `${shown} de ${counted(of, 'clave', 'claves')}.`,
  previousQuery: 'Consulta anterior',
  nextQuery: 'Consulta siguiente',

  compareWith: 'Comparar con',
  layer: 'capa',
  head: 'cabeza',
  file: 'en',
  files: { this: 'este archivo', other: 'segundo archivo' },
  swap: 'Intercambiar',
  swapOther: 'Las cabezas de dos archivos no se pueden intercambiar: el primero sigue siendo A.',
  swapSeveral: 'B es siempre una sola cabeza: muestra «esta cabeza» para intercambiar.',
  close: 'Terminar',
  noOther: 'Aún no hay un segundo archivo. Suelta uno y elige compararlo.',
  otherShape: (here, there) =>
    `El segundo archivo tiene ${there} pesos por cabeza, y este tiene ${here}. Solo se pueden comparar formas iguales.`,
  bounds: (name, most) => `La ${name} es un número entero de 0 a ${most}.`,
  maps: { a: 'A', b: 'B', difference: 'A − B' },
};
