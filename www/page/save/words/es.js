import { counted } from '../../../words/plural.js';

/** Texts of saving a figure, in Spanish. @type {import('../../words/en.js').Strings['save']} */
export const save = {
  items: {
    html: 'Guardar como HTML',
    png: 'Guardar como PNG',
    svg: 'Guardar como SVG',
  },
  hints: {
    html: 'un archivo interactivo que funciona sin conexión',
    png: 'una imagen',
    svg: 'un dibujo con texto real',
  },
  saved: (name) => `${name} se ha guardado.`,
  failed: (reason) => `No se pudo guardar la figura: ${reason.replace(/\.$/, '')}.`,
  missing: (script) => `el script «${script}» no se ha cargado`,
  nothing: 'todavía no hay nada abierto',
  file: {
    about: 'Hecho con Heedmap. La figura es interactiva, y este archivo contiene todo lo que necesita.',
    needs: 'Esta figura calcula la atención en tu navegador, así que necesita JavaScript.',
    mask: (text) => `Máscara: ${text}`,
    map: (source, name) => `${source}, ${name}`,
    heads: (layers, heads, name) =>
      `${layers} × ${counted(heads, 'cabeza', 'cabezas')} (capas × cabezas), ${name}`,
    from: (what) => `${what}: los números en coma flotante de 32 bits.`,
    rounded: (what, bits, error) =>
      `${what}: los números redondeados a ${bits} bits, con un error de ${error} como máximo.`,
    compared: (a, b) => `${a} (aquí la cabeza 0) y ${b} (aquí la cabeza 1)`,
    weighed: 'Cada peso está multiplicado por la longitud de su vector de valor.',
    withoutValues: 'Los vectores de valor no están en este archivo.',
  },
  dialog: {
    heading: 'Guardar como HTML',
    what: 'Números',
    shown: 'lo que se ve',
    all: (heads) => `las ${heads} cabezas`,
    bits: 'Precisión',
    exact: '32 bits, tal como son',
    bits16: '16 bits',
    bits8: '8 bits',
    working: (share) => `Reuniendo los números: ${share}.`,
    size: (size) => `Unos ${size}.`,
    error: (error) => `El error es de ${error} como máximo. El archivo lo indica.`,
    exactly: 'No se redondea nada.',
    notRounded: 'El intervalo de estos números es demasiado amplio para tan pocos bits.',
    tooMany: (numbers, most) =>
      `${numbers} números son demasiados para un archivo: caben ${most} como máximo. Guarda menos cabezas.`,
    save: 'Guardar',
    cancel: 'Cancelar',
  },
};
