/** Writes the scripts for other pages to `dist/embed` and `dist/classic`. Run by `build.mjs`. */
import './vendor.mjs';
import { mkdir, writeFile } from 'node:fs/promises';
import { embed, EMBEDS } from './embed.mjs';
import { writeClassic } from '../package/classic.mjs';
import { WWW } from './scripts.mjs';

await mkdir(`${WWW}dist/embed`, { recursive: true });
for (const name of Object.keys(EMBEDS)) await writeFile(`${WWW}dist/embed/${name}.js`, await embed(name));
await writeClassic(`${WWW}dist/classic`);
