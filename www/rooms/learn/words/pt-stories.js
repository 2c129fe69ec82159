/** What the stories say, in Portuguese. The sentences that the model read stay in English, with what they mean. @type {import('./en-stories.js').StoryWords} */
export const stories = {
  stepNames: {
    look: 'Olhar',
    ask: 'Perguntar',
    match: 'Comparar',
    share: 'Repartir',
    mix: 'Misturar',
    try: 'Experimentar',
    byhand: 'À mão',
    guess: 'Adivinhar',
    peek: 'Espiar',
    mask: 'Máscara',
    change: 'Mudar',
    grow: 'Crescer',
    numbers: 'Números',
    divide: 'Dividir',
    before: 'Antes',
    after: 'Depois',
    both: 'As duas',
    relay: 'Juntas',
    swap: 'Trocar',
    positions: 'Posições',
  },
  wordSpoken: (word, place, weight) => `${word}, palavra ${place}${weight && `, peso ${weight}`}`,
  feature: (n) => `número ${n}`,
  wholeSpoken: 'Uma unidade, repartida nos pesos',
  hiddenSpoken: 'oculta pela máscara',
  withMask: 'com a máscara',
  withoutMask: 'sem a máscara',
  kept: 'fica',
  flowedIn: 'chega',
  removed: 'sai',
  mapSpoken: (text) => `Mapa dos pesos em “${text}”: uma linha para cada palavra que olha`,
  gloss: {
    bath: 'Um modelo pequeno leu esta frase. Só leu romances de Jane Austen, em inglês. A frase diz: “Elinor conheceu Jane em Bath; Elinor conheceu…”.',
    order: 'As frases dizem: “A irmã viu o amigo” e “O amigo viu a irmã”.',
  },
  first: {
    question: 'Para que palavras olha o segundo _met@7_?',
    guess: 'Escolha uma palavra.',
    show: 'Ver a resposta',
    nextWord: 'e depois?',
    right: 'Sim: sobretudo para *Jane@2*, a palavra que veio depois do primeiro _met@1_.',
    wrong: (word, weight) =>
      `Quase nada para _${word}_ (${weight}). Sobretudo para *Jane@2*, a palavra que veio depois do primeiro _met@1_.`,
    shown: 'Sobretudo para *Jane@2*, a palavra que veio depois do primeiro _met@1_.',
    why: (chance) => `Por isso o modelo espera de novo *Jane*: ${chance}.`,
    source:
      'Pesos reais de uma cabeça de um modelo pequeno treinado. Quanto mais grosso o arco, maior o peso.',
    known: 'Já conhece a atenção? Vá para',
    ask: (word) =>
      `_${word}_ faz uma pergunta. A pergunta é uma lista de 32 números: a sua *consulta*. O modelo calcula-a a partir da palavra e das anteriores.`,
    askTry: 'Escolha outra palavra para ver a sua consulta.',
    query: (word) => `a consulta de ${word}`,
    match: (word) =>
      `Cada palavra tem também uma *chave*: 32 números que dizem o que ela oferece. Onde consulta e chave coincidem, a *pontuação* é alta. A chave de _${word}_ é a que melhor se ajusta.`,
    queryShort: 'consulta',
    keys: 'chaves',
    score: 'pontuação',
    matchSum: (word, sum, score) =>
      `met · ${word} = ${sum}, a soma de 32 produtos. Dividida por √32: ${score}`,
    key: (word) => `a chave de ${word}`,
    products: 'produtos',
    share: (weight) =>
      `A softmax converte as pontuações em *pesos*. Juntos somam 1. Uma pontuação que é maior em 1 recebe 2,7 vezes o peso, portanto *Jane* leva ${weight}.`,
    weight: 'peso',
    mix: 'Cada palavra tem ainda um *valor*: 32 números que pode passar. Cada valor é multiplicado pelo seu peso, e tudo é somado. O resultado é quase o valor de *Jane*.',
    weighing: 'valor × peso',
    mixWhole: 'valores',
    mixWeighted: 'valores × pesos',
    value: (word) => `o valor de ${word}`,
    output: 'saída',
    mixNote: (chance, without) =>
      `Com esta cabeça, a probabilidade de que *Jane* venha a seguir é de ${chance}. Sem a sua saída é de ${without}.`,
    tryQuestion: 'Agora mude a última palavra.',
    lastWord: 'Última palavra',
    sentence: 'Frase',
    sentences: { bath: 'Jane in Bath', Elizabeth: 'Elizabeth', short: 'Jane' },
    tries: {
      met: 'Da última vez, depois de _met_ veio *Jane*.',
      in: 'Da última vez, depois de _in_ veio *Bath*.',
      Bath: 'Da última vez, depois de _Bath_ veio um *ponto e vírgula*.',
      Elinor: 'Da última vez, depois de _Elinor_ veio *met*.',
      Jane: 'Não tão claro: metade vai para *in*, que veio depois de _Jane_, e quase metade para *met*, que veio antes.',
      saw: '_saw_ (viu) é nova aqui, mas é um verbo, como _met_. A cabeça procura palavras do mesmo tipo.',
      left: '_left_ (deixou) é nova aqui. O seu peso divide-se entre *Jane* e *Bath*.',
      very: '_very_ (muito) é nova aqui. A maior parte do seu peso fica na primeira palavra.',
      house: '_house_ (casa) é nova aqui. Olha para o *ponto e vírgula*, como _Bath_.',
    },
    otherSentence: (word) => `Outra frase, o mesmo padrão: depois do primeiro _met_ veio *${word}*.`,
    byhand: 'Agora faça à mão: quatro palavras, três números cada uma. Cada soma cabe numa linha.',
    byhandNext: 'Quatro palavras, à mão',
    byhandMore: 'Por que ninguém olha para a frente',
    honest: {
      search: (sentences, guessed) =>
        `A frase foi escolhida porque é clara. Em ${sentences} frases parecidas, esta cabeça deu sempre a maior parte do seu peso à palavra certa, mas o modelo só a adivinhou em ${guessed}.`,
      together: (lower, higher) =>
        `É uma de 16 cabeças e não trabalha sozinha. Sem a cabeça do lado, a probabilidade de Jane baixa para ${lower}; sem outra, sobe para ${higher}.`,
      model: 'O modelo tem um milhão de parâmetros e foi treinado com os romances de Jane Austen.',
    },
  },
  ahead: {
    guess: 'Um modelo aprende a adivinhar a palavra seguinte. Leu _Elinor met_. O que vem depois?',
    guessNote: (chance) =>
      `É difícil: à palavra que se segue aqui, o modelo dá uma probabilidade de ${chance}.`,
    peek: (word, weight, next) =>
      `Sem máscara, _${word}_ põe ${weight} do seu peso em *${next}*: a palavra que tem de adivinhar.`,
    peekNote:
      'Aqui só esta cabeça está sem máscara, e não foi treinada assim. Olha para lá por causa do que está antes da palavra seguinte, seja ela qual for. Mas o que recolhe de lá é a resposta.',
    mask: (word) =>
      `A máscara oculta a _${word}_ as palavras que estão por vir. O peso delas volta às palavras já lidas.`,
    maskOff: (word, weight) =>
      `A máscara está desligada. _${word}_ põe ${weight} do seu peso em palavras que ainda estão por vir.`,
    maskLabel: 'Máscara',
    on: 'Com máscara',
    off: 'Sem máscara',
    sentence: 'Frase',
    sentences: { met: 'Elinor met …', manners: '… his manners', Woodhouse: '… Miss Woodhouse' },
    change: (word) => `Mude uma palavra a que _met_ ainda não chegou: _Jane_ passa a ser _${word}_.`,
    changePlace: 'Mude uma palavra a que _met_ ainda não chegou: a segunda _Elinor_ passa a ser _Bath_.',
    same: (same, of) =>
      `Com a máscara, *${same} dos ${of}* números da saída de _met_ ficam iguais, bit a bit.`,
    differs: (changed, of, percent) =>
      `Sem a máscara, mudam *${changed} dos ${of}*. A saída desloca-se ${percent} do seu comprimento.`,
    changeLabel: 'Palavra nova',
    changes: { Lucy: 'Jane → Lucy', again: 'Jane → again', Bath: 'Elinor → Bath' },
    before: 'antes',
    after: 'depois',
    difference: 'diferença',
    outputSpoken: (when) => `A saída de met, ${when}`,
    grow: 'Assim um modelo pode escrever. Acrescenta a palavra mais provável, e o mapa cresce uma linha.',
    grew: (word, chance) =>
      `Acrescentou *${word}* (${chance}). O mapa cresceu uma linha. As linhas acima ficam como estão.`,
    growNote:
      'O que nunca muda não precisa de ser calculado de novo. Os modelos guardam as chaves e os valores das palavras anteriores: a cache KV.',
    add: 'Acrescentar a palavra seguinte',
    again: 'Recomeçar',
    numbers: 'O mesmo com números que cabem numa página: o exemplo do caderno, passo a passo.',
    toNotebook: 'Por que escalar e mascarar',
    honest: {
      picked: (mean) =>
        `As três frases foram escolhidas porque nelas a cabeça olha claramente para a frente. Num texto mais longo dá em média ${mean} à palavra seguinte.`,
      little: (masked, unmasked) =>
        `Nesta frase vaza pouco: sem as máscaras de três cabeças, a probabilidade de Jane depois de Elinor met sobe de ${masked} para ${unmasked}.`,
      much: (tokens, masked, unmasked) =>
        `Mas vaza: num texto de ${tokens} tokens, quatro cabeças sem máscara sobem os acertos de ${masked} para ${unmasked}, sem treino.`,
      bits: '“Bit a bit” é calculado nesta página, com o mesmo comprimento, em números de 64 bits.',
    },
  },
  scaling: {
    grow: (d, variance) =>
      `Uma pontuação é uma soma de d produtos, portanto a sua variância cresce com d. Com d = ${d} é ${variance}.`,
    sharp: (largest) => `A softmax fica mais concentrada: o maior peso de uma linha é em média ${largest}.`,
    divide: (d, variance) =>
      `Divididas por √${d}, as pontuações têm uma variância próxima de 1, aqui ${variance}. Os pesos continuam repartidos.`,
    divideNote: 'Mova o controle: o lado direito quase não muda.',
    drawn: 'Consultas e chaves aleatórias com variância 1, do gerador de NumPy: 16 palavras, semente 7.',
    slider: 'd, números em cada consulta e chave',
    unscaled: 'sem dividir',
    scaled: 'divididas por √d',
    bars: 'pesos de uma palavra, do maior ao menor',
    variance: 'variância',
    largest: 'maior peso',
    barsSpoken: 'Pesos de uma palavra, do maior ao menor',
    numbers: (d, before, after) =>
      `O caderno tem d = ${d}. As suas pontuações têm uma variância de ${before}. Divididas por √${d}, de ${after}.`,
    numbersNote: (n) =>
      `${n} pontuações são uma amostra pequena, portanto os números são apenas da ordem que a regra diz.`,
    rows: { q: 'q', k: 'k', scores: 'pontuações', scaled: 'pontuações escaladas' },
    toNotebook: 'Por que escalar e mascarar',
  },
  'two-heads': {
    before: (weight) =>
      `Uma cabeça olha para *a palavra anterior*. O último _met@7_ dá ${weight} a _Elinor@6_.`,
    beforeNote: 'Camada 0, cabeça 1 do modelo pequeno treinado.',
    after: (weight) =>
      `Outra cabeça, na mesma frase, olha para *o que veio depois da mesma palavra*. O último _met@7_ dá ${weight} a _Jane_.`,
    afterNote: 'Camada 2, cabeça 1 do mesmo modelo.',
    both: (word) => `Duas cabeças, duas perguntas. Escolha uma palavra e compare as suas linhas: _${word}_.`,
    bothTitles: ['a palavra anterior', 'o que veio depois'],
    relay: (weight, without) =>
      `Trabalham juntas. Sem as cabeças que olham uma palavra para trás, o peso em _Jane_ baixa de ${weight} para ${without}.`,
    relayNote: (others) =>
      `Não é uma prova: retirar qualquer cabeça inicial perturba as seguintes. Sem outras duas da camada 0, o peso é ${others}.`,
    relayBars: ['todas as cabeças', 'sem as duas que olham para trás', 'sem outras duas'],
    toNotebook: 'Cabeças',
    toNotebookText: 'Agora com números: várias cabeças, passo a passo.',
    row: 'Palavra que olha',
  },
  order: {
    swap: 'Retire as posições e troque duas palavras. O ponto final dá a cada palavra o mesmo peso que antes, onde quer que ela esteja.',
    swapNote:
      'Sem posições, a atenção vê um saco de palavras. “A irmã viu o amigo” e “o amigo viu a irmã” são iguais para a última palavra.',
    positions: 'Com posições, o ponto final olha para o substantivo *mais próximo*, seja qual for.',
    mask: (before, after) =>
      `A máscara também diz algo da ordem: mesmo sem posições, o segundo _the_ nota a troca. Olha para a palavra anterior ao verbo com ${before} antes e com ${after} depois.`,
    honest:
      'As posições foram postas a 0 num modelo treinado com elas: é uma experiência, não um modelo que funcione. Camada 0, cabeça 1.',
    positionsLabel: 'Posições',
    on: 'com',
    off: 'sem',
    original: 'como está',
    exchanged: 'trocada',
    toNotebook: 'Posições, três tokens',
  },
};
