/** The entry of the script that reads and shows stores of texts. The Models room requests it. */
import { openCorpus } from '../../rooms/maps/corpus/room-corpus.js';

heedmap.openCorpus = openCorpus;
