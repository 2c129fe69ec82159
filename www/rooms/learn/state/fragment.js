import { learn } from '../settings.js';

export const { encode, decode } = learn;
