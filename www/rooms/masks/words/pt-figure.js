import { counted } from '../../../words/plural.js';

/**
 * Texts of the figure of a mask, in Portuguese, on the page and in embeds.
 *
 * @type {typeof import('./en-figure.js').maskFigure}
 */
export const maskFigure = {
  expression: 'A máscara como expressão',
  maps: { pattern: 'padrão', scores: 'pontuações mascaradas', weights: 'pesos' },
  heatmap: 'mapa de calor',
  mapLabel: (name, queries, keys) =>
    `${name}, ${queries} × ${keys}, consultas nas linhas, chaves nas colunas`,
  axes: { query: 'consulta →', key: 'chave →' },
  place: (query, key) => `consulta ${query}, chave ${key}`,
  allowedBy: (clauses) => `permitida por ${clauses}`,
  forbiddenBy: (clauses) => `proibida por ${clauses}`,
  scoreAndWeight: (score, weight) => `pontuação ${score}, peso ${weight}`,
  unmaskedWas: (weight) => `sem a máscara o seu peso é ${weight}`,
  notPlayed: 'a sua linha ainda não foi reproduzida',
  allowed: 'permitida',
  maskedSample: 'mascarada (não é zero)',
  toLargest: 'até o maior',
  toOne: 'até 1',
  names: {
    queries: 'Consultas',
    keys: 'Chaves',
    heads: 'Cabeças',
    kvHeads: 'Cabeças de chave e valor',
    size: 'Tamanho da cabeça',
    bytes: 'Bytes por número',
    seed: 'Semente',
  },
  head: 'Cabeça',
  errors: {
    notWhole: (text) => `Escreva um número inteiro, e não “${text}”.`,
    bounds: (name, value, range) => `${name}: ${value}. Deve ser um número inteiro do intervalo ${range}.`,
    kvHeads: (heads, kvHeads) =>
      `${counted(heads, 'cabeça não pode', 'cabeças não podem')} dividir por igual ${counted(kvHeads, 'cabeça', 'cabeças')} de chave e valor.`,
  },
};
