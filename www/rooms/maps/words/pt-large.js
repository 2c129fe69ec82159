/**
 * Texts of the Maps room about heads that do not fit in memory, in Portuguese.
 *
 * @type {typeof import('./en-large.js').large}
 */
export const large = {
  heading: 'Cabeça grande',
  pooling: 'Um pixel mostra',
  poolings: { max: 'máximo', mean: 'média', mass: 'massa da linha' },
  poolingHelp: {
    max: 'O maior peso de suas células: uma única célula brilhante continua visível',
    mean: 'O peso médio de suas células',
    mass: 'A parte do peso de uma linha que está nas suas chaves em conjunto, como média das linhas',
  },
  legend: {
    one: 'Cada pixel é uma célula: nada é agrupado nem amostrado.',
    exact: (what, size) => `Cada pixel: ${what} de ${size} células, exato.`,
    sampled: (what, size, share) =>
      `Cada pixel: ${what} de ${size} células. ${share} das linhas visíveis estão calculadas. Nas demais, o pixel mostra uma só de suas células, como amostra.`,
    max: 'o máximo',
    mean: 'a média',
    mass: 'a massa da linha',
  },
  progress: (share) => `${share} exato`,
  progressHelp: (rows, all) => `${rows} de todas as ${all} linhas são exatas`,
  progressLabel: 'Linhas exatas',
  stop: 'Parar',
  go: 'Continuar',
  memory: (bytes, most) => `Memória: ${bytes} de no máximo ${most}.`,
  problem: (why) => `O cálculo parou, e os resultados obtidos são mantidos: ${why}`,
  missingKeys: (keys, first) =>
    keys === 1
      ? `A chave ${first} de k tem números não finitos: sua coluna falta, e a softmax a ignora.`
      : `${keys} chaves de k (a primeira é ${first}) têm números não finitos: suas colunas faltam, e a softmax as ignora.`,
  missingQueries: (queries, first) =>
    queries === 1
      ? `A consulta ${first} de q tem números não finitos: sua linha falta.`
      : `${queries} consultas de q (a primeira é ${first}) têm números não finitos: suas linhas faltam.`,
  masked: 'mascarada',
  maskedCell: 'mascarada: a consulta não pode atender a esta chave',
  only: 'Esta cabeça não cabe na memória: não há cabeças combinadas, comparações, palavras, valores, conexões nem escalas por linha.',
  standing: 'Células que se destacam',
  standingHelp:
    'O maior peso de uma linha, como múltiplo de uma distribuição uniforme entre as chaves a que a consulta pode atender. Os anéis as marcam no mapa. Mais aparecem à medida que mais linhas são exatas.',
  cell: (query, key, weight, times) => `consulta ${query}, chave ${key}: ${weight}, ${times} × uniforme`,
  sampledValue: (value, error) => `≈${value} ±${error}`,
  sampledMeasures: (rows) =>
    `Os valores precedidos de ≈ são estimados com uma amostra de ${rows} linhas, com seu erro padrão.`,
  synthetic: 'sintético',
  syntheticFile: (what) => `Dados sintéticos, não de um modelo: ${what}`,
  make: {
    heading: 'Cabeça sintética',
    tokens: 'Tokens',
    kinds: { local: 'local', sink: 'sumidouro', needle: 'agulha', induction: 'indução' },
    kindHelp: {
      local: 'Cada consulta olha para as chaves ao seu redor',
      sink: 'Todas as consultas olham para a primeira chave',
      needle: 'Uma consulta olha para uma chave; o resto é ruído',
      induction: 'A segunda metade repete a primeira, e cada consulta olha para o que veio depois ali',
    },
    all: 'as quatro',
    structure: 'Estrutura',
    causal: 'causal',
    make: 'Gerar',
    wrong: (text, least, most) => `O número de tokens é um inteiro de ${least} a ${most}, e não “${text}”.`,
  },
};
