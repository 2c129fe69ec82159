import { counted } from '../../../words/plural.js';

/** Texts of the Maps room about one head, in Portuguese. @type {typeof import('./en-head.js').head} */
export const head = {
  titles: {
    head: (layer, head) => `Camada ${layer}, cabeça ${head}`,
    mean: {
      heads: (layer) => `Camada ${layer}, média das suas cabeças`,
      layers: (head) => `Cabeça ${head}, média das suas camadas`,
      all: 'Média de todas as cabeças',
    },
    max: {
      heads: (layer) => `Camada ${layer}, máximo das suas cabeças`,
      layers: (head) => `Cabeça ${head}, máximo das suas camadas`,
      all: 'Máximo de todas as cabeças',
    },
    rollout: (layer) => `Rollout até a camada ${layer}`,
  },
  what: { none: 'pesos', norm: 'pesos × |v|', share: 'pesos × |v|, normalizados' },
  axes: 'consultas nas linhas, chaves nas colunas',
  corner: { query: 'consulta ↓', key: 'chave →' },
  heatmap: 'mapa de calor',
  mapLabel: (title, queries, keys) =>
    `${title}, ${queries} × ${keys}, consultas nas linhas, chaves nas colunas`,
  mapKeys: 'As setas movem o cursor, Shift com setas move a vista, + e − aproximam e afastam, 0 mostra tudo.',
  views: { map: 'mapa', lines: 'conexões', table: 'tabela' },
  viewsLabel: 'Como é desenhado',
  compare: 'comparar',
  waiting: 'Calculando…',
  wheelHint: 'Para aproximar, mantenha Ctrl e gire a roda, ou clique antes no mapa',
  zoom: { nearer: 'Aproximar', farther: 'Afastar', all: 'Mostrar tudo' },
  minimap: 'Vista geral do mapa: arraste o quadro para mover a vista',
  entropy: 'entropia',
  sum: 'soma',
  keyMean: 'média',

  readout: 'Célula',
  noCell: 'Aponte para uma célula ou chegue a ela com as setas.',
  weights: { none: 'peso', norm: 'peso × |v|', share: 'fração de peso × |v|' },
  rank: (rank, of) => `posição ${rank} de ${of} nesta linha`,
  rowEntropy: (nats) => `entropia da linha: ${nats} nats`,
  rowShare: (share, sum) => `${share} do peso mostrado nesta linha (${sum})`,
  places: (query, key) => `consulta ${query}, chave ${key}`,
  takesMost: (query, key) => `“${query}” recebe principalmente de “${key}”.`,
  leftOutCell: 'excluída',
  beyondCell: 'ainda não existia quando esta consulta foi calculada',
  missingCell: 'sem valor: não é um número',
  spoken: (query, key, weight) => `consulta ${query}, chave ${key}, peso ${weight}`,
  spokenRank: (rank, of) => `posição ${rank} de ${of}`,

  shown: 'O que é mostrado',
  source: 'De',
  sources: { head: 'esta cabeça', mean: 'média', max: 'máximo', rollout: 'rollout' },
  sourceHelp: {
    head: 'Uma cabeça, sem alteração',
    mean: 'Cada célula é a média de várias cabeças',
    max: 'Cada célula é o máximo de várias cabeças',
    rollout:
      'Como a atenção flui por todas as camadas até esta: a média das cabeças mais o resíduo, multiplicada camada a camada',
  },
  over: 'Sobre',
  overs: { heads: 'cabeças da camada', layers: 'camadas da cabeça', all: 'todas as cabeças' },
  by: 'Por',
  units: { tokens: 'tokens', words: 'palavras' },
  wordsHelp: 'Une os tokens de uma palavra: soma sobre as chaves, média sobre as consultas',
  noWords: 'Não há tokens para unir em palavras.',
  values: 'Ponderado',
  valueChoices: { none: 'não', norm: '× |v|', share: 'fração' },
  valueHelp: {
    none: 'Os pesos, sem alteração',
    norm: 'Cada peso vezes o comprimento do seu vetor de valor',
    share: 'O mesmo, com cada linha dividida pela sua soma',
  },
  noValues: 'Os arquivos abertos não contêm valores (v).',
  valuesOfHead: 'Os valores são de uma cabeça: mostre “esta cabeça” para usá-los.',

  colour: 'Cor',
  scale: 'Escala',
  scales: {
    auto: 'auto',
    unit: '0 a 1',
    largest: 'máximo',
    log: 'log',
    percentile: 'percentil',
    row: 'linha',
  },
  scaleHelp: {
    auto: '0 a 1, ou menos onde o mapa ficaria quase em branco',
    unit: 'A mesma cor significa o mesmo peso em todas as cabeças',
    largest: 'Até o maior peso deste mapa',
    log: 'Cada passo é dez vezes o anterior',
    percentile: 'O mesmo número de células em cada passo de cor',
    row: 'Cada linha com a sua própria escala, até o seu maior peso',
  },
  rowCompared: 'As escalas por linha não podem ser comparadas. Termine a comparação para usá-las.',
  leaveOut: 'Excluir as primeiras',
  keysLeftOut: (keys) => counted(keys, 'chave', 'chaves'),
  notRenormalised: 'As linhas não são renormalizadas: o peso excluído falta nas suas somas.',
  colourMap: 'Cores',
  mapNames: { ember: 'brasa', viridis: 'viridis', cividis: 'cividis', grey: 'cinza' },

  legend: 'O que significam as cores',
  ends: {
    unit: (what) => `${what}, de 0 a 1`,
    byPercentile: (what, end, greatest) =>
      `${what}, de 0 a ${end} (percentil 99,5); os valores maiores aparecem iguais (o maior: ${greatest})`,
    byEntropy: (what, end, greatest) =>
      `${what}, de 0 a ${end} (1 / exp da entropia média); os valores maiores aparecem iguais (o maior: ${greatest})`,
    beyond: (what, greatest) =>
      `${what}, de 0 a 1; os valores maiores aparecem como 1 (o maior: ${greatest})`,
    largest: (what, greatest) => `${what}, de 0 ao maior (${greatest})`,
    log: (what, low) => `${what}, logarítmico; 0 e os valores menores que ${low} aparecem iguais`,
    percentile: (what) => `${what}, pela posição: o mesmo número de células em cada passo de cor`,
    percentileOfA: (what) => `${what}, pela posição entre as células de A`,
    row: (what) => `${what}, como fração do máximo da sua linha`,
    signed: (what, high) => `${what}, de −${high} a ${high}, com 0 no meio`,
    difference: (high) => `A − B, de −${high} (B é maior) a ${high} (A é maior)`,
  },
  suggested: {
    head: (layer, head, heads) =>
      `De ${heads} cabeças, a ${head} da camada ${layer} é aberta primeiro, porque `,
    because: (entropy, sink, diagonal) =>
      `as suas consultas olham para poucas chaves (entropia relativa ${entropy}) e não só para a primeira (${sink}) nem para si mesmas e as suas vizinhas (${diagonal})`,
    repeats: (share) => `; ${share} do peso dos tokens repetidos vai para onde já apareceram`,
    byPercentile: (end) =>
      `As cores terminam em ${end}, o percentil 99,5, porque de 0 a 1 o mapa ficaria quase em branco.`,
    byEntropy: (end, keys) =>
      `As cores terminam em ${end}, o peso de cada chave se ele fosse dividido por igual entre as ${keys} chaves para as quais uma consulta olha, porque de 0 a 1 o mapa ficaria quase em branco.`,
  },
  hatch: 'excluída, ou ainda não existia',
  crosses: 'sem valor',

  threshold: 'Peso mínimo',
  linesLabel: (title) =>
    `${title} como conexões: consultas à esquerda, chaves à direita. As setas para cima e para baixo escolhem uma consulta.`,
  queries: 'consultas',
  keys: 'chaves',
  linesDrawn: (lines, least) =>
    `${counted(lines, 'conexão', 'conexões')}: todos os pesos de pelo menos ${least}, para as consultas visíveis.`,
  linesCapped: (drawn, lines, least) =>
    `São desenhadas as ${drawn} mais fortes de ${lines} conexões: pesos de pelo menos ${least}, para as consultas visíveis.`,
  linesOf: (query, keys) => `consulta ${query}: ${keys}`,

  topCaption: (query, at) => `Chaves de que “${query}” (consulta ${at}) mais recebe`,
  topColumns: { rank: 'posição', key: 'chave', sum: 'acumulado' },
  topShown: (shown, of) => `${shown} de ${counted(of, 'chave', 'chaves')}.`,
  previousQuery: 'Consulta anterior',
  nextQuery: 'Próxima consulta',

  compareWith: 'Comparar com',
  layer: 'camada',
  head: 'cabeça',
  file: 'em',
  files: { this: 'este arquivo', other: 'segundo arquivo' },
  swap: 'Trocar',
  swapOther: 'As cabeças de dois arquivos não podem ser trocadas: o primeiro continua sendo A.',
  swapSeveral: 'B é sempre uma só cabeça: mostre “esta cabeça” para trocar.',
  close: 'Terminar',
  noOther: 'Ainda não há um segundo arquivo. Solte um e escolha compará-lo.',
  otherShape: (here, there) =>
    `O segundo arquivo tem ${there} pesos por cabeça, e este tem ${here}. Só é possível comparar formas iguais.`,
  bounds: (name, most) => `A ${name} é um número inteiro de 0 a ${most}.`,
  maps: { a: 'A', b: 'B', difference: 'A − B' },
};
