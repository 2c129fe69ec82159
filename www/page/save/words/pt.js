import { counted } from '../../../words/plural.js';

/** Texts of saving a figure, in Portuguese. @type {import('../../words/en.js').Strings['save']} */
export const save = {
  items: {
    html: 'Salvar como HTML',
    png: 'Salvar como PNG',
    svg: 'Salvar como SVG',
  },
  hints: {
    html: 'um arquivo interativo que funciona sem conexão',
    png: 'uma imagem',
    svg: 'um desenho com texto real',
  },
  saved: (name) => `${name} foi salvo.`,
  failed: (reason) => `Não foi possível salvar a figura: ${reason.replace(/\.$/, '')}.`,
  missing: (script) => `o script “${script}” não foi carregado`,
  nothing: 'ainda não há nada aberto',
  file: {
    about: 'Feito com Heedmap. A figura é interativa, e este arquivo contém tudo de que ela precisa.',
    needs: 'Esta figura calcula a atenção no seu navegador, por isso precisa de JavaScript.',
    mask: (text) => `Máscara: ${text}`,
    map: (source, name) => `${source}, ${name}`,
    heads: (layers, heads, name) =>
      `${layers} × ${counted(heads, 'cabeça', 'cabeças')} (camadas × cabeças), ${name}`,
    from: (what) => `${what}: os números em ponto flutuante de 32 bits.`,
    rounded: (what, bits, error) =>
      `${what}: os números arredondados para ${bits} bits, com um erro de no máximo ${error}.`,
    compared: (a, b) => `${a} (aqui a cabeça 0) e ${b} (aqui a cabeça 1)`,
    weighed: 'Cada peso está multiplicado pelo comprimento do seu vetor de valor.',
    withoutValues: 'Os vetores de valor não estão neste arquivo.',
  },
  dialog: {
    heading: 'Salvar como HTML',
    what: 'Números',
    shown: 'o que se vê',
    all: (heads) => `as ${heads} cabeças`,
    bits: 'Precisão',
    exact: '32 bits, como estão',
    bits16: '16 bits',
    bits8: '8 bits',
    working: (share) => `Reunindo os números: ${share}.`,
    size: (size) => `Cerca de ${size}.`,
    error: (error) => `O erro é de no máximo ${error}. O arquivo informa isso.`,
    exactly: 'Nada é arredondado.',
    notRounded: 'O intervalo destes números é amplo demais para tão poucos bits.',
    tooMany: (numbers, most) =>
      `${numbers} números são demais para um arquivo: cabem no máximo ${most}. Salve menos cabeças.`,
    save: 'Salvar',
    cancel: 'Cancelar',
  },
};
