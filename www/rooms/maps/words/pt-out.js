import { counted, plural } from '../../../words/plural.js';

/** What the Maps room says of its out, in Portuguese. */
export const out = {
  heading: 'Exportar',
  width: 'Largura em pixels',
  widthWrong: (/** @type {string} */ text, /** @type {number} */ least, /** @type {number} */ most) =>
    `Uma largura é um número inteiro de ${least} a ${most}, e não “${text}”.`,
  part: 'Parte',
  parts: { all: 'tudo', sight: 'o que se vê' },
  save: { png: 'PNG', svg: 'SVG', csv: 'CSV' },
  saveTitle: {
    png: 'Guardar o mapa como imagem PNG',
    svg: 'Guardar o mapa como desenho SVG com texto de verdade',
    csv: 'Guardar os números como tabela CSV, com todos os seus dígitos',
  },
  csvOf: { a: 'CSV de A', b: 'CSV de B', difference: 'CSV de A − B' },
  copyPicture: 'Copiar imagem',
  copyTable: 'Copiar tabela',
  copied: { picture: 'A imagem está copiada.', table: 'A tabela está copiada.' },
  notCopied: 'O navegador não permitiu copiar. Guarde como arquivo.',
  tooLarge: (/** @type {number} */ cells, /** @type {number} */ most) =>
    `${cells} células são demais para uma tabela: cabem ${most}. Aproxime a vista e guarde a parte visível.`,
  tooLong: (/** @type {number} */ cells, /** @type {number} */ most) =>
    `${cells} células são demais para copiar: cabem ${most}. Guarde-as como CSV.`,
  saved: (/** @type {string} */ name) => `${name} está guardado.`,
  working: (/** @type {string} */ share) => `Escrita da tabela: ${share}.`,
  cancelled: 'Cancelado: nada foi guardado.',
  failed: (/** @type {string} */ reason) => `Não foi possível guardar: ${reason.replace(/\.$/, '')}.`,
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
    `Real: a atenção de ${model} sobre “${sentence}”, arredondada a múltiplos de 1/${steps}.`,
  file: (/** @type {string} */ name, /** @type {number} */ layers, /** @type {number} */ heads) =>
    `De ${name}, ${layers} × ${counted(heads, 'cabeça', 'cabeças')} (camadas × cabeças).`,
  computed: 'Os pesos foram calculados a partir de q e k.',
  size: (/** @type {number} */ queries, /** @type {number} */ keys) =>
    `${counted(queries, 'consulta', 'consultas')} nas linhas, ${counted(keys, 'chave', 'chaves')} nas colunas.`,
  visiblePart: (/** @type {string} */ queries, /** @type {string} */ keys) =>
    `Uma parte: consultas ${queries}, chaves ${keys}.`,
  pooled: (/** @type {number} */ rows, /** @type {number} */ cols) =>
    `Cada ponto é o maior de ${rows} × ${cols} células. Numa diferença, é o mais distante de 0.`,
  leftOut: (/** @type {number} */ n) =>
    `${plural(n, 'A primeira chave fica de fora', `As primeiras ${n} chaves ficam de fora`)}. As linhas não são renormalizadas: às suas somas falta o peso que fica de fora.`,
  words: 'Os tokens são unidos em palavras: soma sobre chaves, média sobre consultas.',
  values: {
    norm: 'Cada peso é multiplicado pelo comprimento do seu vetor de valor.',
    share:
      'Cada peso é multiplicado pelo comprimento do seu vetor de valor, e cada linha é dividida pela sua soma, de modo que soma 1.',
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
  gone: 'fica de fora, ou ainda não existia',
  missing: 'em falta: não é um número',
};
