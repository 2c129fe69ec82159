/** What the stage says, in Portuguese. */
export const stage = {
  step: 'passo',
  back: 'Voltar',
  next: (/** @type {string} */ name) => `Próximo: ${name}`,
  onward: (/** @type {string} */ name) => `Próxima lição: ${name}`,
  end: 'Último passo',
  whole: 'O conjunto',
  oneStep: 'Passo a passo',
  present: 'Apresentar',
  leave: 'sai',
  play: 'Repetir',
  skip: 'Saltar',
  ask: 'Perguntar por esta célula',
  unask: 'Retirar a pergunta',
  asked: 'uma pergunta, ainda sem resposta',
  shown: 'Em cena',
  rank: 'Posto da aproximação',
  cosineFilms: 'Cosseno dos novos espectadores, em filmes',
  cosineConcepts: 'em conceitos',
  names: /** @type {Record<string, string>} */ ({
    x: 'Tokens',
    q: 'Consultas',
    k: 'Chaves',
    v: 'Valores',
  }),
  of: /** @type {Record<string, string>} */ ({ q: 'uma consulta', k: 'uma chave', v: 'um valor' }),
  parts: { scores: 'Pontuações', weights: 'Pesos', output: 'Saída' },
  question: {
    pair: (/** @type {string} */ name, /** @type {string} */ key, /** @type {string} */ query) =>
      `Que ${name} tem [k:${key}] para [q:${query}]?`,
    cell: (/** @type {string} */ row, /** @type {string} */ col) =>
      `Que número fica na linha [q:${row}], coluna [k:${col}]?`,
    label: 'A sua resposta',
    check: 'Verificar',
    show: 'Mostrar',
    answer: 'Mostrar a resposta',
    pick: 'Ou escolha uma resposta',
    right: 'Correto.',
    wrong: 'Não é isso. A soma abaixo tem todos os números.',
    noNumber: 'Escreva um número, como 0.5 ou −2.',
    slips: {
      zero: (/** @type {string} */ product, /** @type {string} */ other) =>
        `Quase. ${product} é 0, e não ${other}.`,
      missing: (/** @type {string} */ product) => `Quase. Falta ${product}.`,
      added: () => 'Esses são os números somados. Multiplique cada par e depois some os produtos.',
      sign: () => 'Cuidado com os sinais: um número negativo vezes um positivo é negativo.',
      mean: () => 'Essa é a média simples. Multiplique cada valor pelo seu peso.',
      notDivided: (/** @type {string} */ size) => `Essa é a pontuação. Falta dividi-la por √${size}.`,
      noRoot: (/** @type {string} */ size) =>
        `Isso está dividido por ${size}. Divida pela sua raiz, √${size}.`,
      multiplied: (/** @type {string} */ size) => `Isso está multiplicado por √${size}. É preciso dividir.`,
      notMasked: () => 'Essa é a pontuação antes da máscara. Esta chave vem depois, portanto fica oculta.',
      maskedZero: () => 'Não é 0: uma pontuação de 0 ainda receberia algum peso. A máscara soma −∞.',
      score: () => 'Essa é a pontuação. A softmax converte-a numa parte de 1.',
      notShared: () => 'Isso é e elevado à pontuação. Divida pela soma da linha.',
      equal: () => 'Para partes iguais seriam precisas pontuações iguais. A maior recebe mais.',
      onlyOne: () => 'Esse é só um dos números que se somam.',
      otherColumn: (/** @type {string} */ row, /** @type {string} */ other, /** @type {string} */ col) =>
        `Isso é ${row} com ${other}. Tome a coluna ${col}.`,
      otherRow: (/** @type {string} */ other, /** @type {string} */ col, /** @type {string} */ row) =>
        `Isso é ${other} com ${col}. Tome a linha ${row}.`,
    },
  },
  says: {
    embed: 'Cada palavra começa como [q:uma linha de números]: o seu embedding.',
    embedScaled: 'Cada embedding é multiplicado por √d. Essa é [r:a linha] da sua palavra.',
    embedPositions: 'Cada linha de X é [q:um embedding] mais a posição da sua palavra.',
    embedBoth: 'Cada linha de X é [q:um embedding], multiplicado por √d, mais a posição da sua palavra.',
    given: 'Esta lição parte de consultas, chaves e valores. Não há nada para converter em embeddings.',
    notProjected:
      'As consultas, as chaves e os valores são dados. Num modelo, cada um é X vezes uma matriz aprendida.',
    project: (/** @type {string} */ one) =>
      `[q:Uma linha de X] vezes [k:uma coluna aprendida] dá um número de [r:${one}].`,
    score: 'Uma pontuação é [q:uma consulta] vezes [k:uma chave]: multiplica-se par a par e depois soma-se.',
    scale: (/** @type {number} */ size) =>
      `[q:Cada pontuação] é dividida por √${size}, a raiz do tamanho da chave. Vetores mais longos dariam pontuações maiores.`,
    notScaled: 'As pontuações ficam [r:como estão]: não são escaladas.',
    mask: 'Uma palavra não pode olhar para as palavras que vêm depois. As pontuações delas passam a ser [r:−∞].',
    noMask:
      'Não há máscara: cada palavra pode olhar para todas. Ative a máscara causal para ocultar as palavras posteriores.',
    softmax: {
      rows: 'Cada linha reparte [r:1]. Uma pontuação maior recebe uma parte maior.',
      columns: 'Aqui cada coluna reparte [r:1]. As linhas já não somam 1: é um erro frequente.',
      all: 'Aqui toda a matriz reparte um só [r:1]: é um erro frequente. Cada linha deveria repartir o seu.',
    },
    mix: 'Uma saída é [q:uma linha de pesos] vezes [k:uma coluna de valores]: uma mistura do que as palavras oferecem.',
    split: (/** @type {number} */ head) =>
      `A cabeça ${head} toma [r:as suas próprias colunas] e nunca vê as outras.`,
    attend: {
      scores: (/** @type {number} */ head) =>
        `A cabeça ${head} compara [q:a sua própria consulta] com [k:a sua própria chave].`,
      weights: (/** @type {number} */ head) =>
        `Na cabeça ${head}, cada linha reparte [r:1] conforme as suas próprias pontuações.`,
      output: (/** @type {number} */ head) =>
        `A cabeça ${head} mistura [k:os seus próprios valores] com [q:os seus próprios pesos].`,
    },
    concatenate: 'As saídas das cabeças ficam [r:lado a lado]. Nada se mistura ainda.',
    out: 'W_O mistura as cabeças: [q:uma linha com todas as saídas] vezes [k:uma coluna de W_O].',
    ratings: 'Sete pessoas avaliam cinco filmes. Nada nos números diz de que tratam os filmes.',
    factor:
      'Cada avaliação é [q:os conceitos de uma pessoa] vezes [k:os de um filme], conforme a sua intensidade.',
    cut: (/** @type {number} */ k) =>
      k === 0
        ? 'Sem nenhum conceito, não resta nada das avaliações.'
        : `Conserve ${k === 1 ? 'o conceito mais forte' : `os ${k} conceitos mais fortes`} e volte a multiplicar: [r:quase as mesmas avaliações], com muito menos números.`,
    compare:
      'Dois novos espectadores não têm nenhum filme em comum. [k:Em conceitos] [r:são parecidos]: ambos gostam de ficção científica.',
    tokens: 'Dois destes tokens são a mesma palavra. Sem posições, nada os distingue.',
    none: 'Sem posições, os dois “the” recebem as mesmas pontuações e os mesmos pesos.',
    sinusoidal: 'Somam-se ondas aos embeddings. Agora as pontuações dependem de onde está cada palavra.',
    rope: 'RoPE gira consultas e chaves conforme a sua posição. A pontuação depende apenas da distância entre elas.',
    alibi: 'ALiBi subtrai uma penalidade por cada passo de distância. As pontuações baixam com a distância.',
    apart: 'Como muda uma pontuação quando as suas duas palavras se afastam.',
  },
};
