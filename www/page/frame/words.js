/** The strings of a page with one figure, by language. The frame contains all languages, because its messages are needed before the strings of rooms are loaded. */
export const FRAME = Object.freeze({
  en: {
    broken: 'The address of this figure could not be read, so there is nothing to show.',
    later: 'The address of this figure is from a later version of Heedmap, so there is nothing to show.',
    tooLarge: 'The address of this figure is too long, so there is nothing to show.',
    none: 'The address of this figure names no figure. What to show must follow the #.',
    notShown: (/** @type {string} */ reason) => `This figure cannot be shown: ${reason}`,
    missing: 'Its script could not be loaded.',
    refused: 'The new figure could not be read. This one stays.',
    open: 'Open in Heedmap',
  },
  es: {
    broken: 'No se pudo leer la dirección de esta figura, así que no hay nada que mostrar.',
    later:
      'La dirección de esta figura es de una versión posterior de Heedmap, así que no hay nada que mostrar.',
    tooLarge: 'La dirección de esta figura es demasiado larga, así que no hay nada que mostrar.',
    none: 'La dirección de esta figura no nombra ninguna. Lo que se muestra debe ir detrás de la #.',
    notShown: (/** @type {string} */ reason) => `No se puede mostrar esta figura: ${reason}`,
    missing: 'No se pudo cargar su script.',
    refused: 'No se pudo leer la nueva figura. Se mantiene esta.',
    open: 'Abrir en Heedmap',
  },
  pt: {
    broken: 'Não foi possível ler o endereço desta figura, portanto não há nada para mostrar.',
    later: 'O endereço desta figura é de uma versão posterior de Heedmap, portanto não há nada para mostrar.',
    tooLarge: 'O endereço desta figura é longo demais, portanto não há nada para mostrar.',
    none: 'O endereço desta figura não indica nenhuma. O que se mostra deve vir depois do #.',
    notShown: (/** @type {string} */ reason) => `Não é possível mostrar esta figura: ${reason}`,
    missing: 'Não foi possível carregar o seu script.',
    refused: 'Não foi possível ler a nova figura. Fica esta.',
    open: 'Abrir em Heedmap',
  },
});
