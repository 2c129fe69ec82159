/**
 * Texts of the lesson that compares positions, in Portuguese, besides its steps.
 *
 * @type {typeof import('./en-schemes.js').positions}
 */
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
  halfTitle: 'as características c e c + n/2 giram juntas, como no LLaMA e no GPT-NeoX',
  interleaved: 'intercaladas',
  interleavedTitle: 'as características 2c e 2c + 1 giram juntas, como no artigo e no GPT-J',
  turned: 'Giram',
  turnedAll: 'todas',
  turnedSome: (n) => `as ${n} primeiras`,
  slope: 'Inclinação',
  slopeOf: (head, slope) => `cabeça ${head}: ${slope}`,
  moved: {
    same: 'Não depende da primeira posição.',
    rounding: (most) => `Não depende da primeira posição (arredondamento: ${most}).`,
    by: (most) => `Depende da primeira posição: as pontuações mudam em até ${most}.`,
    at: 'Mova a primeira posição para ver quais pontuações mudam.',
  },
  curves: (query, key) => `Pontuação de ${key} para ${query} quando ${query} se afasta`,
  plot: (distance, values) => `Pontuação em função da distância. Na distância ${distance}: ${values}.`,
  outside: 'fora do gráfico',
  inMatrix: 'nos mapas',
  turns: (distance, angles) =>
    `RoPE, na distância ${distance}: os pares de consulta e chave estão separados por ${angles} rad.`,
  turnsNone: 'Aqui o RoPE não gira nenhuma característica, então não codifica a distância.',
  pick: 'Escolha acima uma célula para acompanhar a pontuação dela.',
  inputs: 'As entradas das quatro: mude qualquer número de X, W_Q ou W_K',
  inspector: {
    score: (query, key, scheme) => `Pontuação de ${key} para ${query}: ${scheme}`,
    weight: (query, key, scheme) => `Peso de ${key} para ${query}: ${scheme}`,
    without: (score, by) => `sem posições, ${score}: muda em ${by}`,
    unturned: 'nada gira',
    says: {
      none: 'Isto não depende de onde os dois tokens estão.',
      sinusoidal:
        'As ondas das duas posições se misturam com os vetores. Por isso a pontuação depende das duas posições, e não só da distância entre elas.',
      rope: 'Os dois vetores giram por ângulos que dependem das suas posições. O produto escalar deles depende apenas da diferença entre os ângulos, então só a distância conta.',
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
      'Cinco tokens com oito características cada um. the·1 e the·4 são a mesma palavra, então as suas linhas de X começam iguais. As projeções começam como a identidade, então consultas e chaves são os próprios tokens. Todas as diferenças abaixo vêm das posições.',
    none: 'Sem posições, a atenção vê um saco de palavras. Uma palavra tem a mesma consulta e recebe a mesma saída onde quer que esteja. Compare as linhas de the·1 e the·4, e as suas colunas.',
    sinusoidal:
      'Ondas de vários comprimentos são somadas aos embeddings antes das projeções. Todas as pontuações mudam, até a de um token consigo mesmo, porque a soma mistura conteúdo e posição. Mova a primeira posição, e as pontuações mudam de novo.',
    rope: 'Consultas e chaves giram, um par de características de cada vez, com ângulos que crescem com a posição. A pontuação de um token consigo mesmo é a mesma que sem posições. As outras dependem da distância, mas não das posições em si. Mova a primeira posição: nada muda.',
    alibi:
      'Nada é somado aos tokens. Cada passo de distância entre consulta e chave subtrai da pontuação a inclinação da cabeça. Em função da distância, é uma linha reta.',
    apart:
      'Agora afaste uma consulta da sua chave. Com senoides e com RoPE, a pontuação é uma soma de ondas, mais lentas quanto maior for a base. Com ALiBi, é uma linha reta. Sem posições, ela não muda.',
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
