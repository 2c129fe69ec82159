import { counted, plural } from '../../../words/plural.js';

/** Texts of the Maps room about its export, in Spanish. */
export const out = {
  heading: 'Exportar',
  width: 'Ancho en píxeles',
  widthWrong: (/** @type {string} */ text, /** @type {number} */ least, /** @type {number} */ most) =>
    `Un ancho es un número entero de ${least} a ${most}, no «${text}».`,
  part: 'Parte',
  parts: { all: 'todo', sight: 'lo que se ve' },
  save: { png: 'PNG', svg: 'SVG', csv: 'CSV' },
  saveTitle: {
    png: 'Guardar el mapa como imagen PNG',
    svg: 'Guardar el mapa como dibujo SVG con texto real',
    csv: 'Guardar los números como tabla CSV, con todas sus cifras',
  },
  csvOf: { a: 'CSV de A', b: 'CSV de B', difference: 'CSV de A − B' },
  copyPicture: 'Copiar imagen',
  copyTable: 'Copiar tabla',
  copied: { picture: 'Imagen copiada.', table: 'Tabla copiada.' },
  notCopied: 'El navegador no permitió copiar. Guárdalo como archivo.',
  tooLarge: (/** @type {number} */ cells, /** @type {number} */ most) =>
    `${cells} celdas son demasiadas para una tabla: caben ${most} como máximo. Acerca la vista y guarda la parte visible.`,
  tooLong: (/** @type {number} */ cells, /** @type {number} */ most) =>
    `${cells} celdas son demasiadas para copiarlas: caben ${most} como máximo. Guárdalas como CSV.`,
  saved: (/** @type {string} */ name) => `${name} se ha guardado.`,
  working: (/** @type {string} */ share) => `Escribiendo la tabla: ${share}.`,
  cancelled: 'Cancelado: no se guardó nada.',
  failed: (/** @type {string} */ reason) => `No se pudo guardar el mapa: ${reason.replace(/\.$/, '')}.`,
  source: {
    head: (/** @type {number} */ layer, /** @type {number} */ head) => `Capa ${layer}, cabeza ${head}`,
    rollout: (/** @type {number} */ layer) => `Atención acumulada (rollout) de la capa 0 a la capa ${layer}`,
    mean: {
      heads: (/** @type {number} */ layer) => `Media sobre las cabezas de la capa ${layer}`,
      layers: (/** @type {number} */ head) => `Media sobre las capas de la cabeza ${head}`,
      all: 'Media sobre todas las capas y cabezas',
    },
    max: {
      heads: (/** @type {number} */ layer) => `Máximo sobre las cabezas de la capa ${layer}`,
      layers: (/** @type {number} */ head) => `Máximo sobre las capas de la cabeza ${head}`,
      all: 'Máximo sobre todas las capas y cabezas',
    },
  },
  sample: (/** @type {string} */ model, /** @type {string} */ sentence, /** @type {number} */ steps) =>
    `Datos reales: la atención de ${model} en «${sentence}», redondeada a múltiplos de 1/${steps}.`,
  file: (/** @type {string} */ name, /** @type {number} */ layers, /** @type {number} */ heads) =>
    `De ${name}, ${layers} × ${counted(heads, 'cabeza', 'cabezas')} (capas × cabezas).`,
  computed: 'Los pesos se calcularon a partir de q y k.',
  size: (/** @type {number} */ queries, /** @type {number} */ keys) =>
    `${counted(queries, 'consulta', 'consultas')} en filas, ${counted(keys, 'clave', 'claves')} en columnas.`,
  visiblePart: (/** @type {string} */ queries, /** @type {string} */ keys) =>
    `Parte del mapa: consultas ${queries}, claves ${keys}.`,
  pooled: (/** @type {number} */ rows, /** @type {number} */ cols) =>
    `Cada píxel muestra el máximo de ${rows} × ${cols} celdas. En una diferencia, muestra la celda más alejada de 0.`,
  leftOut: (/** @type {number} */ n) =>
    `${plural(n, 'La primera clave está excluida', `Las primeras ${n} claves están excluidas`)}. Las filas no se renormalizan: a sus sumas les falta el peso excluido.`,
  words: 'Los tokens se unen en palabras: suma sobre claves, media sobre consultas.',
  values: {
    norm: 'Cada peso se multiplica por la longitud de su vector de valor.',
    share:
      'Cada peso se multiplica por la longitud de su vector de valor, y cada fila se divide entre su suma, de modo que sume 1.',
  },
  panel: {
    a: (/** @type {string} */ what) => `A: ${what}`,
    b: (/** @type {string} */ what) => `B: ${what}`,
    difference: 'A − B',
  },
  comparing: (/** @type {string} */ a, /** @type {string} */ b) =>
    `${a}, comparada con ${b.replace(/^./, (letter) => letter.toLowerCase())}`,
  otherFile: (/** @type {string} */ what, /** @type {string} */ name) => `${what} de ${name}`,
  axes: { query: 'consulta (filas)', key: 'clave (columnas)' },
  gone: 'excluida, o aún no existía',
  missing: 'sin valor: no es un número',
};
