#!/usr/bin/env node
// Node 20 warns of each import of JSON, which later versions do not.
const { emitWarning } = process;
process.emitWarning = (/** @type {any} */ warning, /** @type {any[]} */ ...rest) => {
  if (rest[0] !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest);
};

// Some modules of a checkout are written by a build. The package has them.
const command = await import('../www/command/run.mjs').catch((error) => {
  const isBuilt = !/\/www\/(?:(?:pkg|dist|command)\/|.*\.css\.js$)/.test(error.url ?? '');
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || isBuilt) throw error;
  console.error('heedmap: this checkout is not built. Run `cargo xtask build` first.');
});

process.exitCode = command ? await command.run(process.argv.slice(2)) : 1;
