/** Texts of the worksheets, in Spanish. @type {typeof import('./en-worksheet.js').worksheet} */
export const worksheet = {
  item: 'Hoja de ejercicios',
  hint: 'para imprimir, en blanco o con las respuestas',
  heading: 'Hoja de ejercicios',
  withAnswers: 'Hoja de ejercicios con las respuestas',
  cells: 'Celdas de resultados',
  blank: 'celdas en blanco',
  answers: 'con las respuestas',
  print: 'Imprimir',
  close: 'Cerrar',
  name: 'Nombre',
  date: 'Fecha',
  rounded:
    'Los números están redondeados: los datos a 3 decimales, los resultados a 2 y los millares a enteros. Las respuestas se calculan con los números exactos, así que tu última cifra puede ser distinta.',
  stable: 'e elevado a cada puntuación menos la mayor de su fila, y su suma Σ',
  naive: 'e elevado a cada puntuación, y su suma Σ',
  made: 'Hecho con Heedmap',
  steps: {
    embed: 'Suma las partes de X, celda a celda.',
    given: 'Estos números están dados.',
    project: 'Multiplica cada fila de X por cada columna de una proyección.',
    score: 'Multiplica cada fila de Q por cada fila de K y suma los productos.',
    scale: (size) => `Divide cada puntuación entre √${size}.`,
    factor: (factor) => `Multiplica cada puntuación por ${factor}.`,
    mask: 'Copia las puntuaciones donde la máscara tiene un 1. Escribe −∞ donde tiene un 0.',
    softmax: {
      rows: 'Eleva e a cada puntuación. Divide cada resultado entre la suma de su fila.',
      columns: 'Eleva e a cada puntuación. Divide cada resultado entre la suma de su columna.',
      all: 'Eleva e a cada puntuación. Divide cada resultado entre la suma de todos.',
    },
    mix: 'Multiplica cada fila de los pesos por cada columna de V.',
    split: (head) => `Copia las columnas de la cabeza ${head}.`,
    attend: (head) =>
      `Calcula la atención de la cabeza ${head}: puntuaciones, puntuaciones escaladas, pesos y salida.`,
    concatenate:
      'Pon las salidas de las cabezas una junto a otra. Las salidas de las demás cabezas están dadas.',
    out: 'Multiplica cada fila de O por cada columna de la proyección.',
    ratings: 'Estas valoraciones están dadas.',
    factored: 'Los factores de las valoraciones están dados.',
    cut: (rank) =>
      `Usa los primeros ${rank} conceptos: multiplica columnas de U, valores singulares y filas de V traspuesta, y suma.`,
    compare: 'Multiplica cada fila de P por cada columna de V.',
    tokens: 'Multiplica cada fila de X por cada columna de una proyección.',
    scheme: 'Las puntuaciones están dadas. Convierte cada fila en pesos que sumen 1.',
  },
};
