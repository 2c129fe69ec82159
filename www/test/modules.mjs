/**
 * Imports the modules on the command line in Node, without a window or a document; an import must have no
 * side effects. Run by `cargo xtask tidy`.
 */

/** @type {string[]} */
const complaints = [];

const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

const paths = process.argv.slice(2);
for (const path of paths) {
  const globals = new Set(Reflect.ownKeys(globalThis));
  const before = timers();
  try {
    await import(new URL(`../../${path}`, import.meta.url).href);
  } catch (error) {
    complaints.push(
      `${path}: cannot be imported without a page: ${error instanceof Error ? error.message : error}`,
    );
  }
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!globals.has(key)) complaints.push(`${path}: makes a global of ${String(key)}`);
  }
  if (timers() > before) complaints.push(`${path}: starts a timer`);
}

for (const complaint of complaints) console.log(complaint);
console.log(
  complaints.length > 0 ? `tidy has ${complaints.length} complaints` : `${paths.length} modules are tidy`,
);
process.exit(complaints.length > 0 ? 1 : 0);
