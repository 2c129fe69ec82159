import { contrast } from './settings.js';

export const { encode, decode } = contrast;
