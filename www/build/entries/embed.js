import { room } from '../../rooms/embed/room.js';

// It computes nothing by itself: its figures come with the scripts of their rooms.
heedmap.add(room, () => new Uint8Array());
