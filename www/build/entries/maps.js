import worker from 'heedmap:maps-worker';
import { HeedHeadsElement } from '../../rooms/maps/heed-heads.js';
import { views } from '../../rooms/maps/later-view.js';
import { room } from '../../rooms/maps/room.js';
import { weights } from '../../rooms/maps/sample/sample.js';
import { requested } from '../requested.js';

HeedHeadsElement.workerText = worker;
// A large head may be opened before the page has loaded its last script.
HeedHeadsElement.kernels = async () => {
  const missing =
    'This page has no program for heads this large: heedmap-kernels.js is not in it, or was not loaded.';
  const kernels = await requested('kernels', () => heedmap.kernels, missing);
  return kernels();
};
HeedHeadsElement.corpora = () =>
  requested(
    'corpus',
    () => heedmap.openCorpus,
    'heedmap-corpus.js, which reads stores of texts, could not be loaded.',
  );
weights.load = async () => void (await heedmap.load?.(['sample']));
const { load } = views;
views.load = async () => {
  const missing = 'heedmap-views.js, which shows this, could not be loaded, or is not in this page.';
  await requested('views', () => heedmap.modules['rooms/maps/more-views.js'], missing);
  return load();
};
heedmap.add(room, async () => {
  const missing = 'heedmap-program.js, which reads heads, could not be loaded.';
  const program = await requested('program', () => heedmap.program, missing);
  return program();
});
