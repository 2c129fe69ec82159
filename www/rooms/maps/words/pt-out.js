import { counted, plural } from '../../../words/plural.js';

/** Texts of the Maps room about its export, in Portuguese. */
export const out = {
  heading: 'Exportar',
  width: 'Largura em pixels',
  widthWrong: (/** @type {string} */ text, /** @type {number} */ least, /** @type {number} */ most) =>
    `Uma largura é um número inteiro de ${least} a ${most}, e não “${text}”.`,
  part: 'Parte',
  parts: { all: 'tudo', sight: 'o que se vê' },
  save: { png: 'PNG', svg: 'SVG', csv: 'CSV' },
  saveTitle: {
    png: 'Salvar o mapa como imagem PNG',
    svg: 'Salvar o mapa como desenho SVG com texto real',
    csv: 'Salvar os números como tabela CSV, com todos os seus dígitos',
  },
  csvOf: { a: 'CSV de A', b: 'CSV de B', difference: 'CSV de A − B' },
  copyPicture: 'Copiar imagem',
  copyTable: 'Copiar tabela',
  copied: { picture: 'Imagem copiada.', table: 'Tabela copiada.' },
  notCopied: 'O navegador não permitiu copiar. Salve como arquivo.',
  tooLarge: (/** @type {number} */ cells, /** @type {number} */ most) =>
    `${cells} células são demais para uma tabela: cabem no máximo ${most}. Aproxime a vista e salve a parte visível.`,
  tooLong: (/** @type {number} */ cells, /** @type {number} */ most) =>
    `${cells} células são demais para copiar: cabem no máximo ${most}. Salve-as como CSV.`,
  saved: (/** @type {string} */ name) => `${name} foi salvo.`,
  working: (/** @type {string} */ share) => `Escrevendo a tabela: ${share}.`,
  cancelled: 'Cancelado: nada foi salvo.',
  failed: (/** @type {string} */ reason) => `Não foi possível salvar o mapa: ${reason.replace(/\.$/, '')}.`,
  source: {
    head: (/** @type {number} */ layer, /** @type {number} */ head) => `Camada ${layer}, cabeça ${head}`,
    rollout: (/** @type {number} */ layer) => `Atenção acumulada (rollout) da camada 0 à camada ${layer}`,
    mean: {
      heads: (/** @type {number} */ layer) => `Média sobre as cabeças da camada ${layer}`,
      layers: (/** @type {number} */ head) => `Média sobre as camadas da cabeça ${head}`,
      all: 'Média sobre todas as camadas e cabeças',
    },
    max: {
      heads: (/** @type {number} */ layer) => `Máximo sobre as cabeças da camada ${layer}`,
      layers: (/** @type {number} */ head) => `Máximo sobre as camadas da cabeça ${head}`,
      all: 'Máximo sobre todas as camadas e cabeças',
    },
  },
  sample: (/** @type {string} */ model, /** @type {string} */ sentence, /** @type {number} */ steps) =>
    `Dados reais: a atenção de ${model} em “${sentence}”, arredondada para múltiplos de 1/${steps}.`,
  file: (/** @type {string} */ name, /** @type {number} */ layers, /** @type {number} */ heads) =>
    `De ${name}, ${layers} × ${counted(heads, 'cabeça', 'cabeças')} (camadas × cabeças).`,
  computed: 'Os pesos foram calculados a partir de q e k.',
  size: (/** @type {number} */ queries, /** @type {number} */ keys) =>
    `${counted(queries, 'consulta', 'consultas')} nas linhas, ${counted(keys, 'chave', 'chaves')} nas colunas.`,
  visiblePart: (/** @type {string} */ queries, /** @type {string} */ keys) =>
    `Parte do mapa: consultas ${queries}, chaves ${keys}.`,
  pooled: (/** @type {number} */ rows, /** @type {number} */ cols) =>
    `Cada pixel mostra o máximo de ${rows} × ${cols} células. Em uma diferença, mostra a célula mais distante de 0.`,
  leftOut: (/** @type {number} */ n) =>
    `${plural(n, 'A primeira chave está excluída', `As primeiras ${n} chaves estão excluídas`)}. As linhas não são renormalizadas: o peso excluído falta nas suas somas.`,
  words: 'Os tokens são unidos em palavras: soma sobre chaves, média sobre consultas.',
  values: {
    norm: 'Cada peso é multiplicado pelo comprimento do seu vetor de valor.',
    share:
      'Cada peso é multiplicado pelo comprimento do seu vetor de valor, e cada linha é dividida pela sua soma, de modo que some 1.',
  },
  panel: {
    a: (/** @type {string} */ what) => `A: ${what}`,
    b: (/** @type {string} */ what) => `B: ${what}`,
    difference: 'A − B',
  },
  comparing: (/** @type {string} */ a, /** @type {string} */ b) =>
    `${a}, em comparação com ${b.replace(/^./, (letter) => letter.toLowerCase())}`,
  otherFile: (/** @type {string} */ what, /** @type {string} */ name) => `${what} de ${name}`,
  axes: { query: 'consulta (linhas)', key: 'chave (colunas)' },
  gone: 'excluída, ou ainda não existia',
  missing: 'sem valor: não é um número',
};
