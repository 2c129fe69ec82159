import { counted, plural } from './plural.js';

/** Error messages of all elements, in Spanish. @type {typeof import('./en-base.js').base} */
export const base = {
  links: {
    broken: 'No se pudo leer el enlace; esta es la página inicial.',
    outOfRange: (name, value, range) =>
      `El enlace trae ${name} = ${value}, pero solo se admite ${range}; esta es la página inicial.`,
    tooLarge: 'El enlace pasa de 16 KB y no se leyó; esta es la página inicial.',
    later: 'El enlace es de una versión posterior de Heedmap; esta es la página inicial.',
    tooLong: (length, most) =>
      `El enlace a esto tendría ${length} caracteres, y caben ${most}; la dirección sigue siendo la de antes. Guárdalo como HTML, o deshaz.`,
    notComputed: (reason) => `El enlace trae números que no encajan; esta es la página inicial. ${reason}`,
  },
  errors: {
    seed: (text) => `La semilla es un número entero de 0 a 4294967295, como en NumPy, no «${text}».`,
    factor: (text) => `El factor de escala es un número con punto decimal, como 0.5, no «${text}».`,
    badDraw: ({ text }) =>
      `«${text}» no es una de las llamadas de NumPy que valen aquí. Prueba con randint(3), randn * 0.1, rand, uniform(-1, 1) o normal(0, 0.5).`,
    noKind: ({ text }) =>
      `Este script no incluye la lección «${text}»: heed-lesson.js tiene todas las lecciones.`,
    noSuchMatrix: ({ matrix }) => `Aquí no hay ninguna matriz de entrada ${matrix}.`,
    noSuchCell: ({ matrix, row, col }) =>
      `${matrix} no tiene ninguna celda en la fila ${row}, columna ${col}.`,
    pasteShape: (f) =>
      `Pegaste ${f.rows} × ${counted(f.cols, 'número', 'números')}, pero ${f.matrix} es de ${f.wantRows} × ${f.wantCols}.`,
    headFeatures: ({ matrix, features, heads }) =>
      `${plural(features, 'La única columna', `Las ${features} columnas`)} de ${matrix} no se ${plural(features, 'divide', 'dividen')} en ${counted(heads, 'cabeza', 'cabezas')}.`,
    headSharing: ({ heads, kvHeads }) =>
      `${counted(heads, 'cabeza de consultas no puede', 'cabezas de consultas no pueden')} compartir ${counted(kvHeads, 'cabeza', 'cabezas')} de claves y valores: ${heads} no es múltiplo de ${kvHeads}.`,
    tooMuch: (length, most) =>
      `Como texto, estos números tienen ${length} caracteres, y caben ${most}. Escribe o pega menos dígitos.`,
    engine: (says) => `No se puede calcular (mensaje en inglés): “${says}”.`,
    empty: () => 'No hay ningún número en lo que pegaste.',
    ragged: ({ row, got, expected }) =>
      `La fila ${row} tiene ${counted(got, 'número', 'números')}, pero las anteriores tienen ${expected}.`,
    notNumber: ({ row, column, text }) => `Fila ${row}, columna ${column}: «${text}» no es un número.`,
    wants: 'Un número con punto decimal, como 0.5 o −2.',
    readOnly: (name) =>
      `Esto no se puede editar (${name}): es un resultado. Cambia las entradas de las que sale.`,
  },
};
