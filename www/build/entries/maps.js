import worker from 'heedmap:maps-worker';
import { HeedHeadsElement } from '../../rooms/maps/heed-heads.js';
import { views } from '../../rooms/maps/later-view.js';
import { room } from '../../rooms/maps/room.js';
import { weights } from '../../rooms/maps/sample/sample.js';
import { requested } from '../requested.js';

HeedHeadsElement.workerText = worker;
// A large head may be opened before the page has loaded its last script.
HeedHeadsElement.kernels = async () => {
  const kernels = await requested('kernels', () => heedmap.kernels);
  return kernels();
};
HeedHeadsElement.corpora = () => requested('corpus', () => heedmap.openCorpus);
// Until its script has run, the module of the sample is an empty object.
weights.load = async () => {
  const steps = () => /** @type {any} */ (heedmap.modules['rooms/maps/sample/steps.json']);
  await requested('sample', () => steps().rows);
};
const { load } = views;
views.load = async () => {
  await requested('views', () => heedmap.modules['rooms/maps/more-views.js']);
  return load();
};
heedmap.add(room, async () => {
  const program = await requested('program', () => heedmap.program);
  return program();
});
