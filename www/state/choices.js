/** The allowed values of each setting. The URL and the controls both use this table. */
export const CHOICES = Object.freeze({
  embeddingScale: ['none', 'sqrt'],
  positions: ['none', 'textbook', 'doubled', 'given'],
  scale: ['sqrt', 'none'],
  mask: ['none', 'causal'],
  softmaxAxis: ['rows', 'columns', 'all'],
  softmaxForm: ['stable', 'naive'],
  show: ['step', 'whole'],
  map: ['ember', 'viridis', 'cividis', 'grey'],
});
