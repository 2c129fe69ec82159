/**
 * Texts of the stories, in Spanish. The sentences for the model stay in English, with a translation.
 *
 * @type {import('./en-stories.js').StoryWords}
 */
export const stories = {
  stepNames: {
    look: 'Mirar',
    ask: 'Preguntar',
    match: 'Comparar',
    share: 'Repartir',
    mix: 'Mezclar',
    try: 'Probar',
    byhand: 'A mano',
    guess: 'Adivinar',
    peek: 'Espiar',
    mask: 'Máscara',
    change: 'Cambiar',
    grow: 'Crecer',
    numbers: 'Números',
    divide: 'Dividir',
    before: 'Antes',
    after: 'Después',
    both: 'Las dos',
    relay: 'Juntas',
    swap: 'Intercambiar',
    positions: 'Posiciones',
  },
  wordSpoken: (word, place, weight) => `${word}, palabra ${place}${weight && `, peso ${weight}`}`,
  feature: (n) => `número ${n}`,
  wholeSpoken: 'Una unidad, repartida en los pesos',
  hiddenSpoken: 'oculta por la máscara',
  withMask: 'con la máscara',
  withoutMask: 'sin la máscara',
  kept: 'se queda',
  flowedIn: 'llega',
  removed: 'se quita',
  mapSpoken: (text) => `Mapa de los pesos en «${text}»: una fila por cada palabra que mira`,
  gloss: {
    bath: 'Un modelo pequeño leyó esta frase. Solo ha leído novelas de Jane Austen, en inglés. La frase dice: «Elinor conoció a Jane en Bath; Elinor conoció…».',
    order: 'Las frases dicen: «La hermana vio al amigo» y «El amigo vio a la hermana».',
  },
  first: {
    question: '¿A qué palabras mira la segunda _met@7_?',
    guess: 'Elige una palabra.',
    show: 'Ver la respuesta',
    nextWord: '¿y después?',
    right: 'Sí: sobre todo a *Jane@2*, la palabra que vino después de la primera _met@1_.',
    wrong: (word, weight) =>
      `Apenas a _${word}_ (${weight}). Sobre todo a *Jane@2*, la palabra que vino después de la primera _met@1_.`,
    shown: 'Sobre todo a *Jane@2*, la palabra que vino después de la primera _met@1_.',
    why: (chance) => `Por eso el modelo espera otra vez *Jane*: ${chance}.`,
    source:
      'Pesos reales de una cabeza de un modelo pequeño entrenado. Cuanto más grueso el arco, mayor el peso.',
    known: '¿Ya conoces la atención? Ve a',
    ask: (word) =>
      `_${word}_ hace una pregunta. La pregunta es una lista de 32 números: su *consulta*. El modelo la calcula a partir de la palabra y de las anteriores.`,
    askTry: 'Elige otra palabra para ver su consulta.',
    query: (word) => `la consulta de ${word}`,
    match: (word) =>
      `Cada palabra tiene también una *clave*: 32 números que dicen qué ofrece. Cuanto mejor encaja una clave con la consulta, más alta es la *puntuación*. La clave de _${word}_ es la que mejor encaja aquí.`,
    queryShort: 'consulta',
    keys: 'claves',
    score: 'puntuación',
    matchSum: (word, sum, score) =>
      `met · ${word} = ${sum}, la suma de 32 productos. Dividida entre √32: ${score}`,
    key: (word) => `la clave de ${word}`,
    products: 'productos',
    share: (weight) =>
      `La softmax convierte las puntuaciones en *pesos*. Juntos suman 1. Si una puntuación es mayor en 1, el peso se multiplica por 2,7, así que *Jane* se lleva ${weight}.`,
    weight: 'peso',
    mix: 'Cada palabra tiene además un *valor*: 32 números que puede aportar. Cada valor se multiplica por su peso, y los resultados se suman. El resultado es casi el valor de *Jane*.',
    weighing: 'valor × peso',
    mixWhole: 'valores',
    mixWeighted: 'valores × pesos',
    value: (word) => `el valor de ${word}`,
    output: 'salida',
    mixNote: (chance, without) =>
      `Con esta cabeza, la probabilidad de que siga *Jane* es del ${chance}. Sin su salida es del ${without}.`,
    tryQuestion: 'Ahora cambia la última palabra.',
    lastWord: 'Última palabra',
    sentence: 'Frase',
    sentences: { bath: 'Jane in Bath', Elizabeth: 'Elizabeth', short: 'Jane' },
    tries: {
      met: 'La última vez, después de _met_ vino *Jane*.',
      in: 'La última vez, después de _in_ vino *Bath*.',
      Bath: 'La última vez, después de _Bath_ vino un *punto y coma*.',
      Elinor: 'La última vez, después de _Elinor_ vino *met*.',
      Jane: 'No tan claro: la mitad va a *in*, que vino después de _Jane_, y casi la otra mitad a *met*, que vino antes.',
      saw: '_saw_ (vio) es nueva aquí, pero es un verbo, como _met_. La cabeza busca palabras del mismo tipo.',
      left: '_left_ (dejó) es nueva aquí. Su peso se divide entre *Jane* y *Bath*.',
      very: '_very_ (muy) es nueva aquí. La mayor parte de su peso va a la primera palabra.',
      house: '_house_ (casa) es nueva aquí. Mira al *punto y coma*, como _Bath_.',
    },
    otherSentence: (word) => `Otra frase, el mismo patrón: después de la primera _met_ vino *${word}*.`,
    byhand: 'Ahora hazlo a mano: cuatro palabras, tres números cada una. Cada suma cabe en una línea.',
    byhandNext: 'Cuatro palabras, a mano',
    byhandMore: 'Por qué nadie mira hacia adelante',
    honest: {
      search: (sentences, guessed) =>
        `La frase se eligió porque es clara. En ${sentences} frases parecidas, esta cabeza dio siempre la mayor parte de su peso a la palabra correcta, pero el modelo solo la adivinó en el ${guessed} de ellas.`,
      together: (lower, higher) =>
        `Es una de 16 cabezas y no trabaja sola. Sin la cabeza de al lado, la probabilidad de Jane baja al ${lower}. Sin otra, sube al ${higher}.`,
      model: 'El modelo tiene un millón de parámetros y se entrenó con las novelas de Jane Austen.',
    },
  },
  ahead: {
    guess: 'Un modelo aprende a adivinar la palabra siguiente. Ha leído _Elinor met_. ¿Qué viene después?',
    guessNote: (chance) =>
      `Es difícil: a la palabra que realmente sigue, el modelo le da una probabilidad del ${chance}.`,
    peek: (word, weight, next) =>
      `Sin máscara, _${word}_ pone ${weight} de su peso en *${next}*: la palabra que tiene que adivinar.`,
    peekNote:
      'Aquí solo esta cabeza trabaja sin máscara, y no se entrenó así. Mira ahí por lo que hay antes de la palabra siguiente, sea cual sea esa palabra. Pero lo que recibe de ahí es la respuesta.',
    mask: (word) =>
      `La máscara le oculta a _${word}_ todas las palabras posteriores. Su peso vuelve a las palabras ya leídas.`,
    maskOff: (word, weight) =>
      `La máscara está quitada. _${word}_ pone ${weight} de su peso en palabras posteriores.`,
    maskLabel: 'Máscara',
    on: 'Con máscara',
    off: 'Sin máscara',
    sentence: 'Frase',
    sentences: { met: 'Elinor met …', manners: '… his manners', Woodhouse: '… Miss Woodhouse' },
    change: (word) => `Cambia una palabra posterior a _met_: _Jane_ pasa a ser _${word}_.`,
    changePlace: 'Cambia una palabra posterior a _met_: la segunda _Elinor_ pasa a ser _Bath_.',
    same: (same, of) =>
      `Con la máscara, *${same} de los ${of}* números de la salida de _met_ quedan iguales, bit a bit.`,
    differs: (changed, of, percent) =>
      `Sin la máscara, cambian *${changed} de los ${of}*. El vector de salida se desplaza un ${percent} de su longitud.`,
    changeLabel: 'Palabra nueva',
    changes: { Lucy: 'Jane → Lucy', again: 'Jane → again', Bath: 'Elinor → Bath' },
    before: 'antes',
    after: 'después',
    difference: 'diferencia',
    outputSpoken: (when) => `La salida de met, ${when}`,
    grow: 'Así escribe un modelo. Añade la palabra más probable, y el mapa crece una fila.',
    grew: (word, chance) =>
      `Añadió *${word}* (${chance}). El mapa creció una fila. Las filas de arriba quedan como están.`,
    growNote:
      'Las filas que nunca cambian no hay que volver a calcularlas. Por eso los modelos guardan las claves y los valores de las palabras anteriores: la caché KV.',
    add: 'Añadir la palabra siguiente',
    again: 'Empezar de nuevo',
    numbers: 'Lo mismo con números que caben en una página: el ejemplo del cuaderno, paso a paso.',
    toNotebook: 'Por qué escalar y enmascarar',
    honest: {
      picked: (mean) =>
        `Las tres frases se eligieron porque en ellas la cabeza mira claramente hacia adelante. En un texto más largo, da a la palabra siguiente un peso de ${mean} de media.`,
      little: (masked, unmasked) =>
        `En esta frase se filtra poco: sin las máscaras de tres cabezas, la probabilidad de Jane después de Elinor met sube del ${masked} al ${unmasked}.`,
      much: (tokens, masked, unmasked) =>
        `Pero se puede filtrar más: en un texto de ${tokens} tokens, cuatro cabezas sin máscara elevan los aciertos del ${masked} al ${unmasked}, sin ningún entrenamiento.`,
      bits: '«Bit a bit» se comprueba en esta página: las dos frases tienen la misma longitud, y los números son de 64 bits.',
    },
  },
  scaling: {
    grow: (d, variance) =>
      `Una puntuación es una suma de d productos, así que su varianza crece con d. Con d\u00a0=\u00a0${d} es ${variance}.`,
    sharp: (largest) => `La softmax se concentra más: el peso mayor de una fila es de media ${largest}.`,
    divide: (d, variance) =>
      `Divididas entre √${d}, las puntuaciones tienen una varianza cercana a 1, aquí ${variance}. Los pesos siguen repartidos.`,
    divideNote: 'Mueve el control: el lado derecho apenas cambia.',
    drawn: 'Consultas y claves al azar con varianza 1, del generador de NumPy: 16 palabras, semilla 7.',
    slider: 'd, números en cada consulta y clave',
    unscaled: 'sin dividir',
    scaled: 'divididas entre √d',
    bars: 'pesos de una palabra, de mayor a menor',
    variance: 'varianza',
    largest: 'peso mayor, en promedio',
    barsSpoken: 'Pesos de una palabra, de mayor a menor',
    numbers: (d, before, after) =>
      `El cuaderno tiene d\u00a0=\u00a0${d}. Sus puntuaciones tienen una varianza de ${before}. Divididas entre √${d}, tienen una varianza de ${after}.`,
    numbersNote: (n) =>
      `${n} puntuaciones son una muestra pequeña, así que los números solo siguen la regla de forma aproximada.`,
    rows: { q: 'q', k: 'k', scores: 'puntuaciones', scaled: 'puntuaciones escaladas' },
    toNotebook: 'Por qué escalar y enmascarar',
  },
  'two-heads': {
    before: (weight) =>
      `Una cabeza mira a *la palabra anterior*. La última _met@7_ da ${weight} a _Elinor@6_.`,
    beforeNote: 'Capa 0, cabeza 1 del modelo pequeño entrenado.',
    after: (weight) =>
      `Otra cabeza, en la misma frase, mira a *lo que vino después de la misma palabra*. La última _met@7_ da ${weight} a _Jane_.`,
    afterNote: 'Capa 2, cabeza 1 del mismo modelo.',
    both: (word) => `Dos cabezas, dos preguntas. Elige una palabra y compara sus filas: _${word}_.`,
    bothTitles: ['la palabra anterior', 'lo que vino después'],
    relay: (weight, without) =>
      `Trabajan juntas. Sin las cabezas que miran una palabra atrás, el peso en _Jane_ baja de ${weight} a ${without}.`,
    relayNote: (others) =>
      `No es una demostración: quitar cualquier cabeza de las primeras capas altera las siguientes. Sin otras dos cabezas de la capa 0, el peso es ${others}.`,
    relayBars: ['todas las cabezas', 'sin las dos que miran atrás', 'sin otras dos'],
    toNotebook: 'Cabezas',
    toNotebookText: 'Ahora con números: varias cabezas, paso a paso.',
    row: 'Palabra que mira',
  },
  order: {
    swap: 'Quita las posiciones e intercambia dos palabras. El punto final da a cada palabra el mismo peso que antes, esté donde esté la palabra.',
    swapNote:
      'Sin posiciones, la atención ve una bolsa de palabras. «El perro muerde al hombre» y «el hombre muerde al perro» tienen las mismas palabras.',
    positions: 'Con posiciones, el punto final mira al nombre *más cercano*, sea cual sea.',
    mask: (before, after) =>
      `La máscara también revela algo del orden: incluso sin posiciones, la segunda _the_ nota el intercambio. Su peso en la palabra anterior al verbo es ${before} antes del intercambio y ${after} después.`,
    honest:
      'Las posiciones se pusieron a 0 en un modelo entrenado con ellas: es un experimento, no un modelo que funcione. Capa 0, cabeza 1.',
    positionsLabel: 'Posiciones',
    on: 'con',
    off: 'sin',
    original: 'como está',
    exchanged: 'intercambiada',
    toNotebook: 'Posiciones, tres tokens',
  },
};
