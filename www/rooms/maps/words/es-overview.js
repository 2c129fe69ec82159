import { counted, plural } from '../../../words/plural.js';

/** Texts of the Maps room about its files and about all heads, in Spanish. */
export const overview = {
  reset: 'Empezar de nuevo',
  open: 'Abrir archivos…',
  invites: 'Suelta aquí la atención de tu modelo',
  kinds: 'Pesos, o q y k: .npy, .npz, .safetensors, .json, .csv, .tsv. Nada sale de esta página.',
  sample: (/** @type {string} */ which) => `Mientras tanto, se ve un ejemplo. ${which}`,
  source: (/** @type {string} */ name, /** @type {string} */ size) =>
    `${name}, ${size}. Nada salió de esta página.`,
  andOthers: (/** @type {string} */ name, /** @type {string} */ others) => `${name} y ${others} más`,
  waits: (/** @type {string} */ name, /** @type {string} */ heads, /** @type {string} */ tokens) =>
    `Este enlace es para el archivo ${name} (${heads}, ${tokens}). Suelta ese archivo para verlo.`,
  doing: {
    open: 'Leyendo los archivos',
    heads: 'Midiendo las cabezas',
    map: 'Calculando el mapa',
    similar: 'Comparando las cabezas',
    block: 'Leyendo el archivo para las siguientes cabezas',
    check: 'Comprobando el resto del archivo',
  },
  headsDone: (/** @type {string} */ doing, /** @type {string} */ done, /** @type {string} */ all) =>
    `${doing}: ${done} de ${all}`,
  restarted: 'El cálculo se detuvo y se reinició. Los archivos siguen abiertos.',
  cancel: 'Cancelar',
  stopped: 'Detenido. El contenido anterior sigue aquí.',
  measured: (/** @type {string} */ there, /** @type {string} */ all) =>
    `Cabezas medidas: ${there} de ${all}.`,
  resume: 'Medir todas',
  ask: (/** @type {string} */ name) => `¿Dónde se abre ${name}?`,
  instead: 'En lugar de este',
  beside: 'Al lado, para comparar',
  neither: 'No abrirlo',
  emptyFolder: (/** @type {string} */ name) => `La carpeta «${name}» no contiene archivos.`,
  unreadFolder: (/** @type {string} */ name) =>
    `La carpeta «${name}» no se puede leer: suelta los archivos que contiene.`,
  refused: (/** @type {string} */ name, /** @type {string} */ why) => `${name}: ${why}`,
  moreRefused: (/** @type {string} */ more) =>
    `${plural(more, 'Se rechazó', 'Se rechazaron')} ${counted(more, 'archivo', 'archivos')} más.`,
  close: 'Cerrar este mensaje',
  otherShape: (/** @type {string} */ here, /** @type {string} */ there) =>
    `Solo se pueden comparar mapas con el mismo número de consultas y claves: ${here} aquí, ${there} allí.`,
  drop: 'Suelta para ver a qué atienden sus cabezas',
  dropInstead: 'Suelta aquí: en lugar de lo abierto',
  dropBeside: 'Suelta aquí: al lado, para comparar',
  head: 'cabeza',
  count: (/** @type {string} */ all) => counted(all, 'cabeza', 'cabezas'),
  countOf: (/** @type {string} */ passing, /** @type {string} */ all) =>
    `${passing} de ${counted(all, 'cabeza', 'cabezas')}`,
  sortedBy: 'por',
  byLayer: 'capa',
  written: 'con',
  orders: { up: 'De menor a mayor', down: 'De mayor a menor' },
  orderOfLayers: { up: 'La primera capa primero', down: 'La última capa primero' },
  byLikeness: (/** @type {string} */ layer, /** @type {string} */ head) => `parecido a ${layer}·${head}`,
  likeness: (/** @type {string} */ layer, /** @type {string} */ head) => `parecido a ${layer}·${head}`,
  likenessFormula:
    '1 − media por consultas de √JSD(a, b), la distancia de Jensen-Shannon de las dos filas en base 2: 1 significa los mismos pesos en todas partes',
  filter: 'Solo con',
  filterOff: 'cualquier medida',
  atLeast: (/** @type {string} */ name) => `${name}, al menos`,
  atMost: (/** @type {string} */ name) => `${name}, como máximo`,
  leftOut: 'excluida por el filtro',
  boxLabel: (/** @type {string} */ passing, /** @type {string} */ all) =>
    `Miniaturas de ${passing} de ${counted(all, 'cabeza', 'cabezas')}. Las flechas mueven, Intro abre, Mayúsculas e Intro comparan.`,
  boxRole: 'cabezas',
  place: (/** @type {string} */ layer, /** @type {string} */ head) => `Capa ${layer}, cabeza ${head}`,
  notYet: 'aún sin medir',
  pressToOpen: 'Pulsa para verlo.',
  ofLayer: (/** @type {string} */ kind, /** @type {string} */ layer) =>
    `${kind} de las cabezas de la capa ${layer}`,
  ofHead: (/** @type {string} */ kind, /** @type {string} */ head) =>
    `${kind} de la cabeza ${head} por las capas`,
  ofAll: (/** @type {string} */ kind) => `${kind} de todas las cabezas`,
  combine: { mean: 'media', max: 'máximo' },
  asTable: 'como tabla',
  withoutTable: 'cerrar la tabla',
  table: 'Todas las cabezas con sus medidas, como tabla',
  more: (/** @type {string} */ more) => `${more} más`,
  axes: 'capas en filas, cabezas en columnas ·',
  flowAxes: 'capa·cabeza ·',
  shown: 'peso',
  shownLog: 'peso, logarítmico',
  unitKept: '(de 0 a 1 para todas)',
  does: (/** @type {string} */ layer, /** @type {string} */ head) =>
    `Qué hace la cabeza ${head} de la capa ${layer}`,
  alike: 'Cabezas como esta',
  measures: {
    entropy: {
      name: 'entropía',
      formula: 'media por consultas de −Σ w ln w, en nats',
      says: 'Cuánto reparte su peso una consulta. 0 significa que todo el peso está en una clave. ln n significa que se reparte por igual entre n claves.',
    },
    normalised_entropy: {
      name: 'entropía relativa',
      formula: 'media por consultas de −Σ w ln w / ln n, con n claves permitidas',
      says: 'La entropía como fracción de su máximo, para comparar textos de distinta longitud.',
    },
    sink_share: {
      name: 'sumidero',
      formula: 'media por consultas del peso en la clave 0',
      says: 'Muchas cabezas ponen su peso en el primer token cuando no tienen nada que hacer.',
    },
    previous_token: {
      name: 'token anterior',
      formula: 'media por consultas p de w[p, p − 1]',
      says: 'El peso en el token anterior.',
    },
    next_token: {
      name: 'token siguiente',
      formula: 'media por consultas p de w[p, p + 1]',
      says: 'El peso en el token siguiente. En las cabezas causales, es 0.',
    },
    induction: {
      name: 'inducción',
      formula: 'media por tokens repetidos de Σ w[p, e + 1], con e las posiciones anteriores del token de p',
      says: 'Después de «A B … A», una cabeza de inducción mira a B. La medida necesita tokens repetidos.',
    },
    duplicate_token: {
      name: 'token repetido',
      formula: 'media por tokens repetidos de Σ w[p, e], con e las posiciones anteriores del token de p',
      says: 'El peso en las apariciones anteriores del mismo token. La medida necesita tokens repetidos.',
    },
    mean_distance: {
      name: 'distancia',
      formula: 'media por consultas de Σ w[p, j] · |p − j|, en tokens',
      says: 'A qué distancia mira la cabeza.',
    },
    diagonal_share: {
      name: 'diagonal',
      formula: 'media por consultas de Σ w[p, j] con |p − j| ≤ 1',
      says: 'El peso en el propio token y sus vecinos.',
    },
    causal_share: {
      name: 'causal',
      formula: 'media por consultas de Σ w[p, j] con j ≤ p',
      says: 'El peso en la propia consulta y en los tokens anteriores. En un modelo causal, es 1.',
    },
  },
  keys: /** @type {[string, string][]} */ ([
    ['← ↑ ↓ →', 'de cabeza en cabeza; en el mapa grande, de celda en celda'],
    ['Inicio, Fin', 'a los extremos de la fila (con Ctrl: primera y última)'],
    ['Intro', 'abre la cabeza; en un número del margen, la media por su capa o cabeza'],
    ['Mayús Intro', 'compara la cabeza con la que está abierta'],
    ['[ y ]', 'cabeza anterior y siguiente, desde cualquier sitio'],
    ['+, −, 0', 'en el mapa grande: acercar, alejar, mostrar todo'],
    ['Ctrl V', 'abre archivos del portapapeles'],
    ['Ctrl Z, Ctrl Y', 'deshacer, rehacer'],
    ['?', 'esta lista'],
  ]),
};
