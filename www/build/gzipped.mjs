/**
 * Prints the gzipped size in bytes of each file on the command line, one on each line. Run by `cargo xtask
 * budget`: servers compress with zlib, which Node contains, at its default level.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

for (const path of process.argv.slice(2)) {
  console.log(gzipSync(readFileSync(path)).length);
}
