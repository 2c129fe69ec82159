import worker from 'heedmap:maps-worker';
import { HeedHeadsElement } from '../../rooms/maps/heed-heads.js';
import { views } from '../../rooms/maps/later-view.js';
import { room } from '../../rooms/maps/room.js';
import { weights } from '../../rooms/maps/sample/sample.js';

HeedHeadsElement.workerText = worker;
HeedHeadsElement.kernels = async () => {
  // A large head may be opened before the page has loaded its last script.
  if (!heedmap.kernels) await heedmap.load?.(['kernels']).catch(() => {});
  if (!heedmap.kernels)
    throw new Error(
      'This page has no program for heads this large: heedmap-kernels.js is not in it, or was not loaded.',
    );
  return heedmap.kernels();
};
HeedHeadsElement.corpora = async () => {
  if (!heedmap.openCorpus) await heedmap.load?.(['corpus']).catch(() => {});
  if (!heedmap.openCorpus)
    throw new Error('heedmap-corpus.js, which reads stores of texts, could not be loaded.');
  return heedmap.openCorpus;
};
weights.load = async () => void (await heedmap.load?.(['sample']));
const { load } = views;
views.load = async () => {
  await heedmap.load?.(['views']).catch(() => {});
  if (!heedmap.modules['rooms/maps/more-views.js'])
    throw new Error('heedmap-views.js, which shows this, could not be loaded, or is not in this page.');
  return load();
};
heedmap.add(room, async () => heedmap.program());
