/** Texts of the room Right beside wrong, in Portuguese. @type {typeof import('./en.js').contrast} */
export const contrast = {
  list: 'Erros',
  reset: 'Voltar ao início',
  sides: { wrong: 'errado', right: 'certo' },
  headings: {
    wrong: 'Errado',
    right: 'Certo',
    why: 'Por que acontece',
    notice: 'Como detectar',
    program: 'A figura inteira em NumPy',
  },
  code: {
    wrong: 'as linhas erradas em NumPy',
    right: 'as linhas certas em NumPy',
    check: 'uma verificação em NumPy',
  },
  names: { weights: 'pesos', sums: 'somas por linha', output: 'saída' },
  pad: 'pad',
  of: (n, of) => `${n} de ${of}`,
  masked: 'mascarada: a chave é proibida',
  outlined: 'com contorno: peso em uma chave proibida, ou uma linha que não soma 1',
  dashed: 'tracejada: uma chave que a máscara errada remove',
  options: {
    axis: 'Softmax por',
    tokens: 'Tokens',
    d: 'Características d',
    padding: 'Tokens de preenchimento',
    magnitude: 'Pontuações vezes',
    precision: 'Precisão',
    past: 'Chaves em cache',
    offset: 'Deslocamento errado',
    head: 'Cabeça',
  },
  newTokens: 'Tokens novos',
  choices: { columns: 'colunas', all: 'toda a matriz', f64: '64 bits', f32: '32 bits' },
  head: (n, slope) => `${n}, inclinação ${slope}`,
  indicators: {
    sums: 'Somas por linha',
    leaked: 'Peso em chaves proibidas, até',
    lost: 'Peso que as permitidas perdem, até',
    seen: 'A última consulta vê',
    distance: 'Distância média às chaves',
    variance: 'Variância das pontuações',
    entropy: 'Entropia média de uma linha, nats',
    largest: 'Média dos maiores pesos',
    meanGap: 'Primeira saída − média de V',
    difference: 'Maior erro da saída',
    empty: { wrong: 'Linhas que não são números', right: 'Linhas de zeros' },
  },
  cell: {
    heading: 'Aponte para um número',
    empty: 'Aponte para qualquer célula, ou chegue a ela com Tab e as setas: os dois lados mostram a mesma.',
    weight: (query, key) => `Peso da chave ${key} para a consulta ${query}`,
    sum: (query) => `Soma dos pesos da consulta ${query}`,
    output: (query, feature) => `Saída da consulta ${query}, característica ${feature}`,
    from: (score) => `de uma pontuação de ${score}`,
  },
  curve: {
    label: (what, wrong, right) => `${what}, de d = 1 a d = 1024: errado ${wrong}, certo ${right}`,
    range: (first, last) => `de ${first} a ${last}`,
  },
  figures: {
    axis: {
      chip: 'Eixo errado',
      title: 'Softmax sobre o eixo errado',
      happens:
        'Os pesos somam 1 sobre as consultas de uma chave, ou sobre todas as células, em vez de sobre as chaves de uma consulta. As linhas já não somam 1, então uma saída não é uma média de valores. Além disso, uma consulta depende das que vêm depois.',
      why: 'O mesmo número de eixo indica outro eixo quando há um eixo de lote na frente. Conte a partir do fim: as chaves são o último eixo das pontuações, axis=-1.',
      notice: 'Cada linha de pesos soma 1:',
    },
    late: {
      chip: 'Máscara tardia',
      title: 'A máscara depois da softmax',
      happens:
        'Os zeros estão no lugar certo, então o desenho dos pesos parece correto. Mas a softmax deu parte de cada linha a chaves proibidas antes de elas serem removidas, e as permitidas não a recuperaram. As primeiras consultas não recebem quase nada.',
      why: 'O que se olha são os pesos, e por isso se mascaram os pesos. Em vez disso, mascare as pontuações com −∞: assim a softmax dá todo o peso às chaves permitidas.',
      notice: 'Não basta que os zeros estejam no lugar certo. Cada linha também deve somar 1:',
    },
    zeroed: {
      chip: 'Vezes zero',
      title: 'Pontuações multiplicadas por 0',
      happens:
        'Uma pontuação de 0 é uma pontuação como as outras, e e elevado a 0 é 1. As chaves proibidas recebem mais peso que as permitidas com pontuação negativa. As linhas continuam somando 1, e no treino o modelo aprende a olhar para a frente.',
      why: 'Um peso de 0 significa “nada”, mas uma pontuação de 0 não. A pontuação que significa “nada” é −∞.',
      notice: 'A perda é boa demais, ou os pesos não são exatamente 0 onde a máscara proíbe:',
    },
    unscaled: {
      chip: 'Sem 1/√d',
      title: 'Sem dividir por √d',
      happens:
        'Uma pontuação é uma soma de d produtos, então a variância dela cresce em proporção a d. Com d grande, a maior pontuação de uma linha leva quase todo o peso. Uma softmax saturada quase não transmite gradiente.',
      tries: 'Mova d de 1 a 1024.',
      why: 'Com poucas características não faz mal, então os testes com tamanhos pequenos passam.',
      notice: 'Com projeções recém-inicializadas, a variância das pontuações fica perto de 1 com qualquer d:',
    },
    finite: {
      chip: '−1e9 por −∞',
      title: '−1e9 em vez de −∞',
      happens:
        'Uma consulta sem nenhuma chave permitida, aqui cada uma das de preenchimento, não deveria receber nada. Com −1e9, ela atende a todas. Em 32 bits, as pontuações se perdem no arredondamento, e a saída é a média de V. Em 64 bits, o resultado é como sem máscara.',
      why: 'Evita os NaN, e não faz mal se cada linha tem uma chave permitida e as pontuações são pequenas. As de 1e9 atravessam a máscara. Escreva −∞, e zere as linhas sem chave.',
      notice: 'Os pesos das chaves proibidas são exatamente 0, em todas as linhas:',
    },
    empty: {
      chip: 'Sem chave',
      title: 'Uma linha sem nenhuma chave',
      happens:
        'Todas as pontuações de uma consulta de preenchimento são −∞. A softmax dos livros subtrai a maior pontuação, e −∞ − (−∞) não é um número. torch.softmax e nn.MultiheadAttention dão NaN, e a próxima camada o mistura em todas as linhas. scaled_dot_product_attention e ONNX dão zeros.',
      why: 'A fórmula vale para toda linha que tem uma chave. Os testes sem preenchimento só têm linhas assim.',
      notice: 'Verifique se os pesos de um lote com preenchimento são finitos:',
    },
    cache: {
      chip: 'Máscara e cache',
      title: 'Uma máscara causal que esquece o cache',
      happens:
        'Com um cache, a primeira consulta nova se alinha com a primeira chave nova, e não com a chave 0. Uma máscara a partir do canto superior esquerdo oculta dela todas as chaves, menos as mais antigas. Com um deslocamento que é maior em um, cada consulta vê um token à frente.',
      why: 'tril conta a partir do canto superior esquerdo, e isso só é certo com tantas consultas quantas chaves. Com um cache, o deslocamento é o número de chaves guardadas.',
      notice: 'A última consulta vê todas as chaves. Cada consulta anterior vê uma a menos:',
    },
    padding: {
      chip: 'Preenchimento',
      title: 'O preenchimento no lado errado',
      happens:
        'A sequência tem o preenchimento à esquerda, como para gerar texto, mas a máscara oculta o fim. As consultas atendem ao preenchimento, e a mesma quantidade de tokens reais se perde.',
      why: 'j < length está certo com o preenchimento à direita. Os comprimentos são os mesmos nos dois casos.',
      notice:
        'Nenhum peso cai no preenchimento. Construa a máscara a partir dos tokens, e não dos comprimentos:',
    },
    alibi: {
      chip: 'Sinal do ALiBi',
      title: 'ALiBi com o sinal invertido',
      happens:
        'O ALiBi subtrai “inclinação × distância” de cada pontuação, para que as chaves próximas contem mais. Com o sinal positivo, as consultas olham para trás tão longe quanto podem. Quanto mais longo é o texto, maior é o efeito.',
      why: 'O artigo escreve um viés negativo. O código costuma guardar uma distância positiva, e um dos dois sinais se perde.',
      notice: 'O viés é 0 na diagonal, e em nenhuma célula maior que 0:',
    },
  },
  keys: [
    ['Tab', 'vai à próxima matriz ou ao próximo controle'],
    ['← ↑ ↓ →', 'movem o cursor de célula nos dois lados; nos erros, vão de um a outro'],
    ['Home, End', 'aos extremos da linha (com Ctrl: da matriz)'],
    ['[ e ]', 'erro anterior e próximo, de qualquer lugar'],
    ['t', 'a matriz como tabela, e de volta'],
    ['Ctrl Z, Ctrl Y', 'desfazer, refazer'],
    ['?', 'esta lista'],
  ],
};
