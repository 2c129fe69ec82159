import { distanceLesson } from '../../../figure/words/pt-schemes.js';

/** @import { LessonWords } from './en-lessons.js' */

/** @type {LessonWords} */
export const positions = {
  chip: 'Posições, três tokens',
  title: 'Onde está cada token, e o que uma só softmax estraga',
  steps: {
    embed:
      'Cada embedding é multiplicado por √d para que a posição não o afogue, e somam-se o seno e o cosseno dessa posição. Este caderno usa o expoente 2i/d com um i que já avança de dois em dois. Por isso a frequência das suas ondas cai duas vezes mais depressa do que com o i/d dos livros, que se vê acima.',
    project:
      'Os mesmos três vetores são lidos de três maneiras. As projeções são números inteiros do gerador de NumPy: randint(5), semente 12.',
    score:
      'Os elementos de Q e K estão nas dezenas, e por isso os seus produtos estão nos milhares. Nada os mantém pequenos.',
    scale:
      'Dividir por √4 reduz as pontuações à metade. Ainda as separam centenas ou milhares, e isso decide tudo o que se segue.',
    softmax:
      'A softmax do caderno abrange toda a matriz: as nove células juntas somam 1 e a maior pontuação leva tudo. Ao lado, a softmax por linhas: cada linha soma 1.',
    mix: 'Com uma só soma para toda a matriz, dois dos três tokens não recolhem nada e saem como linhas de zeros. Por linhas, cada token sai como uma mistura de valores. Aqui é só o valor de token_2.',
  },
};

/** @type {LessonWords} */
export const words = {
  chip: 'Quatro palavras, à mão',
  title: 'Cada palavra pergunta, todas respondem',
  steps: {
    embed:
      'Quatro palavras, com três características cada uma. word_3 é word_1 e word_2 juntas. Escreva outros números e veja o que muda.',
    project:
      'Cada palavra é lida de três maneiras: como consulta, como chave e como valor. As projeções vêm do gerador de NumPy: randint(3), semente 42.',
    score:
      'O produto escalar de uma consulta e uma chave é uma pontuação. Cada consulta tem uma pontuação para cada chave. O caderno começa só com word_1: 8, 2, 10, 2.',
    scale:
      'As pontuações são divididas por √3, a raiz quadrada do tamanho da chave. Senão, a softmax ficaria mais concentrada só porque os vetores têm mais características.',
    mix: 'A saída de cada palavra é uma soma dos valores, ponderada pelos seus pesos. De tudo o que word_1 recolhe, a maior parte vem de word_3.',
  },
  tries: {
    score: 'Escolha “uma de cada vez” para fazer o mesmo.',
  },
};

/** @type {LessonWords} */
export const scaleMask = {
  chip: 'Por que escalar e mascarar',
  title: 'Por que se escala, e por que ninguém olha para a frente',
  steps: {
    embed: 'Este caderno gera q, k e v diretamente ao acaso, portanto não há embeddings.',
    project:
      'Aqui não há projeções: q, k e v são as entradas. A sua variância é próxima de 1, como depois de uma camada de normalização.',
    score:
      'Um produto escalar de oito termos tem cerca de oito vezes a variância de um só. Compare abaixo a variância de q e k com a das pontuações. Dezesseis pontuações são uma amostra pequena.',
    scale:
      'Dividir por √8 devolve a variância das pontuações à ordem de 1. Sem isso, a softmax ficaria mais perto do tudo ou nada.',
    mask: 'Quando um modelo escreve, uma palavra não pode olhar para as que ainda não chegaram. A máscara permite a chave da própria consulta e as anteriores, e soma −∞ às outras pontuações.',
    softmax:
      'e elevado a −∞ é 0: as chaves mascaradas não recebem nenhum peso, e o resto da linha continua a somar 1.',
    mix: 'MY só pode olhar para si mesma, portanto conserva o seu próprio valor. Cada palavra posterior mistura o seu com os anteriores. Uma nota sobre os dígitos: o caderno não fixa a semente e imprime as suas entradas com oito decimais. Heedmap completa-as, para que tudo o que ele imprime depois coincida dígito a dígito.',
  },
  tries: {
    mask: 'Clique em “Ver linha a linha”.',
  },
};

/** @type {LessonWords} */
export const frase = {
  chip: 'Uma frase',
  title: 'Uma frase em espanhol, palavra por palavra',
  steps: {
    embed:
      'Cinco palavras espanholas com embeddings aleatórios: randn com semente 23. As posições são somadas. Aqui estão escritas à mão; um modelo as aprenderia.',
    project:
      'Quatro características passam a ser três. As projeções são pequenas, randn × 0,1, e vêm da mesma série de números aleatórios que os embeddings.',
    score: 'O caderno vai primeiro palavra por palavra: me, gusta, estudiar…',
    scale: 'Este caderno não escala. As suas pontuações são tão pequenas que quase não importa.',
    softmax: 'Pontuações pequenas dão pesos quase iguais: cada palavra recebe cerca de um quinto.',
    mix: 'Pesos quase iguais dão saídas parecidas: cinco linhas que diferem na terceira decimal. Com treino, seriam mais diferentes.',
  },
  tries: {
    score: 'Escolha “uma de cada vez” para acompanhar.',
    scale: 'Escolha 1/√d e compare.',
  },
};

/** @type {LessonWords} */
export const concepts = {
  chip: 'Conceitos com SVD',
  title: 'Da atenção aos conceitos',
  steps: {
    ratings:
      'Sete pessoas avaliam cinco filmes. Quatro gostam de ficção científica e três, de romance. Nada na matriz diz isso.',
    factor:
      'A decomposição em valores singulares escreve as avaliações como U · diag(s) · Vᵀ. Cada valor singular diz quanto um conceito explica: 12,48; 9,51; 1,35 e depois 0.',
    cut: 'Conserve os primeiros k conceitos e volte a multiplicar. Com dois recupera-se quase tudo. Mova o controle e observe o erro.',
    compare:
      'Dois novos espectadores não viram nenhum filme em comum, portanto o seu cosseno é 0. No espaço de conceitos, ambos gostam de ficção científica e o seu cosseno é quase 1.',
  },
};

/** @type {LessonWords} */
export const distance = distanceLesson;

/** @type {LessonWords} */
export const heads = {
  chip: 'Cabeças',
  title: 'Várias cabeças, cada uma com os seus pesos',
  steps: {
    embed:
      'Quatro palavras, com oito características cada uma. São uns e zeros, para que cada soma seja fácil de acompanhar. Mude os que quiser.',
    project:
      'As projeções são tão largas quanto todas as cabeças juntas: randint(-1, 2), semente 7. W_K e W_V têm menos colunas quando as cabeças compartilham chaves e valores.',
  },
};

/** @type {LessonWords} */
export const own = {
  chip: 'O seu cálculo',
  title: 'O seu próprio cálculo',
  steps: {
    embed:
      'Escreva os seus tokens e tamanhos, ou cole números. Cada célula de uma entrada pode ser editada no lugar.',
  },
};

/** The stories say everything themselves. @type {LessonWords} */
const first = {
  chip: 'Para onde olha uma palavra',
  title: 'Para onde olha uma palavra',
  steps: {},
};
/** @type {LessonWords} */
const ahead = {
  chip: 'Ninguém olha para a frente',
  title: 'Por que ninguém olha para a frente',
  steps: {},
};
/** @type {LessonWords} */
const scaling = { chip: 'Por que se escala', title: 'Por que se escala', steps: {} };
/** @type {LessonWords} */
const twoHeads = { chip: 'Duas cabeças', title: 'Duas cabeças, duas perguntas', steps: {} };
/** @type {LessonWords} */
const order = { chip: 'A ordem das palavras', title: 'O que se quebra sem posições', steps: {} };

/** What the lessons say, in Portuguese. @type {typeof import('./en-lessons.js').lessons} */
export const lessons = {
  first,
  words,
  scaling,
  ahead,
  'scale-mask': scaleMask,
  order,
  positions,
  distance,
  'two-heads': twoHeads,
  heads,
  frase,
  concepts,
  own,
};

/** What each step says when a lesson has nothing of its own to say. @type {typeof import('./en-lessons.js').steps} */
export const steps = {
  embed: 'Cada token se torna um vetor: uma linha de X. Um token conserva a sua linha em toda a figura.',
  project:
    'Três matrizes aprendidas leem cada vetor de três maneiras: como consulta (o que procura), como chave (o que oferece) e como valor (o que dá).',
  score:
    'O produto escalar de uma consulta e uma chave é a pontuação de um token para outro. Cada consulta tem uma pontuação para cada chave.',
  scale:
    'As pontuações são divididas pela raiz quadrada do tamanho da chave. Senão, a softmax ficaria mais concentrada só porque os vetores têm mais características.',
  mask: 'Uma máscara diz para que chaves uma consulta pode olhar. Com “nenhuma” pode olhar para todas. “causal” proíbe as chaves que ainda estão por vir.',
  split:
    'Cada cabeça toma as suas próprias colunas de Q, K e V e nunca vê as outras. Nada é calculado. Se há menos cabeças de chaves e valores que de consultas, elas são compartilhadas.',
  attend:
    'Cada cabeça tem as suas próprias pontuações e a sua própria softmax. Assim, cabeças diferentes podem olhar para tokens diferentes ao mesmo tempo. Escolha uma célula para abrir a sua cabeça.',
  concatenate:
    'As saídas das cabeças voltam a ficar lado a lado, na sua ordem. Nada se mistura ainda: cada coluna continua a ser de uma só cabeça.',
  out: 'W_O mistura as cabeças. Cada número do resultado é o produto escalar de uma linha das saídas concatenadas e uma coluna de W_O.',
  softmax:
    'A softmax converte as pontuações de uma consulta em pesos. Por linhas, que é o correto, nenhum é negativo e cada linha soma 1.',
  mix: 'Cada saída é uma soma dos valores, ponderada pelos pesos da sua linha.',
};
