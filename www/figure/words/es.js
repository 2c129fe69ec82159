import { distanceNames } from './es-schemes.js';
import { heads } from './es-heads.js';

const ORDINALS = [
  'primero',
  'segundo',
  'tercero',
  'cuarto',
  'quinto',
  'sexto',
  'séptimo',
  'octavo',
  'noveno',
  'décimo',
  'undécimo',
  'duodécimo',
];
const NUMBERS = [
  'uno',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
];

/** Masculine: what has a rank is a weight, un peso. @param {number} n */
function ordinal(n) {
  return ORDINALS[n - 1] ?? `${n}.º`;
}

/** What the figure says about its cells, in Spanish. @type {typeof import('./en.js').figure} */
export const figure = {
  heatmap: 'mapa de calor',
  table: 'tabla',
  asTable: 'como tabla',
  asHeatmap: 'como mapa de calor',
  masked: 'enmascarada',
  hidden: 'aún no se muestra',
  missing: 'no es un número',
  bands: {
    embed: 'Embeddings y proyección: cada fila es un token',
    given: 'Entradas: cada fila es un token',
    attend: 'Atención: consultas en filas, claves en columnas',
    heads: 'Las cabezas una junto a otra, y luego combinadas',
    ratings: 'Personas × películas = personas × conceptos · fuerzas · conceptos × películas',
    cut: 'Los primeros k conceptos, multiplicados de nuevo',
    compare: 'Espectadores nuevos, en películas y en conceptos',
  },
  names: {
    embeddings: 'embeddings',
    scaledEmbeddings: 'embeddings por √d',
    positions: 'posiciones',
    positionsBeside: 'posiciones con el otro exponente',
    x: 'X',
    wQ: 'proyección W_Q',
    wK: 'proyección W_K',
    wV: 'proyección W_V',
    q: 'consultas Q',
    k: 'claves K',
    v: 'valores V',
    kT: 'claves traspuestas',
    scores: 'puntuaciones',
    scaled: 'puntuaciones escaladas',
    allowed: 'máscara, 1 = permitida',
    additive: 'máscara aditiva',
    masked: 'puntuaciones enmascaradas',
    weights: 'pesos',
    weightsRows: 'pesos, softmax por filas',
    output: 'salida',
    outputRows: 'salida, softmax por filas',
    merged: 'salidas concatenadas',
    wO: 'proyección W_O',
    projectedOutput: 'salida proyectada',
    ratings: 'valoraciones',
    u: 'U',
    s: 'valores singulares',
    vT: 'V traspuesta',
    uK: 'U, primeros k',
    sK: 'valores singulares, primeros k',
    vK: 'V, primeros k',
    ...distanceNames,
    approximation: 'aproximación de rango k',
    difference: 'lo que pierde el corte',
    rowConcepts: 'personas en el espacio de conceptos',
    viewers: 'espectadores nuevos',
    viewerConcepts: 'espectadores nuevos en el espacio de conceptos',
  },
  axes: {
    headed: 'característica de una cabeza',
    token: 'token',
    query: 'consulta',
    key: 'clave',
    feature: 'característica',
    person: 'persona',
    film: 'película',
    concept: 'concepto',
    viewer: 'espectador',
  },
  valueNames: {
    scores: 'puntuación',
    scaled: 'puntuación escalada',
    masked: 'puntuación enmascarada',
    weights: 'peso',
    weightsRows: 'peso',
    allowed: 'máscara',
    additive: 'máscara',
  },
  rank: (rank, of) => `${ordinal(rank)} de ${NUMBERS[of - 1] ?? of}`,
  /** Cómo se lee una fórmula en voz alta. */
  formula: {
    operators: {
      '=': 'igual a',
      '+': 'más',
      '−': 'menos',
      '≤': 'menor o igual que',
      '·': 'por',
      '/': 'dividido entre',
    },
    transposed: 'traspuesta',
    root: 'la raíz cuadrada de',
    open: 'abre paréntesis',
    close: 'cierra paréntesis',
    absolute: 'el valor absoluto de',
  },
  heads,
  inspector: {
    heading: 'Señala un número',
    empty:
      'Señala cualquier celda, o llega a ella con Tab y las flechas, para ver de dónde sale. Intro cambia una entrada.',
    score: (query, key) => `Puntuación de ${key} para ${query}`,
    scaled: (query, key) => `Puntuación escalada de ${key} para ${query}`,
    masked: (query, key) => `Puntuación enmascarada de ${key} para ${query}`,
    weight: (query, key) => `Peso de ${key} para ${query}`,
    may: (query, key) => `¿Puede ${query} mirar a ${key}?`,
    of: (name, row, col) => `${name}: ${row}, ${col}`,
    feature: (n) => `característica ${n}`,
    concept: (n) => `concepto ${n}`,
    thenWeight: 'softmax',
    takes: (query, key, percent) => `De todo lo que recoge ${query}, el ${percent} viene de ${key}.`,
    takesNothing: (query) => `${query} no recoge nada: su fila de pesos es toda ceros.`,
    forbidden: (query, key) => `${query} no puede mirar a ${key}: viene después.`,
    allowed: (query, key) => `${query} puede mirar a ${key}.`,
    input: 'Una entrada. Escribe un número, o arrastra el dígito arriba y abajo.',
    feeds: (token) =>
      `Forma parte de la consulta, la clave y el valor de ${token}. Por eso afecta a todas las puntuaciones en que interviene ${token}.`,
    projectionFeeds: (name) => `En un modelo, este número se aprende. Afecta a toda una columna de ${name}.`,
    mixes: (token, key, percent) => `Lo que más aporta a la salida de ${token} es ${key}: ${percent}.`,
    overflow:
      'e elevado a esto es demasiado grande para un número de 64 bits. La softmax ingenua se desborda, y ∞/∞ no es un número. La softmax estable resta antes la puntuación más alta.',
    notFinite:
      'Una puntuación de la que depende es infinita o no es un número, así que este peso no se puede calcular. Las entradas de esa puntuación son demasiado grandes.',
    position: (token, n) => `${token} está en la posición ${n}.`,
    factor: 'Depende de todas las valoraciones. Una descomposición no tiene una única suma que mostrar.',
    yes: 'sí',
    no: 'no',
    more: (n) => `… ${n} más …`,
  },
  wrongAxis: {
    all: 'Softmax sobre toda la matriz: todas las celdas juntas suman 1, así que la mayoría de las filas se queda casi sin nada. Al lado, softmax por filas: cada fila suma 1.',
    columns:
      'Softmax por columnas: cada columna suma 1, pero las filas no, así que una salida no es un promedio de valores. Al lado, softmax por filas: cada fila suma 1 y cada salida es un promedio de valores.',
  },
  naive:
    'La softmax ingenua se desbordó. e elevado a una puntuación mayor que 709 no cabe en un número de 64 bits, y ∞/∞ no es un número. Cambia a la estable.',
  unfold: 'Mostrar esta matriz',
  variance: 'Varianza',
  varianceMeans:
    'Una puntuación suma muchos productos, así que las puntuaciones se dispersan más que consultas y claves; escalar lo compensa.',
  variances: { q: 'q', k: 'k', scores: 'puntuaciones', scaled: 'escaladas' },
  error: (absolute, relative) =>
    `Error de la aproximación: ${absolute} (Frobenius), el ${relative} del total`,
  cosine: (a, b) => `Coseno entre ${a} y ${b}`,
  cosineRaw: 'en películas',
  cosineConcept: 'en conceptos',
  noCosine: 'no definido: uno de los dos es todo ceros',
  plane:
    'Plano de conceptos: el concepto 1 en horizontal, el 2 en vertical. Las personas y los espectadores son puntos; las películas, direcciones.',
  planeNeeds: 'El plano necesita dos conceptos: pon k en 2 o más.',
};

/** What the legend of a heatmap says, in Spanish. @type {typeof import('./en.js').legend} */
export const legend = {
  heading: 'Escala de color',
  weights: 'A: peso de atención',
  values: (name) => `${name}, con el cero en el centro`,
  ownScale: (name, hasWeights) =>
    `${name}; cada matriz${hasWeights ? ' salvo A' : ''} tiene su propia escala`,
  masked: 'enmascarada: la clave viene después de la consulta',
  missing: 'sin valor: no es un número',
  axes: 'consultas en filas, claves en columnas',
};
