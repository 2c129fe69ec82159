/**
 * The strings of a page with one figure, by language. The frame contains all languages, because its messages
 * are needed before the strings of rooms are loaded.
 */
export const FRAME = Object.freeze({
  en: {
    broken: 'The address of this figure could not be read, so there is nothing to show.',
    later: 'The address of this figure is from a later version of Heedmap, so there is nothing to show.',
    tooLarge: 'The address of this figure is too long, so there is nothing to show.',
    none: 'The address names no figure. The part after its # must say what to show.',
    notShown: (/** @type {string} */ reason) => `This figure cannot be shown: ${reason}`,
    missing: 'The script of this figure could not be loaded.',
    refused: 'The new figure could not be read. The current one is kept.',
    open: 'Open in Heedmap',
  },
  es: {
    broken: 'No se pudo leer la dirección de esta figura, así que no hay nada que mostrar.',
    later:
      'La dirección de esta figura es de una versión posterior de Heedmap, así que no hay nada que mostrar.',
    tooLarge: 'La dirección de esta figura es demasiado larga, así que no hay nada que mostrar.',
    none: 'La dirección no nombra ninguna figura. La parte posterior a la # debe indicar qué se muestra.',
    notShown: (/** @type {string} */ reason) => `No se puede mostrar esta figura: ${reason}`,
    missing: 'No se pudo cargar el script de esta figura.',
    refused: 'No se pudo leer la nueva figura. Se mantiene la actual.',
    open: 'Abrir en Heedmap',
  },
  pt: {
    broken: 'Não foi possível ler o endereço desta figura, então não há nada para mostrar.',
    later: 'O endereço desta figura é de uma versão posterior do Heedmap, então não há nada para mostrar.',
    tooLarge: 'O endereço desta figura é longo demais, então não há nada para mostrar.',
    none: 'O endereço não indica nenhuma figura. A parte depois do # deve indicar o que mostrar.',
    notShown: (/** @type {string} */ reason) => `Não é possível mostrar esta figura: ${reason}`,
    missing: 'Não foi possível carregar o script desta figura.',
    refused: 'Não foi possível ler a nova figura. A atual é mantida.',
    open: 'Abrir no Heedmap',
  },
});
