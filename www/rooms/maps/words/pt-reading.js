import { counted } from '../../../words/plural.js';

/**
 * Texts of the Maps room about how files are interpreted, in Portuguese.
 *
 * @type {typeof import('./en-reading.js').reading}
 */
export const reading = {
  layers: (n) => counted(n, 'camada', 'camadas'),
  heads: (n) => counted(n, 'cabeça', 'cabeças'),
  grouped: (heads, kvHeads) => `${heads} (compartilham ${counted(kvHeads, 'cabeça', 'cabeças')} de chaves)`,
  every: (layers, heads) => `${layers} × ${heads}`,
  tokens: (n) => counted(n, 'token', 'tokens'),
  extent: (queries, keys) =>
    `${counted(queries, 'consulta', 'consultas')} × ${counted(keys, 'chave', 'chaves')}`,
  weights: (every, extent) => `Lido como ${every}, ${extent}: pesos (consulta, chave).`,
  weightsAndValues: (every, extent) =>
    `Lido como ${every}, ${extent}: pesos (consulta, chave), com valores (v).`,
  qk: (every) => `q e k de ${every}`,
  qkv: (every) => `q, k e v de ${every}`,
  size: (size) => `tamanho de cabeça ${size}`,
  computed: (what, extent, how) => `${what}, ${extent}: os pesos são calculados, ${how}.`,
  how: {
    scaled: (scale) => `escalados por ${scale}`,
    both: 'bidirecional',
    causal: 'causal',
    aligned: (corner) => `causal (${corner})`,
    window: (keys) => `janela ${keys}`,
    softcap: (cap) => `softcap ${cap}`,
    rope: (base, pairs, dim) => `RoPE aplicado aqui (base ${base}, ${pairs}, ${dim} características)`,
    allOf: 'todas as',
  },
  causal: { none: 'não', both: 'sim', upper_left: 'sup. esq.', lower_right: 'inf. dir.' },
  pairs: { half: 'metades em pares', interleaved: 'intercaladas em pares' },
  axes: {
    layer: 'camada',
    head: 'cabeça',
    query: 'consulta',
    key: 'chave',
    feature: 'característica',
    fixed: 'lote',
  },
  assembled: (steps) =>
    `${counted(steps, 'passo de geração empilhado', 'passos de geração empilhados')}. Onde uma chave ainda não existia, nada é desenhado.`,
  below: (steps) => `${counted(steps, 'passo de geração empilhado', 'passos de geração empilhados')}.`,
  batchOf: (length, at) =>
    `O lote tem ${counted(length, 'texto', 'textos')}. O texto ${at} é mostrado, contando a partir de 0.`,
  unsure: (shape, axes) => `O arquivo não diz qual eixo é qual. ${shape} é interpretado como ${axes}.`,
  sideBySide: (size) =>
    `O arquivo não diz quantas cabeças há, e um tamanho de cabeça de ${size} seria incomum: é provável que várias cabeças estejam lado a lado nas características.`,
  implied:
    'O arquivo não diz quantas cabeças há. q tem mais características que k, então várias cabeças estão lado a lado. O menor número possível é usado.',
  unreadMask: (clauses) =>
    `O arquivo indica uma máscara que não é aplicada aqui: ${clauses}. Só são aplicadas causal e window(n).`,
  beforeRope:
    'q e k de hook_q e hook_k foram salvos antes do RoPE. Se o modelo usa RoPE, aplique-o mais abaixo.',
  sinkColumn:
    'Cada cabeça tem um sumidouro aprendido: uma pontuação sem chave. O seu peso é a primeira coluna.',
  sinksLeft: (/** @type {string} */ shape, /** @type {number} */ layers, /** @type {number} */ heads) =>
    `Os sumidouros de forma ${shape} são ignorados: há ${counted(layers, 'camada', 'camadas')} de ${counted(heads, 'cabeça', 'cabeças')}.`,
  padding: (/** @type {number} */ n) =>
    `${counted(n, 'token de preenchimento é omitido', 'tokens de preenchimento são omitidos')}.`,
  looksAhead: 'O arquivo não diz se as consultas veem chaves posteriores. O modelo olha para a frente?',
  looks: { yes: 'sim, como o BERT', no: 'não, como o GPT' },
  numbered: (list) => `Aqui as camadas são contadas a partir de 0. No arquivo são ${list}.`,
  numberedOne: (number) => `Aqui, a camada 0 é a camada ${number} do arquivo.`,
  numberedHeads: (list) => `Aqui as cabeças são contadas a partir de 0. No arquivo são ${list}.`,
  valuesLeft: {
    qk: (shape) => `v, de forma ${shape}, não corresponde a k e é ignorado.`,
    weights: (shape) => `v, de forma ${shape}, não corresponde aos pesos e é ignorado.`,
  },
  lastToken: (tokens) =>
    `Há ${counted(tokens, 'token', 'tokens')}, um a mais que chaves. O último foi gerado e nunca foi chave.`,
  tokenCount: (tokens, keys) =>
    `Os tokens são ignorados: há ${counted(tokens, 'token', 'tokens')}, mas ${counted(keys, 'chave', 'chaves')}.`,
  aside: (list) => `Ignorado: ${list}.`,
  more: (list, more) => `${list} e mais ${more}`,
  rows: {
    heads: (some, all) => `${some} de ${counted(all, 'cabeça', 'cabeças')}`,
    place: (layer, head, query) => `camada ${layer}, cabeça ${head}, consulta ${query}`,
    sums: (heads, place, sum) =>
      `Nem todas as linhas somam 1, em ${heads}. A mais distante de 1 é ${place}, com ${sum}. As linhas são mostradas sem alteração.`,
    odd: (rows, heads, place) =>
      `Linhas com pesos inválidos (negativos, infinitos ou ausentes): ${rows}, em ${heads}. A primeira é ${place}.`,
    empty: (rows, heads) => `Linhas em que todos os pesos são 0: ${rows}, em ${heads}.`,
  },
  nothing: {
    empty: 'Os arquivos abertos não contêm nenhum tensor.',
    tokens: (tokens) =>
      `Há ${counted(tokens, 'token', 'tokens')}, mas nenhum tensor. Solte os pesos, ou q e k, junto com os tokens.`,
    learned: (count, list) =>
      `${count === 1 ? 'Este tensor é' : `Estes ${count} tensores são`} o que um modelo aprendeu, e não a sua atenção: ${list}. Passe um texto pelo modelo e abra o que ele calcula. Em Python: with heedmap.capture(model) as seen: model(**inputs), e depois heedmap.show(seen).save("heads.safetensors").`,
    whole: (list) =>
      `Só há números inteiros ou booleanos em ${list}. Os pesos, q e k devem ser números em ponto flutuante, como float32.`,
    noKeys: (list) => `Há q, mas nenhum k com um nome correspondente: ${list}.`,
    noQueries: (list) => `Há k, mas nenhum q com um nome correspondente: ${list}.`,
    shapes: (list) =>
      `Não foi encontrada atenção em ${list}. São aceitos pesos (camadas, cabeças, consultas, chaves), também com menos eixos, com lote ou com um tensor por camada, e q com k (camadas, cabeças, tokens, tamanho de cabeça).`,
  },
  correct: 'Não é assim?',
  corrections: 'Como é lido',
  candidate: 'Tensores',
  fromQk: (tensors) => `q e k: ${tensors}`,
  axis: (at, length) => `Eixo ${at}, de ${length}`,
  headCount: 'Cabeças de q, lado a lado',
  batch: 'Índice no lote',
  scheme: 'Os tokens são',
  schemes: {
    '': 'como reconhecidos',
    plain: 'texto simples',
    byte_level: 'BPE por bytes',
    sentencepiece: 'SentencePiece',
    wordpiece: 'WordPiece',
  },
  recognised: (scheme) => `como reconhecidos: ${scheme}`,
  scale: 'Escala',
  mask: 'Causal',
  window: 'Janela',
  softcap: 'Softcap',
  rope: 'RoPE',
  ropes: { none: 'aplicado, ou não há', apply: 'aplicar' },
  base: 'Base',
  paired: 'Pares',
  dim: 'Características giradas',
  back: 'Como reconhecido',
  help: {
    causal:
      'Com mais chaves que consultas por causa de um cache, a diagonal termina no canto inferior direito.',
    heads:
      'Quantas cabeças de q estão lado a lado nas características. O número para k é deduzido, porque todas têm o mesmo tamanho.',
    window:
      'Quantas chaves uma consulta vê: a sua e as anteriores mais próximas. Sem máscara causal, também a mesma quantidade de posteriores. Se ficar vazio, não há janela.',
    softcap: 'As pontuações z passam a ser c · tanh(z / c) com este c. Se ficar vazio, não há softcap.',
    rope: 'Se q e k foram salvos antes de o RoPE ser aplicado, ele pode ser aplicado aqui.',
  },
  errors: {
    axes: (shape) =>
      `Os eixos de ${shape} não podem ser lidos assim: um deve ser de consultas e um de chaves (em q, de características), e no máximo um de camadas e um de cabeças.`,
    batches: (lengths) => `Mais de um eixo seria um lote, de comprimentos ${lengths}. Só um pode ser.`,
    batch: (at, most) => `${at} não é um índice do lote: os índices vão de 0 a ${most}.`,
    sizes: (q, k) =>
      `Uma consulta de q tem ${counted(q, 'característica', 'características')} e uma chave de k tem ${k}: devem coincidir. Se várias cabeças estão lado a lado nas características, abra também o config.json, que tem o número delas.`,
    headCount: (text) => `O número de cabeças é um inteiro a partir de 1, como 12, e não “${text}”.`,
    split: (heads, q, k) =>
      `As ${counted(q, 'característica', 'características')} de q e as ${k} de k não podem ser divididas em cabeças de um só tamanho com ${heads} cabeças de q.`,
    sharing: (heads, kvHeads) =>
      `${counted(heads, 'cabeça de q não pode', 'cabeças de q não podem')} compartilhar ${counted(kvHeads, 'cabeça', 'cabeças')} de k: ${heads} não é múltiplo de ${kvHeads}.`,
    layers: (q, k) => `q tem ${counted(q, 'camada', 'camadas')} e k tem ${k}.`,
    cells: (queries, keys, most) =>
      `Uma cabeça de ${queries} × ${keys} células não cabe na memória (no máximo ${most}, ou seja, 4096 × 4096) e não pode ser lida por partes deste arquivo. Salve q e k, um .npy ou .safetensors sem compressão com todas as linhas de uma cabeça em um tensor, parte das linhas ou menos cabeças.`,
    side: (tokens, most) =>
      `Uma cabeça de ${tokens} tokens é longa demais: podem ser mostrados no máximo ${most}. Salve parte das linhas e das chaves.`,
    vectors: (tokens, size, fits) =>
      `q e k de uma cabeça têm ${tokens} tokens × ${size} características, mais do que o limite de 16777216 números cada. Salve parte das linhas, no máximo ${fits} tokens.`,
    heads: (layers, heads, most) =>
      `${layers} × ${heads} cabeças são demais: podem ser mostradas no máximo ${most}.`,
    scale: (text) => `Uma escala é um número, como 0,125, e não “${text}”.`,
    window: (text) => `Uma janela é um número inteiro de chaves, de 1 a 16777216, e não “${text}”.`,
    softcap: (text) => `Um softcap é um número maior que 0, como 50, e não “${text}”.`,
    base: (text) => `A base do RoPE é um número maior que 0, como 10000, e não “${text}”.`,
    dim: (text, size) =>
      `O RoPE gira um número par de características, de 2 ao tamanho de cabeça ${size}, e não “${text}”.`,
  },
};
