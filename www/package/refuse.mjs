/** Run by npm before it packs: the checkout is no package. */
console.error('The package is made by `cargo xtask npm`, under target/npm: pack and publish that folder.');
process.exitCode = 1;
