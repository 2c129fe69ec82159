import { embed } from './settings.js';

export const { encode, decode } = embed;
