import downloads from 'heedmap:downloads';
import { HeedEmbedElement } from '../../rooms/embed/heed-embed.js';
import { room } from '../../rooms/embed/room.js';

HeedEmbedElement.downloads = downloads;
HeedEmbedElement.figurePage = async (from, element) => {
  const { figurePage } = await import('../../page/save/figure-page.js');
  return figurePage(from, element).text;
};
// The room has no program of its own: its figures use the scripts of their rooms.
heedmap.add(room, () => new Uint8Array());
