// Written by `npm run words` from the tables of this folder.
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

export const texts = { en, es, pt };
