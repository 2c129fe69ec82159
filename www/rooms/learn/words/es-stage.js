/** Texts of the stage, in Spanish. */
export const stage = {
  step: 'paso',
  back: 'Atrás',
  next: (/** @type {string} */ name) => `Siguiente: ${name}`,
  onward: (/** @type {string} */ name) => `Siguiente lección: ${name}`,
  end: 'Último paso',
  whole: 'El conjunto',
  oneStep: 'Paso a paso',
  present: 'Presentar',
  leave: 'sale',
  play: 'Repetir',
  skip: 'Saltar',
  ask: 'Preguntar por esta celda',
  unask: 'Quitar la pregunta',
  asked: 'una pregunta, aún sin responder',
  shown: 'En escena',
  rank: 'Rango de la aproximación',
  cosineFilms: 'Coseno de los espectadores nuevos, en películas',
  cosineConcepts: 'en conceptos',
  names: /** @type {Record<string, string>} */ ({
    x: 'Tokens',
    q: 'Consultas',
    k: 'Claves',
    v: 'Valores',
  }),
  of: /** @type {Record<string, string>} */ ({ q: 'una consulta', k: 'una clave', v: 'un valor' }),
  parts: { scores: 'Puntuaciones', weights: 'Pesos', output: 'Salida' },
  question: {
    pair: (/** @type {string} */ name, /** @type {string} */ key, /** @type {string} */ query) =>
      `¿Qué ${name} tiene [k:${key}] para [q:${query}]?`,
    cell: (/** @type {string} */ row, /** @type {string} */ col) =>
      `¿Qué número va en la fila [q:${row}], columna [k:${col}]?`,
    label: 'Tu respuesta',
    check: 'Comprobar',
    show: 'Mostrar',
    answer: 'Mostrar la respuesta',
    pick: 'O elige una respuesta',
    right: 'Correcto.',
    rightRounded: (/** @type {string} */ value) => `Correcto. Con más cifras es ${value}.`,
    wrong: 'No. La suma de abajo muestra todos los números.',
    noNumber: 'Escribe un número, como 0,5 o −2.',
    slips: {
      zero: (/** @type {string} */ product, /** @type {string} */ other) =>
        `Casi. ${product} es 0, no ${other}.`,
      missing: (/** @type {string} */ product) => `Casi. Falta ${product}.`,
      added: () => 'Esa es la suma de los números. Multiplica primero cada par y luego suma los productos.',
      sign: () => 'Cuidado con los signos: un número negativo por uno positivo da un número negativo.',
      mean: () => 'Ese es el promedio simple. Multiplica cada valor por su peso.',
      notDivided: (/** @type {string} */ size) => `Esa es la puntuación. Divídela entre √${size}.`,
      noRoot: (/** @type {string} */ size) =>
        `Esa es la puntuación dividida entre ${size}. Divídela entre √${size}.`,
      multiplied: (/** @type {string} */ size) =>
        `Esa es la puntuación multiplicada por √${size}. Hay que dividirla entre √${size}.`,
      notMasked: () =>
        'Esa es la puntuación antes de la máscara. Esta clave viene después, así que su puntuación pasa a ser −∞.',
      maskedZero: () => 'No es 0: una puntuación de 0 aún recibiría algo de peso. La máscara suma −∞.',
      score: () => 'Esa es la puntuación. La softmax convierte las puntuaciones en pesos que suman 1.',
      notShared: () => 'Eso es e elevado a la puntuación. Divídelo entre la suma de su fila.',
      equal: () => 'Para pesos iguales harían falta puntuaciones iguales. La mayor recibe más peso.',
      onlyOne: () => 'Ese es solo uno de los números que se suman.',
      otherColumn: (/** @type {string} */ row, /** @type {string} */ other, /** @type {string} */ col) =>
        `Eso es ${row} con ${other}. Toma la columna ${col}.`,
      otherRow: (/** @type {string} */ other, /** @type {string} */ col, /** @type {string} */ row) =>
        `Eso es ${other} con ${col}. Toma la fila ${row}.`,
    },
  },
  says: {
    embed: 'Cada palabra empieza como [q:una fila de números]: su embedding.',
    embedScaled: 'Cada embedding se multiplica por √d. Esa es [r:la fila] de su palabra.',
    embedPositions: 'Cada fila de X es [q:un embedding] más la posición de su palabra.',
    embedBoth: 'Cada fila de X es [q:un embedding], multiplicado por √d, más la posición de su palabra.',
    given: 'Esta lección parte de consultas, claves y valores. No hay nada que convertir en embeddings.',
    notProjected:
      'Las consultas, las claves y los valores están dados. En un modelo, cada uno es X por una matriz aprendida.',
    project: (/** @type {string} */ one) =>
      `[q:Una fila de X] por [k:una columna aprendida] da un número de [r:${one}].`,
    score: 'Una puntuación es [q:una consulta] por [k:una clave]: se multiplica par a par y luego se suma.',
    scale: (/** @type {number} */ size) =>
      `[q:Cada puntuación] se divide entre √${size}, la raíz cuadrada del tamaño de la clave. Si no, vectores más largos darían puntuaciones mayores.`,
    notScaled: 'Las puntuaciones quedan [r:como están]: no se escalan.',
    mask: 'Una palabra no puede mirar a las palabras que vienen después. Sus puntuaciones pasan a ser [r:−∞].',
    noMask:
      'No hay máscara: cada palabra puede mirar a todas. Activa la máscara causal para ocultar las palabras posteriores.',
    softmax: {
      rows: 'Cada fila de pesos [r:suma 1]. Una puntuación mayor recibe un peso mayor.',
      columns: 'Aquí cada columna [r:suma 1], y las filas no. Es un error frecuente.',
      all: 'Aquí toda la matriz [r:suma 1]. Es un error frecuente: cada fila debería sumar 1.',
    },
    mix: 'Cada número de la salida es [q:una fila de pesos] por [k:una columna de valores]: una suma ponderada.',
    split: (/** @type {number} */ head) =>
      `La cabeza ${head} toma [r:sus propias columnas] y nunca ve las demás.`,
    attend: {
      scores: (/** @type {number} */ head) =>
        `La cabeza ${head} compara [q:sus propias consultas] con [k:sus propias claves].`,
      weights: (/** @type {number} */ head) => `En la cabeza ${head}, cada fila de pesos [r:suma 1].`,
      output: (/** @type {number} */ head) =>
        `La cabeza ${head} mezcla [k:sus propios valores] con [q:sus propios pesos].`,
    },
    concatenate: 'Las salidas de las cabezas quedan [r:una junto a otra]. Aún no se mezcla nada.',
    out: 'W_O mezcla las cabezas: [q:una fila con todas las salidas] por [k:una columna de W_O].',
    ratings: 'Siete personas valoran cinco películas. Nada en los números dice de qué género es cada una.',
    factor:
      'Cada valoración es [q:los conceptos de una persona] por [k:los de una película], ponderados por su fuerza.',
    cut: (/** @type {number} */ k) =>
      k === 0
        ? 'Sin ningún concepto, no queda nada de las valoraciones.'
        : `Conserva ${k === 1 ? 'el concepto más fuerte' : `los ${k} conceptos más fuertes`} y vuelve a multiplicar: [r:casi las mismas valoraciones], con muchos menos números.`,
    compare:
      'Dos espectadores nuevos no han visto ninguna película en común. [k:En el espacio de conceptos] [r:se parecen]: a ambos les gusta la ciencia ficción.',
    tokens: 'Dos de estos tokens son la misma palabra. Sin posiciones, nada los distingue.',
    none: 'Sin posiciones, los dos «the» reciben las mismas puntuaciones y los mismos pesos.',
    sinusoidal:
      'Se suman ondas a los embeddings. Ahora las puntuaciones dependen de dónde está cada palabra.',
    rope: 'RoPE gira consultas y claves según su posición. A la puntuación solo le afecta la distancia entre ellas.',
    alibi:
      'ALiBi resta una penalización por cada paso de distancia. Las puntuaciones bajan con la distancia.',
    apart: 'Cómo cambia una puntuación cuando sus dos palabras se alejan.',
  },
};
