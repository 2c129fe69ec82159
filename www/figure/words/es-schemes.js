/**
 * Texts of the lesson that compares positions, in Spanish, besides its steps.
 *
 * @type {typeof import('./en-schemes.js').positions}
 */
export const positions = {
  heading: 'Los mismos tokens, de cuatro maneras',
  schemes: { none: 'sin posiciones', sinusoidal: 'sinusoidal', rope: 'RoPE', alibi: 'ALiBi' },
  titles: { none: 'Sin posiciones', sinusoidal: 'Sinusoidal', rope: 'RoPE', alibi: 'ALiBi' },
  scores: 'puntuaciones de las cuatro',
  base: 'Base',
  shift: 'Primera posición',
  distance: 'Distancia',
  reach: 'Hasta',
  pairs: 'Pares',
  half: 'mitades',
  halfTitle: 'las características c y c + n/2 giran juntas, como en LLaMA y GPT-NeoX',
  interleaved: 'intercaladas',
  interleavedTitle: 'las características 2c y 2c + 1 giran juntas, como en el artículo y en GPT-J',
  turned: 'Giran',
  turnedAll: 'todas',
  turnedSome: (n) => `las ${n} primeras`,
  slope: 'Pendiente',
  slopeOf: (head, slope) => `cabeza ${head}: ${slope}`,
  moved: {
    same: 'No depende de la primera posición.',
    rounding: (most) => `No depende de la primera posición (redondeo: ${most}).`,
    by: (most) => `Depende de la primera posición: las puntuaciones cambian hasta en ${most}.`,
    at: 'Mueve la primera posición para ver qué puntuaciones cambian.',
  },
  curves: (query, key) => `Puntuación de ${key} para ${query} cuando ${query} se aleja`,
  plot: (distance, values) => `Puntuación según la distancia. A distancia ${distance}: ${values}.`,
  outside: 'fuera de la gráfica',
  inMatrix: 'en los mapas',
  turns: (distance, angles) =>
    `RoPE, a distancia ${distance}: los pares de consulta y clave están separados ${angles} rad.`,
  turnsNone: 'Aquí RoPE no gira ninguna característica, así que no codifica la distancia.',
  pick: 'Elige arriba una celda para seguir su puntuación.',
  inputs: 'Las entradas de las cuatro: cambia cualquier número de X, W_Q o W_K',
  inspector: {
    score: (query, key, scheme) => `Puntuación de ${key} para ${query}: ${scheme}`,
    weight: (query, key, scheme) => `Peso de ${key} para ${query}: ${scheme}`,
    without: (score, by) => `sin posiciones, ${score}: cambia en ${by}`,
    unturned: 'no se gira nada',
    says: {
      none: 'Esto no depende de dónde estén los dos tokens.',
      sinusoidal:
        'Las ondas de ambas posiciones se mezclan con los vectores. Por eso la puntuación depende de las dos posiciones, no solo de su distancia.',
      rope: 'Los dos vectores giran con ángulos que dependen de su posición. Su producto escalar depende solo de la diferencia entre los ángulos, así que solo cuenta la distancia.',
      alibi: 'Cada paso de distancia cuesta m, sean cuales sean los dos tokens.',
    },
  },
  errors: {
    distance: (reach) => `Una distancia es un número entero de 0 a ${reach}.`,
    shift: (most) => `Una posición es un número entero de 0 a ${most}.`,
    base: 'La base es un número finito mayor que 0.',
  },
};

/** The lesson itself. @type {typeof import('./en-schemes.js').distanceLesson} */
export const distanceLesson = {
  chip: 'Posiciones comparadas',
  title: 'Cuatro maneras de codificar dónde está un token',
  steps: {
    tokens:
      'Cinco tokens con ocho características cada uno. the·1 y the·4 son la misma palabra, y por eso sus filas de X empiezan siendo iguales. Las proyecciones empiezan siendo la identidad, así que consultas y claves son los propios tokens. Todas las diferencias de abajo vienen de las posiciones.',
    none: 'Sin posiciones, la atención ve una bolsa de palabras. Una palabra tiene la misma consulta y recibe la misma salida esté donde esté. Compara las filas de the·1 y the·4, y sus columnas.',
    sinusoidal:
      'A los embeddings se les suman ondas de distinta longitud antes de proyectar. Cambian todas las puntuaciones, hasta la de un token consigo mismo, porque la suma mezcla contenido y posición. Mueve la primera posición, y las puntuaciones vuelven a cambiar.',
    rope: 'Consultas y claves giran, de dos en dos características, con ángulos que crecen con la posición. La puntuación de un token consigo mismo es la misma que sin posiciones. Las demás dependen de la distancia, pero no de las posiciones mismas. Mueve la primera posición: nada cambia.',
    alibi:
      'A los tokens no se les suma nada. Cada paso de distancia entre consulta y clave resta a la puntuación la pendiente de la cabeza. Representada según la distancia, es una línea recta.',
    apart:
      'Aleja ahora una consulta de su clave. Con sinusoides y con RoPE, la puntuación es una suma de ondas, más lentas cuanto mayor es la base. Con ALiBi es una línea recta. Sin posiciones, no cambia.',
  },
};

/** Names of its steps. @type {typeof import('./en-schemes.js').distanceSteps} */
export const distanceSteps = {
  tokens: 'Tokens',
  none: 'Sin posiciones',
  sinusoidal: 'Sinusoidal',
  rope: 'RoPE',
  alibi: 'ALiBi',
  apart: 'Distancia',
};

/** Names of its matrices. @type {typeof import('./en-schemes.js').distanceNames} */
export const distanceNames = {
  scoresNone: 'puntuaciones sin posiciones',
  scoresSinusoidal: 'puntuaciones con sinusoides',
  scoresRope: 'puntuaciones con RoPE',
  scoresAlibi: 'puntuaciones con ALiBi',
  weightsNone: 'pesos sin posiciones',
  weightsSinusoidal: 'pesos con sinusoides',
  weightsRope: 'pesos con RoPE',
  weightsAlibi: 'pesos con ALiBi',
};
