import { distanceLesson } from '../../../figure/words/es-schemes.js';

/** @import { LessonWords } from './en-lessons.js' */

/** @type {LessonWords} */
export const positions = {
  chip: 'Posiciones, tres tokens',
  title: 'Posiciones, y una softmax sobre toda la matriz',
  steps: {
    embed:
      'Cada embedding se multiplica por √d para que no sea pequeño frente a la posición. Después se le suman el seno y el coseno de la posición. Este cuaderno usa el exponente 2i/d, aunque su i ya avanza de dos en dos. Por eso las frecuencias bajan el doble de rápido que con el exponente de los libros, i/d, que se ve arriba.',
    project:
      'Los mismos tres vectores se proyectan de tres maneras. Las proyecciones son números enteros del generador de NumPy: randint(5), semilla 12.',
    score:
      'Los elementos de Q y K son del orden de las decenas, y sus productos, del orden de los miles. Nada los mantiene pequeños.',
    scale:
      'Dividir entre √4 reduce las puntuaciones a la mitad. Aún las separan cientos o miles, así que la softmax dará todo el peso a la más alta.',
    softmax:
      'La softmax del cuaderno abarca toda la matriz: las nueve celdas juntas suman 1, y la puntuación más alta se lo lleva todo. Al lado está la softmax por filas: cada fila suma 1.',
    mix: 'Con una sola suma para toda la matriz, dos de las tres filas de pesos son cero, y sus salidas también. Con la softmax por filas, cada salida es una suma ponderada de valores. Aquí todo el peso está en el valor de token_2.',
  },
};

/** @type {LessonWords} */
export const words = {
  chip: 'Cuatro palabras, a mano',
  title: 'Cada palabra pregunta, todas responden',
  steps: {
    embed:
      'Cuatro palabras, con tres características cada una. word_3 es word_1 y word_2 juntas. Escribe otros números y mira qué cambia.',
    project:
      'Cada palabra recibe tres vectores: una consulta, una clave y un valor. Las proyecciones salen del generador de NumPy: randint(3), semilla 42.',
    score:
      'El producto escalar de una consulta y una clave es una puntuación. Cada consulta tiene una puntuación para cada clave. El cuaderno empieza con word_1 sola: 8, 2, 10, 2.',
    scale:
      'Las puntuaciones se dividen entre √3, la raíz cuadrada del tamaño de la clave. Si no, la softmax se concentraría más solo porque los vectores tienen más características.',
    mix: 'La salida de cada palabra es una suma ponderada de los valores. De todo lo que recibe word_1, la mayor parte viene de word_3.',
  },
  tries: {
    score: 'Elige «de una en una» para hacer lo mismo.',
  },
};

/** @type {LessonWords} */
export const scaleMask = {
  chip: 'Por qué escalar y enmascarar',
  title: 'Por qué se escala, y por qué nadie mira hacia adelante',
  steps: {
    embed: 'Este cuaderno genera q, k y v directamente al azar, así que no hay embeddings.',
    project:
      'Aquí no hay proyecciones: q, k y v son las entradas. Su varianza es cercana a 1, como después de una capa de normalización.',
    score:
      'Un producto escalar de ocho términos tiene unas ocho veces la varianza de uno solo. Compara abajo la varianza de q y k con la de las puntuaciones. Dieciséis puntuaciones son una muestra pequeña.',
    scale:
      'Dividir entre √8 devuelve la varianza de las puntuaciones a cerca de 1. Sin ello, la softmax se acercaría al todo o nada.',
    mask: 'Cuando un modelo escribe, una palabra no puede mirar a las posteriores. La máscara permite la clave de la consulta y las anteriores, y suma −∞ a las demás puntuaciones.',
    softmax:
      'e elevado a −∞ es 0: las claves enmascaradas no reciben ningún peso, y el resto de la fila sigue sumando 1.',
    mix: 'MY solo puede mirarse a sí misma, así que su salida es su propio valor. Cada palabra posterior mezcla su valor con los de las anteriores. Una nota sobre los dígitos: el cuaderno no fija la semilla e imprime sus entradas con ocho decimales. Heedmap los completa, para que todo lo que imprime después coincida dígito a dígito.',
  },
  tries: {
    mask: 'Pulsa «Ver fila a fila».',
  },
};

/** @type {LessonWords} */
export const frase = {
  chip: 'Una frase',
  title: 'Una frase en español, palabra por palabra',
  steps: {
    embed:
      'Cinco palabras con embeddings al azar: randn con semilla 23. Se suman las posiciones. Aquí están escritas a mano; un modelo las aprendería.',
    project:
      'Cuatro características pasan a ser tres. Las proyecciones son pequeñas, randn × 0,1, y salen del mismo generador aleatorio que los embeddings.',
    score: 'El cuaderno va primero palabra por palabra: me, gusta, estudiar…',
    scale: 'Este cuaderno no escala. Sus puntuaciones son tan pequeñas que apenas importa.',
    softmax: 'Las puntuaciones pequeñas dan pesos casi iguales: cada palabra recibe cerca de un quinto.',
    mix: 'Los pesos casi iguales dan salidas parecidas: cinco filas que difieren en el tercer decimal. Con entrenamiento, serían más distintas.',
  },
  tries: {
    score: 'Elige «de una en una» para seguirlo.',
    scale: 'Elige 1/√d y compara.',
  },
};

/** @type {LessonWords} */
export const concepts = {
  chip: 'Conceptos con SVD',
  title: 'De la atención a los conceptos',
  steps: {
    ratings:
      'Siete personas valoran cinco películas. A cuatro les gusta la ciencia ficción y a tres, el cine romántico. Nada en la matriz dice de qué género es cada película.',
    factor:
      'La descomposición en valores singulares escribe las valoraciones como U · diag(s) · Vᵀ. Cada valor singular dice cuánto explica un concepto: 12,48; 9,51; 1,35 y después 0.',
    cut: 'Conserva los primeros k conceptos y vuelve a multiplicar. Con dos salen casi las mismas valoraciones. Mueve el control y observa el error.',
    compare:
      'Dos espectadores nuevos no han visto ninguna película en común, así que su coseno es 0. En el espacio de conceptos, a ambos les gusta la ciencia ficción y su coseno es casi 1.',
  },
};

/** @type {LessonWords} */
export const distance = distanceLesson;

/** @type {LessonWords} */
export const heads = {
  chip: 'Cabezas',
  title: 'Varias cabezas, cada una con sus propios pesos',
  steps: {
    embed:
      'Cuatro palabras, con ocho características cada una. Son unos y ceros, para que cada suma sea fácil de seguir. Cambia los que quieras.',
    project:
      'Las proyecciones son tan anchas como todas las cabezas juntas: randint(-1, 2), semilla 7. W_K y W_V tienen menos columnas cuando las cabezas comparten claves y valores.',
  },
};

/** @type {LessonWords} */
export const own = {
  chip: 'Tu cálculo',
  title: 'Tu propio cálculo',
  steps: {
    embed:
      'Escribe tus tokens y tamaños, o pega números. Cada celda de una entrada se puede editar en su sitio.',
  },
};

/** The texts of stories are in `es-stories.js`. @type {LessonWords} */
const first = { chip: 'A qué mira una palabra', title: 'A qué mira una palabra', steps: {} };
/** @type {LessonWords} */
const ahead = {
  chip: 'Nadie mira hacia adelante',
  title: 'Por qué nadie mira hacia adelante',
  steps: {},
};
/** @type {LessonWords} */
const scaling = { chip: 'Por qué se escala', title: 'Por qué se escala', steps: {} };
/** @type {LessonWords} */
const twoHeads = { chip: 'Dos cabezas', title: 'Dos cabezas, dos preguntas', steps: {} };
/** @type {LessonWords} */
const order = { chip: 'El orden de las palabras', title: 'Qué se rompe sin posiciones', steps: {} };

/** Texts of the lessons, in Spanish. @type {typeof import('./en-lessons.js').lessons} */
export const lessons = {
  first,
  words,
  scaling,
  ahead,
  'scale-mask': scaleMask,
  order,
  positions,
  distance,
  'two-heads': twoHeads,
  heads,
  frase,
  concepts,
  own,
};

/** The text of each step, unless a lesson has its own. @type {typeof import('./en-lessons.js').steps} */
export const steps = {
  embed: 'Cada token se convierte en un vector: una fila de X. Un token conserva su fila en toda la figura.',
  project:
    'Tres matrices aprendidas convierten cada vector en una consulta (lo que busca), una clave (lo que ofrece) y un valor (lo que aporta).',
  score:
    'El producto escalar de una consulta y una clave es una puntuación: indica cuánto encaja la clave con la consulta. Cada consulta tiene una puntuación para cada clave.',
  scale:
    'Las puntuaciones se dividen entre la raíz cuadrada del tamaño de la clave. Si no, la softmax se concentraría más solo porque los vectores tienen más características.',
  mask: 'Una máscara dice a qué claves puede mirar una consulta. Con «ninguna» puede mirar a todas. «causal» prohíbe las claves posteriores a la consulta.',
  split:
    'Cada cabeza toma sus propias columnas de Q, K y V y nunca ve las demás. En este paso no se calcula nada. Si hay menos cabezas de claves y valores que de consultas, las de consultas las comparten.',
  attend:
    'Cada cabeza tiene sus propias puntuaciones y sus propios pesos. Así, cabezas distintas pueden mirar a tokens distintos a la vez. Elige una celda para abrir su cabeza.',
  concatenate:
    'Las salidas de las cabezas vuelven a ponerse una junto a otra, en su orden. Aún no se mezcla nada: cada columna sigue siendo de una sola cabeza.',
  out: 'W_O mezcla las cabezas. Cada número del resultado es el producto escalar de una fila de las salidas concatenadas y una columna de W_O.',
  softmax:
    'La softmax convierte las puntuaciones de una consulta en pesos. Ningún peso es negativo. Por filas, que es lo correcto, cada fila suma 1.',
  mix: 'Cada salida es una suma ponderada de los valores, con los pesos de su fila.',
};
