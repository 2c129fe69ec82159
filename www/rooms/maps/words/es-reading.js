import { counted } from '../../../words/plural.js';

/**
 * Texts of the Maps room about how files are interpreted, in Spanish.
 *
 * @type {typeof import('./en-reading.js').reading}
 */
export const reading = {
  layers: (n) => counted(n, 'capa', 'capas'),
  heads: (n) => counted(n, 'cabeza', 'cabezas'),
  grouped: (heads, kvHeads) => `${heads} (comparten ${counted(kvHeads, 'cabeza', 'cabezas')} de claves)`,
  every: (layers, heads) => `${layers} × ${heads}`,
  tokens: (n) => counted(n, 'token', 'tokens'),
  extent: (queries, keys) =>
    `${counted(queries, 'consulta', 'consultas')} × ${counted(keys, 'clave', 'claves')}`,
  weights: (every, extent) => `Leído como ${every}, ${extent}: pesos (consulta, clave).`,
  weightsAndValues: (every, extent) =>
    `Leído como ${every}, ${extent}: pesos (consulta, clave), con valores (v).`,
  qk: (every) => `q y k de ${every}`,
  qkv: (every) => `q, k y v de ${every}`,
  size: (size) => `tamaño de cabeza ${size}`,
  computed: (what, extent, how) => `${what}, ${extent}: los pesos se calculan, ${how}.`,
  how: {
    scaled: (scale) => `escalados por ${scale}`,
    both: 'bidireccional',
    causal: 'causal',
    aligned: (corner) => `causal (${corner})`,
    window: (keys) => `ventana ${keys}`,
    softcap: (cap) => `softcap ${cap}`,
    rope: (base, pairs, dim) => `RoPE aplicado aquí (base ${base}, ${pairs}, ${dim} características)`,
    allOf: 'todas las',
  },
  causal: { none: 'no', both: 'sí', upper_left: 'arriba izq.', lower_right: 'abajo der.' },
  pairs: { half: 'mitades en pares', interleaved: 'intercaladas en pares' },
  axes: {
    layer: 'capa',
    head: 'cabeza',
    query: 'consulta',
    key: 'clave',
    feature: 'característica',
    fixed: 'lote',
  },
  assembled: (steps) =>
    `${counted(steps, 'paso de generación apilado', 'pasos de generación apilados')}. Donde una clave aún no existía no se dibuja nada.`,
  below: (steps) => `${counted(steps, 'paso de generación apilado', 'pasos de generación apilados')}.`,
  batchOf: (length, at) =>
    `El lote tiene ${counted(length, 'texto', 'textos')}. Se muestra el texto ${at}, contando desde 0.`,
  unsure: (shape, axes) => `El archivo no dice qué eje es cuál. ${shape} se interpreta como ${axes}.`,
  sideBySide: (size) =>
    `El archivo no dice cuántas cabezas hay, y un tamaño de cabeza de ${size} sería raro: es probable que haya varias cabezas una junto a otra en las características.`,
  implied:
    'El archivo no dice cuántas cabezas hay. q tiene más características que k, así que hay varias cabezas una junto a otra. Se usa el menor número posible.',
  unreadMask: (clauses) =>
    `El archivo nombra una máscara que aquí no se aplica: ${clauses}. Solo se aplican causal y window(n).`,
  beforeRope:
    'q y k de hook_q y hook_k se guardaron antes de RoPE. Si el modelo usa RoPE, aplícalo más abajo.',
  sinkColumn:
    'Cada cabeza tiene un sumidero aprendido: una puntuación sin clave. Su peso es la primera columna.',
  sinksLeft: (/** @type {string} */ shape, /** @type {number} */ layers, /** @type {number} */ heads) =>
    `Los sumideros de forma ${shape} se ignoran: hay ${counted(layers, 'capa', 'capas')} de ${counted(heads, 'cabeza', 'cabezas')}.`,
  padding: (/** @type {number} */ n) =>
    `${counted(n, 'token de relleno se omite', 'tokens de relleno se omiten')}.`,
  looksAhead: 'El archivo no dice si las consultas ven claves posteriores. ¿El modelo mira hacia adelante?',
  looks: { yes: 'sí, como BERT', no: 'no, como GPT' },
  numbered: (list) => `Aquí las capas se cuentan desde 0. En el archivo son ${list}.`,
  numberedOne: (number) => `Aquí, la capa 0 es la capa ${number} del archivo.`,
  numberedHeads: (list) => `Aquí las cabezas se cuentan desde 0. En el archivo son ${list}.`,
  valuesLeft: {
    qk: (shape) => `v, de forma ${shape}, no corresponde a k y se ignora.`,
    weights: (shape) => `v, de forma ${shape}, no corresponde a los pesos y se ignora.`,
  },
  lastToken: (tokens) =>
    `Hay ${counted(tokens, 'token', 'tokens')}, uno más que claves. El último se generó y nunca fue clave.`,
  tokenCount: (tokens, keys) =>
    `Los tokens se ignoran: hay ${counted(tokens, 'token', 'tokens')}, pero ${counted(keys, 'clave', 'claves')}.`,
  aside: (list) => `Se ignora: ${list}.`,
  more: (list, more) => `${list} y ${more} más`,
  rows: {
    heads: (some, all) => `${some} de ${counted(all, 'cabeza', 'cabezas')}`,
    place: (layer, head, query) => `capa ${layer}, cabeza ${head}, consulta ${query}`,
    sums: (heads, place, sum) =>
      `No todas las filas suman 1, en ${heads}. La más alejada de 1 es ${place}, con ${sum}. Las filas se muestran sin cambios.`,
    odd: (rows, heads, place) =>
      `Filas con pesos no válidos (negativos, infinitos o ausentes): ${rows}, en ${heads}. La primera es ${place}.`,
    empty: (rows, heads) => `Filas en las que todos los pesos son 0: ${rows}, en ${heads}.`,
  },
  nothing: {
    empty: 'Los archivos abiertos no contienen ningún tensor.',
    tokens: (tokens) =>
      `Hay ${counted(tokens, 'token', 'tokens')}, pero ningún tensor. Suelta los pesos, o q y k, junto con los tokens.`,
    learned: (count, list) =>
      `${count === 1 ? 'Este tensor es' : `Estos ${count} tensores son`} lo que un modelo aprendió, no su atención: ${list}. Pasa un texto por el modelo y abre lo que calcula. En Python: with heedmap.capture(model) as seen: model(**inputs), y después heedmap.show(seen).save("heads.safetensors").`,
    whole: (list) =>
      `Solo hay números enteros o booleanos en ${list}. Los pesos, q y k deben ser números en coma flotante, como float32.`,
    noKeys: (list) => `Hay q, pero ninguna k con un nombre correspondiente: ${list}.`,
    noQueries: (list) => `Hay k, pero ninguna q con un nombre correspondiente: ${list}.`,
    shapes: (list) =>
      `No se encontró atención en ${list}. Se admiten pesos (capas, cabezas, consultas, claves), también con menos ejes, con lote o con un tensor por capa, y q con k (capas, cabezas, tokens, tamaño de cabeza).`,
  },
  correct: '¿No es así?',
  corrections: 'Cómo se lee',
  candidate: 'Tensores',
  fromQk: (tensors) => `q y k: ${tensors}`,
  axis: (at, length) => `Eje ${at}, de ${length}`,
  headCount: 'Cabezas de q, una junto a otra',
  batch: 'Índice en el lote',
  scheme: 'Los tokens son',
  schemes: {
    '': 'como se reconocen',
    plain: 'texto sin codificar',
    byte_level: 'BPE por bytes',
    sentencepiece: 'SentencePiece',
    wordpiece: 'WordPiece',
  },
  recognised: (scheme) => `como se reconocen: ${scheme}`,
  scale: 'Escala',
  mask: 'Causal',
  window: 'Ventana',
  softcap: 'Softcap',
  rope: 'RoPE',
  ropes: { none: 'aplicado, o no hay', apply: 'aplicarlo' },
  base: 'Base',
  paired: 'Pares',
  dim: 'Características giradas',
  back: 'Como se reconoció',
  help: {
    causal:
      'Con más claves que consultas a causa de una caché, la diagonal acaba en la esquina inferior derecha.',
    heads:
      'Cuántas cabezas de q hay una junto a otra en las características. El número para k se deduce, porque todas tienen el mismo tamaño.',
    window:
      'Cuántas claves ve una consulta: la suya y las anteriores más cercanas. Sin máscara causal, también otras tantas posteriores. Si se deja vacío, no hay ventana.',
    softcap: 'Las puntuaciones z pasan a ser c · tanh(z / c) con este c. Si se deja vacío, no hay softcap.',
    rope: 'Si q y k se guardaron antes de aplicar RoPE, se puede aplicar aquí.',
  },
  errors: {
    axes: (shape) =>
      `Los ejes de ${shape} no se pueden leer así: uno debe ser de consultas y uno de claves (en q, de características), y como mucho uno de capas y uno de cabezas.`,
    batches: (lengths) => `Más de un eje sería un lote, de longitudes ${lengths}. Solo uno puede serlo.`,
    batch: (at, most) => `${at} no es un índice del lote: los índices van de 0 a ${most}.`,
    sizes: (q, k) =>
      `Una consulta de q tiene ${counted(q, 'característica', 'características')} y una clave de k tiene ${k}: deben coincidir. Si hay varias cabezas una junto a otra en las características, abre también config.json, que tiene su número.`,
    headCount: (text) => `El número de cabezas es un entero desde 1, como 12, no «${text}».`,
    split: (heads, q, k) =>
      `Las ${counted(q, 'característica', 'características')} de q y las ${k} de k no se pueden dividir en cabezas de un mismo tamaño con ${heads} cabezas de q.`,
    sharing: (heads, kvHeads) =>
      `${counted(heads, 'cabeza de q no puede', 'cabezas de q no pueden')} compartir ${counted(kvHeads, 'cabeza', 'cabezas')} de k: ${heads} no es múltiplo de ${kvHeads}.`,
    layers: (q, k) => `q tiene ${counted(q, 'capa', 'capas')} y k tiene ${k}.`,
    cells: (queries, keys, most) =>
      `Una cabeza de ${queries} × ${keys} celdas no cabe en la memoria (como máximo ${most}, es decir, 4096 × 4096) y no se puede leer por partes de este archivo. Guarda q y k, un .npy o .safetensors sin comprimir con todas las filas de una cabeza en un tensor, una parte de las filas o menos cabezas.`,
    side: (tokens, most) =>
      `Una cabeza de ${tokens} tokens es demasiado larga: se pueden mostrar ${most} como máximo. Guarda una parte de las filas y de las claves.`,
    vectors: (tokens, size, fits) =>
      `q y k de una cabeza tienen ${tokens} tokens × ${size} características, más que el límite de 16777216 números cada una. Guarda una parte de las filas, como máximo ${fits} tokens.`,
    heads: (layers, heads, most) =>
      `${layers} × ${heads} cabezas son demasiadas: se pueden mostrar ${most} como máximo.`,
    scale: (text) => `Una escala es un número, como 0,125, no «${text}».`,
    window: (text) => `Una ventana es un número entero de claves, de 1 a 16777216, no «${text}».`,
    softcap: (text) => `Un softcap es un número mayor que 0, como 50, no «${text}».`,
    base: (text) => `La base de RoPE es un número mayor que 0, como 10000, no «${text}».`,
    dim: (text, size) =>
      `RoPE gira un número par de características, de 2 al tamaño de cabeza ${size}, no «${text}».`,
  },
};
