/** The format of the JavaScript: `npm run format` writes it, `cargo xtask test` checks it. */
export default { printWidth: 110, singleQuote: true };
