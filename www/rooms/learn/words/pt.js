import { lessons, steps } from './pt-lessons.js';
import { figure, legend } from '../../../figure/words/pt.js';
import { worksheet } from './pt-worksheet.js';
import { distanceSteps, positions } from '../../../figure/words/pt-schemes.js';
import { stage } from './pt-stage.js';
import { stories } from './pt-stories.js';

/** Texts of the Learn room, in Portuguese. @type {typeof import('./en.js').learn} */
export const learn = {
  lessons,
  steps,
  figure,
  positions,
  stage,
  stories,
  numpy: {
    label: 'O passo em NumPy',
    copy: 'Copiar como NumPy',
    copied: 'Copiado.',
    notCopied: 'O navegador não permitiu copiar. Selecione o texto.',
  },
  stepNames: {
    embed: 'Embeddings',
    project: 'Projeção',
    score: 'Pontuação',
    scale: 'Escala',
    mask: 'Máscara',
    softmax: 'Softmax',
    mix: 'Mistura',
    ratings: 'Avaliações',
    factor: 'Fatores',
    cut: 'Corte',
    compare: 'Comparação',
    split: 'Divisão',
    attend: 'Atenção',
    concatenate: 'Concatenação',
    out: 'Saída',
    ...distanceSteps,
  },
  worksheet,
  stepsLabel: 'Passos',
  legend,
  own: {
    heading: 'Seu cálculo',
    noTokens: 'Escreva pelo menos um token.',
    tooManyTokens: (n, most) => `${n} tokens são demais: cabem no máximo ${most}.`,
    longToken: (n, most) => `Um token de ${n} caracteres é longo demais: cabem no máximo ${most}.`,
    size: (name, text, most) => `${name} deve ser um número inteiro de 1 a ${most}, e não “${text}”.`,
  },
};
