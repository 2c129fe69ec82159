/** Writes the classic scripts of the elements to the folder that the command line names. Run by `cargo xtask dist`. */
import { writeClassic } from './classic.mjs';

if (!process.argv[2]) throw new Error('Where to? Name a folder.');
await writeClassic(process.argv[2]);
