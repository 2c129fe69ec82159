/** What the build does to sources on their way into a script. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeSheet } from '../bundle/plugins.mjs';

test('a style sheet loses the spaces that mean nothing, and its comments', () => {
  assert.equal(closeSheet('`\n/* why */\n.a { color: red; margin: 0 2px; opacity: 0.5; }\n.b, .c > p { left: 1px; }\n`'), '`.a{color:red;margin:0 2px;opacity:.5}.b,.c>p{left:1px}`');
});

test('spaces that mean something stay in a style sheet', () => {
  const sheet = ".a :hover,.a:hover{content:' ↓';width:calc(1px + 2px)}@media (width < 100px){p{margin:0 auto}}";
  assert.equal(closeSheet(sheet), sheet);
});
