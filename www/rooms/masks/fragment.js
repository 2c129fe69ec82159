import { masks } from './settings.js';

export const { encode, decode } = masks;
