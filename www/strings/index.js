import { en } from './en.js';
import { es } from './es.js';

/** One table of strings a language. */
export const LANGUAGES = Object.freeze({ en, es });

/**
 * The language to begin with: the reader's choice, else the first of the browser's that we speak, else English.
 *
 * @param {'en' | 'es' | null} chosen
 * @param {readonly string[]} preferred - as in `navigator.languages`
 * @returns {'en' | 'es'}
 */
export function languageOf(chosen, preferred) {
  if (chosen) return chosen;
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'en' || language === 'es') return language;
  }
  return 'en';
}
