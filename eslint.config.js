/**
 * The linter of the JavaScript: `npm run lint`, and a step of `cargo xtask test`. Types are checked by tsc.
 */
import js from '@eslint/js';
import globals from 'globals';

export default [
  {
    ignores: [
      '**/node_modules/',
      'target/',
      'www/dist/',
      'www/pkg/',
      '**/*.css.js',
      'examples/',
      'fixtures/',
      'crates/',
    ],
  },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node, heedmap: 'readonly' } },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      // Prettier does not wrap comments. Lines that start with a tag, and rows of tables, may be longer.
      'max-len': ['error', { code: 1000, comments: 110, ignorePattern: '^\\s*(/\\*)?\\*+ (@\\w+|\\|)' }],
      // tsc finds these, with the types at hand.
      'no-undef': 'off',
      'no-unused-vars': 'off',
      // `[^]` matches any character, and names of files and tokens may hold control characters.
      'no-empty-character-class': 'off',
      'no-control-regex': 'off',
      'no-misleading-character-class': 'off',
      // A cast says that the value is there.
      'no-unsafe-optional-chaining': 'off',
      // `#field ||= …` reads the field.
      'no-unused-private-class-members': 'off',
    },
  },
];
