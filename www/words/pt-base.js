import { counted, plural } from './plural.js';

/** Error messages of all elements, in Portuguese. @type {typeof import('./en-base.js').base} */
export const base = {
  links: {
    broken: 'Não foi possível ler o link; esta é a página inicial.',
    outOfRange: (name, value, range) =>
      `O link traz ${name} = ${value}, mas só se admite ${range}; esta é a página inicial.`,
    tooLarge: 'O link passa de 16 KB e não foi lido; esta é a página inicial.',
    later: 'O link é de uma versão posterior de Heedmap; esta é a página inicial.',
    tooLong: (length, most) =>
      `O link para isto teria ${length} caracteres, e cabem ${most}; o endereço continua o de antes. Guarde como HTML, ou desfaça.`,
    notComputed: (reason) => `O link traz números que não servem; esta é a página inicial. ${reason}`,
  },
  errors: {
    seed: (text) => `A semente é um número inteiro de 0 a 4294967295, como em NumPy, e não “${text}”.`,
    factor: (text) => `O fator de escala é um número com ponto decimal, como 0.5, e não “${text}”.`,
    badDraw: ({ text }) =>
      `“${text}” não é uma das chamadas de NumPy que valem aqui. Tente randint(3), randn * 0.1, rand, uniform(-1, 1) ou normal(0, 0.5).`,
    noKind: ({ text }) => `Este script não inclui a lição “${text}”: heed-lesson.js tem todas as lições.`,
    noSuchMatrix: ({ matrix }) => `Aqui não há nenhuma matriz de entrada ${matrix}.`,
    noSuchCell: ({ matrix, row, col }) => `${matrix} não tem nenhuma célula na linha ${row}, coluna ${col}.`,
    pasteShape: (f) =>
      `Foram colados ${f.rows} × ${counted(f.cols, 'número', 'números')}, mas ${f.matrix} é de ${f.wantRows} × ${f.wantCols}.`,
    headFeatures: ({ matrix, features, heads }) =>
      `${plural(features, 'A única coluna', `As ${features} colunas`)} de ${matrix} não se ${plural(features, 'divide', 'dividem')} em ${counted(heads, 'cabeça', 'cabeças')}.`,
    headSharing: ({ heads, kvHeads }) =>
      `${counted(heads, 'cabeça de consultas não pode', 'cabeças de consultas não podem')} compartilhar ${counted(kvHeads, 'cabeça', 'cabeças')} de chaves e valores: ${heads} não é múltiplo de ${kvHeads}.`,
    tooMuch: (length, most) =>
      `Como texto, estes números têm ${length} caracteres, e cabem ${most}. Escreva ou cole menos dígitos.`,
    engine: (says) => `Não é possível calcular (mensagem em inglês): “${says}”.`,
    empty: () => 'Não há nenhum número no texto colado.',
    ragged: ({ row, got, expected }) =>
      `A linha ${row} tem ${counted(got, 'número', 'números')}, mas as anteriores têm ${expected}.`,
    notNumber: ({ row, column, text }) => `Linha ${row}, coluna ${column}: “${text}” não é um número.`,
    wants: 'Um número com ponto decimal, como 0.5 ou −2.',
    readOnly: (name) =>
      `Isto não pode ser editado (${name}): é um resultado. Mude as entradas de que ele vem.`,
  },
};
