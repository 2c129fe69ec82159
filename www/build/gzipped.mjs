/**
 * Prints how many bytes each file named on the command line takes after gzip, a line a file. Run by
 * `cargo xtask budget`: zlib, which Node carries, is what servers compress with, at its default level.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

for (const path of process.argv.slice(2)) {
  console.log(gzipSync(readFileSync(path)).length);
}
