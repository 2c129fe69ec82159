import { counted, plural } from '../../../words/plural.js';

/** Texts of the Maps room about its files and about all heads, in Portuguese. */
export const overview = {
  reset: 'Recomeçar',
  open: 'Abrir arquivos…',
  invites: 'Solte aqui a atenção do seu modelo',
  kinds: 'Pesos, ou q e k: .npy, .npz, .safetensors, .json, .csv, .tsv. Nada sai desta página.',
  sample: (/** @type {string} */ which) => `Enquanto isso, aparece um exemplo. ${which}`,
  source: (/** @type {string} */ name, /** @type {string} */ size) =>
    `${name}, ${size}. Nada saiu desta página.`,
  andOthers: (/** @type {string} */ name, /** @type {string} */ others) => `${name} e mais ${others}`,
  waits: (/** @type {string} */ name, /** @type {string} */ heads, /** @type {string} */ tokens) =>
    `Este link é para o arquivo ${name} (${heads}, ${tokens}). Solte esse arquivo para vê-lo.`,
  doing: {
    open: 'Lendo os arquivos',
    heads: 'Medindo as cabeças',
    map: 'Calculando o mapa',
    similar: 'Comparando as cabeças',
    block: 'Lendo o arquivo para as próximas cabeças',
    check: 'Verificando o resto do arquivo',
  },
  headsDone: (/** @type {string} */ doing, /** @type {string} */ done, /** @type {string} */ all) =>
    `${doing}: ${done} de ${all}`,
  restarted: 'O cálculo parou e foi reiniciado. Os arquivos continuam abertos.',
  cancel: 'Cancelar',
  stopped: 'Parado. O conteúdo anterior continua aqui.',
  measured: (/** @type {string} */ there, /** @type {string} */ all) =>
    `Cabeças medidas: ${there} de ${all}.`,
  resume: 'Medir todas',
  ask: (/** @type {string} */ name) => `Onde abrir ${name}?`,
  instead: 'No lugar deste',
  beside: 'Ao lado, para comparar',
  neither: 'Não abrir',
  emptyFolder: (/** @type {string} */ name) => `A pasta “${name}” não contém arquivos.`,
  unreadFolder: (/** @type {string} */ name) =>
    `Não é possível ler a pasta “${name}”: solte os arquivos que ela contém.`,
  refused: (/** @type {string} */ name, /** @type {string} */ why) => `${name}: ${why}`,
  moreRefused: (/** @type {string} */ more) =>
    `${plural(more, 'Foi rejeitado', 'Foram rejeitados')} mais ${counted(more, 'arquivo', 'arquivos')}.`,
  close: 'Fechar esta mensagem',
  otherShape: (/** @type {string} */ here, /** @type {string} */ there) =>
    `Só é possível comparar mapas com o mesmo número de consultas e chaves: ${here} aqui, ${there} ali.`,
  drop: 'Solte para ver a que as suas cabeças atendem',
  dropInstead: 'Solte aqui: no lugar do que está aberto',
  dropBeside: 'Solte aqui: ao lado, para comparar',
  head: 'cabeça',
  count: (/** @type {string} */ all) => counted(all, 'cabeça', 'cabeças'),
  countOf: (/** @type {string} */ passing, /** @type {string} */ all) =>
    `${passing} de ${counted(all, 'cabeça', 'cabeças')}`,
  sortedBy: 'por',
  byLayer: 'camada',
  written: 'com',
  orders: { up: 'Do menor ao maior', down: 'Do maior ao menor' },
  orderOfLayers: { up: 'A primeira camada primeiro', down: 'A última camada primeiro' },
  byLikeness: (/** @type {string} */ layer, /** @type {string} */ head) => `semelhança com ${layer}·${head}`,
  likeness: (/** @type {string} */ layer, /** @type {string} */ head) => `semelhança com ${layer}·${head}`,
  likenessFormula:
    '1 − média por consultas de √JSD(a, b), a distância de Jensen-Shannon das duas linhas na base 2: 1 significa os mesmos pesos em toda parte',
  filter: 'Só com',
  filterOff: 'qualquer medida',
  atLeast: (/** @type {string} */ name) => `${name}, pelo menos`,
  atMost: (/** @type {string} */ name) => `${name}, no máximo`,
  leftOut: 'excluída pelo filtro',
  boxLabel: (/** @type {string} */ passing, /** @type {string} */ all) =>
    `Miniaturas de ${passing} de ${counted(all, 'cabeça', 'cabeças')}. As setas movem, Enter abre, Shift e Enter comparam.`,
  boxRole: 'cabeças',
  place: (/** @type {string} */ layer, /** @type {string} */ head) => `Camada ${layer}, cabeça ${head}`,
  notYet: 'ainda não medida',
  pressToOpen: 'Pressione para ver.',
  ofLayer: (/** @type {string} */ kind, /** @type {string} */ layer) =>
    `${kind} das cabeças da camada ${layer}`,
  ofHead: (/** @type {string} */ kind, /** @type {string} */ head) =>
    `${kind} da cabeça ${head} pelas camadas`,
  ofAll: (/** @type {string} */ kind) => `${kind} de todas as cabeças`,
  combine: { mean: 'média', max: 'máximo' },
  asTable: 'como tabela',
  withoutTable: 'fechar a tabela',
  table: 'Todas as cabeças com as suas medidas, como tabela',
  more: (/** @type {string} */ more) => `mais ${more}`,
  axes: 'camadas nas linhas, cabeças nas colunas ·',
  flowAxes: 'camada·cabeça ·',
  shown: 'peso',
  shownLog: 'peso, logarítmico',
  unitKept: '(de 0 a 1 para todas)',
  does: (/** @type {string} */ layer, /** @type {string} */ head) =>
    `O que faz a cabeça ${head} da camada ${layer}`,
  alike: 'Cabeças como esta',
  measures: {
    entropy: {
      name: 'entropia',
      formula: 'média por consultas de −Σ w ln w, em nats',
      says: 'O quanto uma consulta espalha o seu peso. 0 significa que todo o peso está em uma chave. ln n significa que ele se divide por igual entre n chaves.',
    },
    normalised_entropy: {
      name: 'entropia relativa',
      formula: 'média por consultas de −Σ w ln w / ln n, com n chaves permitidas',
      says: 'A entropia como fração do seu máximo, para comparar textos de comprimentos diferentes.',
    },
    sink_share: {
      name: 'sumidouro',
      formula: 'média por consultas do peso na chave 0',
      says: 'Muitas cabeças põem o seu peso no primeiro token quando não têm nada para fazer.',
    },
    previous_token: {
      name: 'token anterior',
      formula: 'média por consultas p de w[p, p − 1]',
      says: 'O peso no token anterior.',
    },
    next_token: {
      name: 'próximo token',
      formula: 'média por consultas p de w[p, p + 1]',
      says: 'O peso no próximo token. Nas cabeças causais, é 0.',
    },
    induction: {
      name: 'indução',
      formula: 'média por tokens repetidos de Σ w[p, e + 1], com e as posições anteriores do token de p',
      says: 'Depois de “A B … A”, uma cabeça de indução olha para B. A medida precisa de tokens repetidos.',
    },
    duplicate_token: {
      name: 'token repetido',
      formula: 'média por tokens repetidos de Σ w[p, e], com e as posições anteriores do token de p',
      says: 'O peso nas ocorrências anteriores do mesmo token. A medida precisa de tokens repetidos.',
    },
    mean_distance: {
      name: 'distância',
      formula: 'média por consultas de Σ w[p, j] · |p − j|, em tokens',
      says: 'A que distância a cabeça olha.',
    },
    diagonal_share: {
      name: 'diagonal',
      formula: 'média por consultas de Σ w[p, j] com |p − j| ≤ 1',
      says: 'O peso no próprio token e nos seus vizinhos.',
    },
    causal_share: {
      name: 'causal',
      formula: 'média por consultas de Σ w[p, j] com j ≤ p',
      says: 'O peso na própria consulta e nos tokens anteriores. Em um modelo causal, é 1.',
    },
  },
  keys: /** @type {[string, string][]} */ ([
    ['← ↑ ↓ →', 'de cabeça em cabeça; no mapa grande, de célula em célula'],
    ['Home, End', 'aos extremos da linha (com Ctrl: primeira e última)'],
    ['Enter', 'abre a cabeça; em um número da margem, a média pela sua camada ou cabeça'],
    ['Shift Enter', 'compara a cabeça com a que está aberta'],
    ['[ e ]', 'cabeça anterior e próxima, de qualquer lugar'],
    ['+, −, 0', 'no mapa grande: aproximar, afastar, mostrar tudo'],
    ['Ctrl V', 'abre arquivos da área de transferência'],
    ['Ctrl Z, Ctrl Y', 'desfazer, refazer'],
    ['?', 'esta lista'],
  ]),
};
