/** What the lesson on positions says, in Portuguese. @type {typeof import('./en-schemes.js').positions} */
export const positions = {
  heading: 'Os mesmos tokens, de quatro maneiras',
  schemes: { none: 'sem posições', sinusoidal: 'senoidal', rope: 'RoPE', alibi: 'ALiBi' },
  titles: { none: 'Sem posições', sinusoidal: 'Senoidal', rope: 'RoPE', alibi: 'ALiBi' },
  scores: 'pontuações das quatro',
  base: 'Base',
  shift: 'Primeira posição',
  distance: 'Distância',
  reach: 'Até',
  pairs: 'Pares',
  half: 'metades',
  halfTitle: 'giram juntas as características c e c + n/2, como em LLaMA e GPT-NeoX',
  interleaved: 'vizinhas',
  interleavedTitle: 'giram juntas as características 2c e 2c + 1, como no artigo e em GPT-J',
  turned: 'Giram',
  turnedAll: 'todas',
  turnedSome: (n) => `as ${n} primeiras`,
  slope: 'Inclinação',
  slopeOf: (head, slope) => `cabeça ${head}: ${slope}`,
  moved: {
    same: 'Não depende da primeira posição.',
    rounding: (most) => `Não depende da primeira posição (arredondamento: ${most}).`,
    by: (most) => `Depende da primeira posição: as pontuações mudam em até ${most}.`,
    at: 'Mova a primeira posição para ver que pontuações mudam.',
  },
  curves: (query, key) => `Pontuação de ${key} para ${query} quando ${query} se afasta`,
  plot: (distance, values) => `Pontuação conforme a distância. À distância ${distance}: ${values}.`,
  outside: 'fora do gráfico',
  inMatrix: 'nos mapas',
  turns: (distance, angles) =>
    `RoPE, à distância ${distance}: os pares de consulta e chave estão separados por ${angles} rad.`,
  turnsNone: 'Aqui RoPE não gira nenhuma característica, portanto não codifica a distância.',
  pick: 'Escolha acima uma célula para acompanhar a sua pontuação.',
  inputs: 'As entradas das quatro: mude qualquer número de X, W_Q ou W_K',
  inspector: {
    score: (query, key, scheme) => `Pontuação de ${key} para ${query}: ${scheme}`,
    weight: (query, key, scheme) => `Peso de ${key} para ${query}: ${scheme}`,
    without: (score, by) => `sem posições ${score}: muda em ${by}`,
    unturned: 'nada gira',
    says: {
      none: 'Isto não depende de onde os dois tokens estão.',
      sinusoidal:
        'As ondas das duas posições se misturam com os vetores. Por isso a pontuação depende das duas posições, e não só da distância entre elas.',
      rope: 'Os dois vetores giram com ângulos que dependem da sua posição. O seu produto escalar depende apenas da diferença entre os ângulos, portanto só a distância conta.',
      alibi: 'Cada passo de distância custa m, sejam quais forem os dois tokens.',
    },
  },
  errors: {
    distance: (reach) => `Uma distância é um número inteiro de 0 a ${reach}.`,
    shift: (most) => `Uma posição é um número inteiro de 0 a ${most}.`,
    base: 'A base é um número finito maior que 0.',
  },
};

/** The lesson itself. @type {typeof import('./en-schemes.js').distanceLesson} */
export const distanceLesson = {
  chip: 'Posições comparadas',
  title: 'Quatro maneiras de codificar onde está um token',
  steps: {
    tokens:
      'Cinco tokens com oito características cada um. the·1 e the·4 são a mesma palavra, portanto as suas linhas de X começam iguais. As projeções começam como a identidade, portanto consultas e chaves são os próprios tokens. Toda diferença abaixo vem das posições.',
    none: 'Sem posições, a atenção vê um saco de palavras. Uma palavra pergunta o mesmo e recebe o mesmo onde quer que esteja. Compare as linhas de the·1 e the·4, e as suas colunas.',
    sinusoidal:
      'Ondas de vários comprimentos são somadas aos embeddings antes das projeções. Todas as pontuações mudam, até a de um token consigo mesmo, porque uma só soma mistura conteúdo e posição. Mova a primeira posição, e as pontuações mudam.',
    rope: 'Consultas e chaves giram, um par de características de cada vez, com ângulos que crescem com a posição. A pontuação de um token consigo mesmo é a mesma que sem posições. As outras dependem das posições apenas através da distância. Mova a primeira posição: nada muda.',
    alibi:
      'Nada é somado aos tokens. Cada passo de distância entre consulta e chave subtrai da pontuação a inclinação da cabeça. Conforme a distância, é uma linha reta.',
    apart:
      'Agora afaste uma consulta da sua chave. As senoides e RoPE dão uma soma de ondas, mais lentas quanto maior for a base. ALiBi dá uma linha reta. Sem posições, nada muda.',
  },
};

/** Names of its steps. @type {typeof import('./en-schemes.js').distanceSteps} */
export const distanceSteps = {
  tokens: 'Tokens',
  none: 'Sem posições',
  sinusoidal: 'Senoidal',
  rope: 'RoPE',
  alibi: 'ALiBi',
  apart: 'Distância',
};

/** Names of its matrices. @type {typeof import('./en-schemes.js').distanceNames} */
export const distanceNames = {
  scoresNone: 'pontuações sem posições',
  scoresSinusoidal: 'pontuações com senoides',
  scoresRope: 'pontuações com RoPE',
  scoresAlibi: 'pontuações com ALiBi',
  weightsNone: 'pesos sem posições',
  weightsSinusoidal: 'pesos com senoides',
  weightsRope: 'pesos com RoPE',
  weightsAlibi: 'pesos com ALiBi',
};
