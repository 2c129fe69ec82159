/** Writes docs/elements.md. Run by `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { elementsDoc } from './elements-doc.mjs';

writeFileSync(new URL('../../docs/elements.md', import.meta.url), elementsDoc());
