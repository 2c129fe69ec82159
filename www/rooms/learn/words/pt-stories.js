/**
 * Texts of the stories, in Portuguese. The sentences for the model stay in English, with a translation.
 *
 * @type {import('./en-stories.js').StoryWords}
 */
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
  wholeSpoken: 'Uma unidade, dividida entre os pesos',
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
    question: 'Para quais palavras a segunda _met@7_ olha?',
    guess: 'Escolha uma palavra.',
    show: 'Ver a resposta',
    nextWord: 'e depois?',
    right: 'Sim: sobretudo para *Jane@2*, a palavra que veio depois da primeira _met@1_.',
    wrong: (word, weight) =>
      `Quase nada para _${word}_ (${weight}). Sobretudo para *Jane@2*, a palavra que veio depois da primeira _met@1_.`,
    shown: 'Sobretudo para *Jane@2*, a palavra que veio depois da primeira _met@1_.',
    why: (chance) => `Por isso o modelo espera de novo *Jane*: ${chance}.`,
    source:
      'Pesos reais de uma cabeça de um modelo pequeno treinado. Quanto mais grosso o arco, maior o peso.',
    known: 'Já conhece a atenção? Vá para',
    ask: (word) =>
      `_${word}_ faz uma pergunta. A pergunta é uma lista de 32 números: a sua *consulta*. O modelo a calcula a partir da palavra e das anteriores.`,
    askTry: 'Escolha outra palavra para ver a sua consulta.',
    query: (word) => `a consulta de ${word}`,
    match: (word) =>
      `Cada palavra tem também uma *chave*: 32 números que dizem o que ela oferece. Quanto melhor uma chave se ajusta à consulta, maior é a *pontuação*. A chave de _${word}_ é a que melhor se ajusta aqui.`,
    queryShort: 'consulta',
    keys: 'chaves',
    score: 'pontuação',
    matchSum: (word, sum, score) =>
      `met · ${word} = ${sum}, a soma de 32 produtos. Dividida por √32: ${score}`,
    key: (word) => `a chave de ${word}`,
    products: 'produtos',
    share: (weight) =>
      `A softmax converte as pontuações em *pesos*. Juntos somam 1. Se uma pontuação é maior em 1, o peso é multiplicado por 2,7, então *Jane* recebe ${weight}.`,
    weight: 'peso',
    mix: 'Cada palavra tem também um *valor*: 32 números que ela passa adiante. Cada valor é multiplicado pelo seu peso, e os resultados são somados. O resultado é quase o valor de *Jane*.',
    weighing: 'valor × peso',
    mixWhole: 'valores',
    mixWeighted: 'valores × pesos',
    value: (word) => `o valor de ${word}`,
    output: 'saída',
    mixNote: (chance, without) =>
      `Com esta cabeça, a probabilidade de que *Jane* venha a seguir é de ${chance}. Sem a saída dela, é de ${without}.`,
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
      left: '_left_ (deixou) é nova aqui. O seu peso se divide entre *Jane* e *Bath*.',
      very: '_very_ (muito) é nova aqui. A maior parte do seu peso vai para a primeira palavra.',
      house: '_house_ (casa) é nova aqui. Olha para o *ponto e vírgula*, como _Bath_.',
    },
    otherSentence: (word) => `Outra frase, o mesmo padrão: depois da primeira _met_ veio *${word}*.`,
    byhand: 'Agora faça à mão: quatro palavras, três números cada uma. Cada soma cabe em uma linha.',
    byhandNext: 'Quatro palavras, à mão',
    byhandMore: 'Por que ninguém olha para a frente',
    honest: {
      search: (sentences, guessed) =>
        `A frase foi escolhida porque é clara. Em ${sentences} frases parecidas, esta cabeça sempre deu a maior parte do seu peso à palavra certa. Mas o modelo só a adivinhou em ${guessed} delas.`,
      together: (lower, higher) =>
        `É uma de 16 cabeças e não trabalha sozinha. Sem a cabeça ao lado, a probabilidade de Jane cai para ${lower}. Sem outra, sobe para ${higher}.`,
      model: 'O modelo tem um milhão de parâmetros e foi treinado com os romances de Jane Austen.',
    },
  },
  ahead: {
    guess: 'Um modelo aprende a adivinhar a próxima palavra. Ele leu _Elinor met_. O que vem depois?',
    guessNote: (chance) =>
      `É difícil: o modelo dá à palavra que realmente segue uma probabilidade de ${chance}.`,
    peek: (word, weight, next) =>
      `Sem máscara, _${word}_ põe ${weight} do seu peso em *${next}*: a palavra que precisa adivinhar.`,
    peekNote:
      'Aqui só esta cabeça trabalha sem máscara, e ela não foi treinada assim. Ela olha para lá por causa do que vem antes da próxima palavra, seja qual for essa palavra. Mas o que recebe de lá é a resposta.',
    mask: (word) =>
      `A máscara oculta de _${word}_ todas as palavras posteriores. O peso delas volta às palavras já lidas.`,
    maskOff: (word, weight) =>
      `A máscara está desligada. _${word}_ põe ${weight} do seu peso em palavras posteriores.`,
    maskLabel: 'Máscara',
    on: 'Com máscara',
    off: 'Sem máscara',
    sentence: 'Frase',
    sentences: { met: 'Elinor met …', manners: '… his manners', Woodhouse: '… Miss Woodhouse' },
    change: (word) => `Mude uma palavra posterior a _met_: _Jane_ passa a ser _${word}_.`,
    changePlace: 'Mude uma palavra posterior a _met_: a segunda _Elinor_ passa a ser _Bath_.',
    same: (same, of) =>
      `Com a máscara, *${same} dos ${of}* números da saída de _met_ ficam iguais, bit a bit.`,
    differs: (changed, of, percent) =>
      `Sem a máscara, mudam *${changed} dos ${of}*. O vetor de saída se desloca ${percent} do seu comprimento.`,
    changeLabel: 'Palavra nova',
    changes: { Lucy: 'Jane → Lucy', again: 'Jane → again', Bath: 'Elinor → Bath' },
    before: 'antes',
    after: 'depois',
    difference: 'diferença',
    outputSpoken: (when) => `A saída de met, ${when}`,
    grow: 'É assim que um modelo escreve. Ele acrescenta a palavra mais provável, e o mapa ganha uma linha.',
    grew: (word, chance) =>
      `Ele acrescentou *${word}* (${chance}). O mapa ganhou uma linha. As linhas acima ficam como estão.`,
    growNote:
      'As linhas que nunca mudam não precisam ser calculadas de novo. Por isso os modelos guardam as chaves e os valores das palavras anteriores: o cache KV.',
    add: 'Acrescentar a próxima palavra',
    again: 'Recomeçar',
    numbers: 'O mesmo com números que cabem em uma página: o exemplo do notebook, passo a passo.',
    toNotebook: 'Por que escalar e mascarar',
    honest: {
      picked: (mean) =>
        `As três frases foram escolhidas porque nelas a cabeça olha claramente para a frente. Em um texto mais longo, ela dá à próxima palavra um peso de ${mean} em média.`,
      little: (masked, unmasked) =>
        `Nesta frase vaza pouco: sem as máscaras de três cabeças, a probabilidade de Jane depois de Elinor met sobe de ${masked} para ${unmasked}.`,
      much: (tokens, masked, unmasked) =>
        `Mas pode vazar mais: em um texto de ${tokens} tokens, quatro cabeças sem máscara elevam os acertos de ${masked} para ${unmasked}, sem nenhum treino.`,
      bits: '“Bit a bit” é verificado nesta página: as duas frases têm o mesmo comprimento, e os números são de 64 bits.',
    },
  },
  scaling: {
    grow: (d, variance) =>
      `Uma pontuação é uma soma de d produtos, então a variância dela cresce com d. Com d\u00a0=\u00a0${d} é ${variance}.`,
    sharp: (largest) => `A softmax fica mais concentrada: o maior peso de uma linha é em média ${largest}.`,
    divide: (d, variance) =>
      `Divididas por √${d}, as pontuações têm uma variância próxima de 1, aqui ${variance}. Os pesos continuam espalhados.`,
    divideNote: 'Mova o controle: o lado direito quase não muda.',
    drawn: 'Consultas e chaves aleatórias com variância 1, do gerador do NumPy: 16 palavras, semente 7.',
    slider: 'd, números em cada consulta e chave',
    unscaled: 'sem dividir',
    scaled: 'divididas por √d',
    bars: 'pesos de uma palavra, do maior ao menor',
    variance: 'variância',
    largest: 'maior peso, em média',
    barsSpoken: 'Pesos de uma palavra, do maior ao menor',
    numbers: (d, before, after) =>
      `O notebook tem d\u00a0=\u00a0${d}. As suas pontuações têm uma variância de ${before}. Divididas por √${d}, têm uma variância de ${after}.`,
    numbersNote: (n) =>
      `${n} pontuações são uma amostra pequena, então os números só seguem a regra de forma aproximada.`,
    rows: { q: 'q', k: 'k', scores: 'pontuações', scaled: 'pontuações escaladas' },
    toNotebook: 'Por que escalar e mascarar',
  },
  'two-heads': {
    before: (weight) =>
      `Uma cabeça olha para *a palavra anterior*. A última _met@7_ dá ${weight} a _Elinor@6_.`,
    beforeNote: 'Camada 0, cabeça 1 do modelo pequeno treinado.',
    after: (weight) =>
      `Outra cabeça, na mesma frase, olha para *o que veio depois da mesma palavra*. A última _met@7_ dá ${weight} a _Jane_.`,
    afterNote: 'Camada 2, cabeça 1 do mesmo modelo.',
    both: (word) => `Duas cabeças, duas perguntas. Escolha uma palavra e compare as suas linhas: _${word}_.`,
    bothTitles: ['a palavra anterior', 'o que veio depois'],
    relay: (weight, without) =>
      `Trabalham juntas. Sem as cabeças que olham uma palavra para trás, o peso em _Jane_ cai de ${weight} para ${without}.`,
    relayNote: (others) =>
      `Não é uma prova: remover qualquer cabeça das primeiras camadas perturba as seguintes. Sem outras duas cabeças da camada 0, o peso é ${others}.`,
    relayBars: ['todas as cabeças', 'sem as duas que olham para trás', 'sem outras duas'],
    toNotebook: 'Cabeças',
    toNotebookText: 'Agora com números: várias cabeças, passo a passo.',
    row: 'Palavra que olha',
  },
  order: {
    swap: 'Remova as posições e troque duas palavras. O ponto final dá a cada palavra o mesmo peso que antes, onde quer que a palavra esteja.',
    swapNote:
      'Sem posições, a atenção vê um saco de palavras. “A irmã viu o amigo” e “o amigo viu a irmã” são iguais para a última palavra.',
    positions: 'Com posições, o ponto final olha para o substantivo *mais próximo*, seja qual for.',
    mask: (before, after) =>
      `A máscara também revela algo da ordem: mesmo sem posições, a segunda _the_ nota a troca. O peso dela na palavra anterior ao verbo é ${before} antes da troca e ${after} depois.`,
    honest:
      'As posições foram zeradas em um modelo treinado com elas: é um experimento, não um modelo que funciona. Camada 0, cabeça 1.',
    positionsLabel: 'Posições',
    on: 'com',
    off: 'sem',
    original: 'como está',
    exchanged: 'trocada',
    toNotebook: 'Posições, três tokens',
  },
};
