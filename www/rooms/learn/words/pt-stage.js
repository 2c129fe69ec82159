/** Texts of the stage, in Portuguese. */
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
  skip: 'Pular',
  ask: 'Perguntar sobre esta célula',
  unask: 'Remover a pergunta',
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
      `Qual ${name} [k:${key}] tem para [q:${query}]?`,
    cell: (/** @type {string} */ row, /** @type {string} */ col) =>
      `Qual número fica na linha [q:${row}], coluna [k:${col}]?`,
    label: 'Sua resposta',
    check: 'Verificar',
    show: 'Mostrar',
    answer: 'Mostrar a resposta',
    pick: 'Ou escolha uma resposta',
    right: 'Correto.',
    rightRounded: (/** @type {string} */ value) => `Correto. Com mais algarismos é ${value}.`,
    wrong: 'Não. A soma abaixo mostra todos os números.',
    noNumber: 'Escreva um número, como 0,5 ou −2.',
    slips: {
      zero: (/** @type {string} */ product, /** @type {string} */ other) =>
        `Quase. ${product} é 0, e não ${other}.`,
      missing: (/** @type {string} */ product) => `Quase. Falta ${product}.`,
      added: () => 'Essa é a soma dos números. Multiplique primeiro cada par e depois some os produtos.',
      sign: () => 'Cuidado com os sinais: um número negativo vezes um positivo dá um número negativo.',
      mean: () => 'Essa é a média simples. Multiplique cada valor pelo seu peso.',
      notDivided: (/** @type {string} */ size) => `Essa é a pontuação. Divida-a por √${size}.`,
      noRoot: (/** @type {string} */ size) =>
        `Essa é a pontuação dividida por ${size}. Divida-a por √${size}.`,
      multiplied: (/** @type {string} */ size) =>
        `Essa é a pontuação multiplicada por √${size}. É preciso dividi-la por √${size}.`,
      notMasked: () =>
        'Essa é a pontuação antes da máscara. Esta chave vem depois, então a pontuação dela passa a ser −∞.',
      maskedZero: () => 'Não é 0: uma pontuação de 0 ainda receberia algum peso. A máscara soma −∞.',
      score: () => 'Essa é a pontuação. A softmax converte as pontuações em pesos que somam 1.',
      notShared: () => 'Isso é e elevado à pontuação. Divida pela soma da linha dela.',
      equal: () => 'Pesos iguais exigiriam pontuações iguais. A maior recebe mais peso.',
      onlyOne: () => 'Esse é só um dos números que são somados.',
      otherColumn: (/** @type {string} */ row, /** @type {string} */ other, /** @type {string} */ col) =>
        `Isso é ${row} com ${other}. Use a coluna ${col}.`,
      otherRow: (/** @type {string} */ other, /** @type {string} */ col, /** @type {string} */ row) =>
        `Isso é ${other} com ${col}. Use a linha ${row}.`,
    },
  },
  says: {
    embed: 'Cada palavra começa como [q:uma linha de números]: o seu embedding.',
    embedScaled: 'Cada embedding é multiplicado por √d. Essa é [r:a linha] da sua palavra.',
    embedPositions: 'Cada linha de X é [q:um embedding] mais a posição da sua palavra.',
    embedBoth: 'Cada linha de X é [q:um embedding], multiplicado por √d, mais a posição da sua palavra.',
    given: 'Esta lição parte de consultas, chaves e valores. Não há nada para converter em embeddings.',
    notProjected:
      'As consultas, as chaves e os valores são dados. Em um modelo, cada um é X vezes uma matriz aprendida.',
    project: (/** @type {string} */ one) =>
      `[q:Uma linha de X] vezes [k:uma coluna aprendida] dá um número de [r:${one}].`,
    score: 'Uma pontuação é [q:uma consulta] vezes [k:uma chave]: multiplique par a par e depois some.',
    scale: (/** @type {number} */ size) =>
      `[q:Cada pontuação] é dividida por √${size}, a raiz quadrada do tamanho da chave. Senão, vetores mais longos dariam pontuações maiores.`,
    notScaled: 'As pontuações ficam [r:como estão]: não são escaladas.',
    mask: 'Uma palavra não pode olhar para as palavras que vêm depois. As pontuações delas passam a ser [r:−∞].',
    noMask:
      'Não há máscara: cada palavra pode olhar para todas. Ative a máscara causal para ocultar as palavras posteriores.',
    softmax: {
      rows: 'Cada linha de pesos [r:soma 1]. Uma pontuação maior recebe um peso maior.',
      columns: 'Aqui cada coluna [r:soma 1], e as linhas não. É um erro comum.',
      all: 'Aqui toda a matriz [r:soma 1]. É um erro comum: cada linha deveria somar 1.',
    },
    mix: 'Cada número da saída é [q:uma linha de pesos] vezes [k:uma coluna de valores]: uma soma ponderada.',
    split: (/** @type {number} */ head) =>
      `A cabeça ${head} pega [r:as suas próprias colunas] e nunca vê as outras.`,
    attend: {
      scores: (/** @type {number} */ head) =>
        `A cabeça ${head} compara [q:as suas próprias consultas] com [k:as suas próprias chaves].`,
      weights: (/** @type {number} */ head) => `Na cabeça ${head}, cada linha de pesos [r:soma 1].`,
      output: (/** @type {number} */ head) =>
        `A cabeça ${head} mistura [k:os seus próprios valores] com [q:os seus próprios pesos].`,
    },
    concatenate: 'As saídas das cabeças ficam [r:lado a lado]. Nada se mistura ainda.',
    out: 'W_O mistura as cabeças: [q:uma linha com todas as saídas] vezes [k:uma coluna de W_O].',
    ratings: 'Sete pessoas avaliam cinco filmes. Nada nos números diz de que gênero é cada um.',
    factor:
      'Cada avaliação é [q:os conceitos de uma pessoa] vezes [k:os de um filme], ponderados pela sua força.',
    cut: (/** @type {number} */ k) =>
      k === 0
        ? 'Sem nenhum conceito, não resta nada das avaliações.'
        : `Mantenha ${k === 1 ? 'o conceito mais forte' : `os ${k} conceitos mais fortes`} e multiplique de novo: [r:quase as mesmas avaliações], com muito menos números.`,
    compare:
      'Dois novos espectadores não viram nenhum filme em comum. [k:No espaço de conceitos] eles [r:são parecidos]: ambos gostam de ficção científica.',
    tokens: 'Dois destes tokens são a mesma palavra. Sem posições, nada os distingue.',
    none: 'Sem posições, os dois “the” recebem as mesmas pontuações e os mesmos pesos.',
    sinusoidal: 'Ondas são somadas aos embeddings. Agora as pontuações dependem de onde está cada palavra.',
    rope: 'RoPE gira consultas e chaves conforme a sua posição. Só a distância entre elas afeta a pontuação.',
    alibi: 'ALiBi subtrai uma penalidade por cada passo de distância. As pontuações caem com a distância.',
    apart: 'Como muda uma pontuação quando as duas palavras dela se afastam.',
  },
};
