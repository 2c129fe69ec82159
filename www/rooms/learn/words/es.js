import { lessons, steps } from './es-lessons.js';
import { figure, legend } from '../../../figure/words/es.js';
import { worksheet } from './es-worksheet.js';
import { distanceSteps, positions } from '../../../figure/words/es-schemes.js';
import { stage } from './es-stage.js';
import { stories } from './es-stories.js';

/** Texts of the Learn room, in Spanish. @type {typeof import('./en.js').learn} */
export const learn = {
  lessons,
  steps,
  figure,
  positions,
  stage,
  stories,
  numpy: {
    label: 'El paso en NumPy',
    copy: 'Copiar como NumPy',
    copied: 'Copiado.',
    notCopied: 'El navegador no permitió copiar. Selecciona el texto.',
  },
  stepNames: {
    embed: 'Embeddings',
    project: 'Proyección',
    score: 'Puntuación',
    scale: 'Escalado',
    mask: 'Máscara',
    softmax: 'Softmax',
    mix: 'Mezcla',
    ratings: 'Valoraciones',
    factor: 'Factores',
    cut: 'Corte',
    compare: 'Comparación',
    split: 'División',
    attend: 'Atención',
    concatenate: 'Concatenación',
    out: 'Salida',
    ...distanceSteps,
  },
  worksheet,
  stepsLabel: 'Pasos',
  legend,
  own: {
    heading: 'Tu cálculo',
    noTokens: 'Escribe al menos un token.',
    tooManyTokens: (n, most) => `${n} tokens son demasiados: caben ${most} como máximo.`,
    longToken: (n, most) => `Un token de ${n} caracteres es demasiado largo: caben ${most} como máximo.`,
    size: (name, text, most) => `${name} debe ser un número entero de 1 a ${most}, no «${text}».`,
  },
};
