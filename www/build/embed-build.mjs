/** Writes the scripts for other people's pages to `dist/embed`. Run by `cargo xtask build`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { embed, EMBEDS } from './embed.mjs';
import { WWW } from './scripts.mjs';

await mkdir(`${WWW}dist/embed`, { recursive: true });
for (const name of Object.keys(EMBEDS)) await writeFile(`${WWW}dist/embed/${name}.js`, await embed(name));
