import { counted, plural } from './plural.js';

/** Error messages of all elements, in Spanish. @type {typeof import('./en-base.js').base} */
export const base = {
  links: {
    broken: 'No se pudo leer el enlace, así que la página muestra los valores predeterminados.',
    outOfRange: (name, value, range) =>
      `El enlace tiene ${name} = ${value}, pero solo se admite ${range}, así que la página muestra los valores predeterminados.`,
    tooLarge: 'El enlace pasa de 16 KB y no se leyó, así que la página muestra los valores predeterminados.',
    later:
      'El enlace es de una versión posterior de Heedmap, así que la página muestra los valores predeterminados.',
    tooLong: (length, most) =>
      `El enlace a esto tendría ${length} caracteres, pero caben ${most} como máximo, así que la dirección aún tiene el estado anterior. Guárdalo como HTML, o deshaz el cambio.`,
    notComputed: (reason) =>
      `El enlace no se puede usar, así que la página muestra los valores predeterminados. ${reason}`,
  },
  errors: {
    seed: (text) => `La semilla es un número entero de 0 a 4294967295, como en NumPy, no «${text}».`,
    factor: (text) => `El factor de escala es un número, como 0,5, no «${text}».`,
    badDraw: ({ text }) =>
      `«${text}» no es una de las llamadas de NumPy que funcionan aquí. Prueba con randint(3), randn * 0.1, rand, uniform(-1, 1) o normal(0, 0.5).`,
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
      `Como texto, estos números tienen ${length} caracteres, pero caben ${most} como máximo. Escribe o pega menos dígitos.`,
    engine: (says) => `No se puede calcular (mensaje en inglés): «${says}».`,
    empty: () => 'No hay ningún número en lo que pegaste.',
    ragged: ({ row, got, expected }) =>
      `La fila ${row} tiene ${counted(got, 'número', 'números')}, pero las anteriores tienen ${expected}.`,
    notNumber: ({ row, column, text }) => `Fila ${row}, columna ${column}: «${text}» no es un número.`,
    wants: 'Un número, como 0,5 o −2.',
    readOnly: (name) =>
      `Esto no se puede editar (${name}): es un resultado. Cambia las entradas de las que sale.`,
  },
};
