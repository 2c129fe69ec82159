import { counted, plural } from './plural.js';

/** Error messages of all elements, in Portuguese. @type {typeof import('./en-base.js').base} */
export const base = {
  links: {
    broken: 'Não foi possível ler o link, então a página mostra os valores padrão.',
    outOfRange: (name, value, range) =>
      `O link tem ${name} = ${value}, mas só é possível ${range}, então a página mostra os valores padrão.`,
    tooLarge: 'O link passa de 16 KB e não foi lido, então a página mostra os valores padrão.',
    later: 'O link é de uma versão posterior do Heedmap, então a página mostra os valores padrão.',
    tooLong: (length, most) =>
      `Um link para isto teria ${length} caracteres, mas cabem no máximo ${most}, então o endereço ainda tem o estado anterior. Salve como HTML, ou desfaça a alteração.`,
    notComputed: (reason) => `O link não pode ser usado, então a página mostra os valores padrão. ${reason}`,
  },
  errors: {
    seed: (text) => `A semente é um número inteiro de 0 a 4294967295, como no NumPy, e não “${text}”.`,
    factor: (text) => `O fator de escala é um número, como 0,5, e não “${text}”.`,
    badDraw: ({ text }) =>
      `“${text}” não é uma das chamadas do NumPy que funcionam aqui. Tente randint(3), randn * 0.1, rand, uniform(-1, 1) ou normal(0, 0.5).`,
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
      `Como texto, estes números têm ${length} caracteres, mas cabem no máximo ${most}. Escreva ou cole menos dígitos.`,
    engine: (says) => `Não é possível calcular (mensagem em inglês): “${says}”.`,
    empty: () => 'Não há nenhum número no texto colado.',
    ragged: ({ row, got, expected }) =>
      `A linha ${row} tem ${counted(got, 'número', 'números')}, mas as anteriores têm ${expected}.`,
    notNumber: ({ row, column, text }) => `Linha ${row}, coluna ${column}: “${text}” não é um número.`,
    wants: 'Um número, como 0,5 ou −2.',
    readOnly: (name) =>
      `Isto não pode ser editado (${name}): é um resultado. Mude as entradas de que ele vem.`,
  },
};
