import { distanceLesson } from '../../../figure/words/pt-schemes.js';

/** @import { LessonWords } from './en-lessons.js' */

/** @type {LessonWords} */
export const positions = {
  chip: 'Posições, três tokens',
  title: 'Posições, e uma softmax sobre toda a matriz',
  steps: {
    embed:
      'Cada embedding é multiplicado por √d para que não seja pequeno diante da posição. Depois o seno e o cosseno da posição são somados. Este notebook usa o expoente 2i/d, embora o seu i já avance de dois em dois. Por isso as frequências caem duas vezes mais rápido do que com o expoente dos livros, i/d, que aparece acima.',
    project:
      'Os mesmos três vetores são projetados de três maneiras. As projeções são números inteiros do gerador do NumPy: randint(5), semente 12.',
    score:
      'Os elementos de Q e K são da ordem das dezenas, e os produtos deles, da ordem dos milhares. Nada os mantém pequenos.',
    scale:
      'Dividir por √4 reduz as pontuações à metade. Elas ainda diferem por centenas ou milhares, então a softmax dará todo o peso à maior.',
    softmax:
      'A softmax do notebook abrange toda a matriz: as nove células juntas somam 1, e a maior pontuação leva tudo. Ao lado está a softmax por linhas: cada linha soma 1.',
    mix: 'Com uma só soma para toda a matriz, duas das três linhas de pesos são zero, e as saídas delas também. Com a softmax por linhas, cada saída é uma soma ponderada de valores. Aqui todo o peso está no valor de token_2.',
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
      'Cada palavra recebe três vetores: uma consulta, uma chave e um valor. As projeções vêm do gerador do NumPy: randint(3), semente 42.',
    score:
      'O produto escalar de uma consulta e uma chave é uma pontuação. Cada consulta tem uma pontuação para cada chave. O notebook começa só com word_1: 8, 2, 10, 2.',
    scale:
      'As pontuações são divididas por √3, a raiz quadrada do tamanho da chave. Senão, a softmax ficaria mais concentrada só porque os vetores têm mais características.',
    mix: 'A saída de cada palavra é uma soma ponderada dos valores. De tudo o que word_1 recebe, a maior parte vem de word_3.',
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
    embed: 'Este notebook sorteia q, k e v diretamente, então não há embeddings.',
    project:
      'Aqui não há projeções: q, k e v são as entradas. A variância delas é próxima de 1, como depois de uma camada de normalização.',
    score:
      'Um produto escalar de oito termos tem cerca de oito vezes a variância de um só. Compare abaixo a variância de q e k com a das pontuações. Dezesseis pontuações são uma amostra pequena.',
    scale:
      'Dividir por √8 traz a variância das pontuações de volta a cerca de 1. Sem isso, a softmax ficaria mais perto do tudo ou nada.',
    mask: 'Quando um modelo escreve, uma palavra não pode olhar para as posteriores. A máscara permite a chave da própria consulta e as anteriores, e soma −∞ às outras pontuações.',
    softmax:
      'e elevado a −∞ é 0: as chaves mascaradas não recebem nenhum peso, e o resto da linha continua somando 1.',
    mix: 'MY só pode olhar para si mesma, então a sua saída é o seu próprio valor. Cada palavra posterior mistura o seu valor com os das anteriores. Uma nota sobre os dígitos: o notebook não fixa a semente e imprime as suas entradas com oito casas decimais. O Heedmap as completa, para que tudo o que o notebook imprime depois coincida dígito a dígito.',
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
      'Cinco palavras em espanhol com embeddings aleatórios: randn com semente 23. As posições são somadas. Aqui elas foram escritas à mão; um modelo as aprenderia.',
    project:
      'Quatro características passam a ser três. As projeções são pequenas, randn × 0,1, e vêm do mesmo gerador aleatório que os embeddings.',
    score: 'O notebook vai primeiro palavra por palavra: me, gusta, estudiar…',
    scale: 'Este notebook não escala. As suas pontuações são tão pequenas que isso quase não importa.',
    softmax: 'Pontuações pequenas dão pesos quase iguais: cada palavra recebe cerca de um quinto.',
    mix: 'Pesos quase iguais dão saídas parecidas: cinco linhas que diferem na terceira casa decimal. Com treino, seriam mais diferentes.',
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
      'Sete pessoas avaliam cinco filmes. Quatro gostam de ficção científica e três, de romance. Nada na matriz diz de que gênero é cada filme.',
    factor:
      'A decomposição em valores singulares escreve as avaliações como U · diag(s) · Vᵀ. Cada valor singular diz quanto um conceito explica: 12,48; 9,51; 1,35 e depois 0.',
    cut: 'Mantenha os primeiros k conceitos e multiplique de novo. Com dois, as avaliações são quase as mesmas. Mova o controle e observe o erro.',
    compare:
      'Dois novos espectadores não viram nenhum filme em comum, então o cosseno entre eles é 0. No espaço de conceitos, ambos gostam de ficção científica e o cosseno é quase 1.',
  },
};

/** @type {LessonWords} */
export const distance = distanceLesson;

/** @type {LessonWords} */
export const heads = {
  chip: 'Cabeças',
  title: 'Várias cabeças, cada uma com os seus próprios pesos',
  steps: {
    embed:
      'Quatro palavras, com oito características cada uma. São uns e zeros, para que cada soma seja fácil de acompanhar. Mude os que quiser.',
    project:
      'As projeções são tão largas quanto todas as cabeças juntas: randint(-1, 2), semente 7. W_K e W_V têm menos colunas quando as cabeças compartilham chaves e valores.',
  },
};

/** @type {LessonWords} */
export const own = {
  chip: 'Seu cálculo',
  title: 'Seu próprio cálculo',
  steps: {
    embed:
      'Escreva seus tokens e tamanhos, ou cole números. Cada célula de uma entrada pode ser editada no lugar.',
  },
};

/** The texts of stories are in `pt-stories.js`. @type {LessonWords} */
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

/** Texts of the lessons, in Portuguese. @type {typeof import('./en-lessons.js').lessons} */
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

/** The text of each step, unless a lesson has its own. @type {typeof import('./en-lessons.js').steps} */
export const steps = {
  embed: 'Cada token se torna um vetor: uma linha de X. Um token mantém a sua linha em toda a figura.',
  project:
    'Três matrizes aprendidas convertem cada vetor em uma consulta (o que procura), uma chave (o que oferece) e um valor (o que passa adiante).',
  score:
    'O produto escalar de uma consulta e uma chave é uma pontuação: indica o quanto a chave se ajusta à consulta. Cada consulta tem uma pontuação para cada chave.',
  scale:
    'As pontuações são divididas pela raiz quadrada do tamanho da chave. Senão, a softmax ficaria mais concentrada só porque os vetores têm mais características.',
  mask: 'Uma máscara diz para quais chaves uma consulta pode olhar. Com “nenhuma”, ela pode olhar para todas. “causal” proíbe as chaves posteriores à consulta.',
  split:
    'Cada cabeça pega as suas próprias colunas de Q, K e V e nunca vê as outras. Nada é calculado neste passo. Se há menos cabeças de chaves e valores que de consultas, as de consultas as compartilham.',
  attend:
    'Cada cabeça tem as suas próprias pontuações e os seus próprios pesos. Assim, cabeças diferentes podem olhar para tokens diferentes ao mesmo tempo. Escolha uma célula para abrir a cabeça dela.',
  concatenate:
    'As saídas das cabeças voltam a ficar lado a lado, na ordem das cabeças. Nada se mistura ainda: cada coluna continua sendo de uma só cabeça.',
  out: 'W_O mistura as cabeças. Cada número do resultado é o produto escalar de uma linha das saídas concatenadas e uma coluna de W_O.',
  softmax:
    'A softmax converte as pontuações de uma consulta em pesos. Nenhum peso é negativo. Por linhas, que é o correto, cada linha soma 1.',
  mix: 'Cada saída é uma soma ponderada dos valores, com os pesos da sua linha.',
};
