import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serve } from '../serve.mjs';

let folder = '';
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heedmap-serve-'));
  const files = {
    'index.html': '<!doctype html>',
    'a.js': 'export {};',
    'a.mjs': 'export {};',
    'a.wasm': '\0asm',
    'a.css': 'a {}',
    'ünï.txt': 'text',
    '.secret': 'x',
    '.git/config': 'x',
    'target/made.js': 'x',
    'deep/index.html': 'deep',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  server = await serve({
    folder,
    path: '/some/path/',
    headers: { 'Content-Security-Policy': "default-src 'none'" },
    excluded: /^\/target\//,
    given: new Map([['/some/path/deep/index.html', ['given', { 'Content-Type': 'text/plain' }]]]),
  });
});
after(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Sends a path and a host as they are: `fetch` would normalize the path first, and allows no other host.
 *
 * @param {string} path @param {string} [host] @returns {Promise<string>} the whole response
 */
const raw = (path, host = new URL(server.origin).host) =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket
      .on('data', (data) => {
        text += data;
      })
      .on('end', () => resolve(text))
      .on('error', reject);
  });

test('a file has its media type, the given headers and nosniff', async () => {
  const types = {
    '': 'text/html;charset=utf-8',
    'a.js': 'text/javascript',
    'a.mjs': 'text/javascript',
    'a.wasm': 'application/wasm',
    'a.css': 'text/css',
    '%C3%BCn%C3%AF.txt': 'text/plain',
  };
  for (const [name, type] of Object.entries(types)) {
    const { status, headers } = await fetch(server.address + name);
    assert.deepEqual([status, headers.get('content-type')], [200, type], name);
    assert.equal(headers.get('content-security-policy'), "default-src 'none'");
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
  assert.equal(await (await fetch(`${server.address}deep/?x=1`)).text(), 'deep');
});

test('a range request gets part of a file, and HEAD gets no body', async () => {
  const part = await fetch(`${server.address}a.js`, { headers: { Range: 'bytes=0-5' } });
  assert.deepEqual([part.status, await part.text()], [206, 'export']);
  const head = await fetch(`${server.address}a.js`, { method: 'HEAD' });
  assert.deepEqual([head.headers.get('content-length'), await head.text()], ['10', '']);
});

test('a range that no file has, or of another form, does not end the server', async () => {
  const part = async (/** @type {string} */ range) => {
    const response = await fetch(`${server.address}a.js`, { headers: { Range: range } });
    return [response.status, await response.text()];
  };
  const whole = [200, 'export {};'];
  for (const range of [
    'bytes=0-99999999999999999999',
    'bytes=99999999999999999999-',
    'bytes=5-2',
    'bytes=0-0',
    'bytes=-3',
    'bytes=0-1,3-4',
    'bytes=--5',
    'lines=1-2',
  ])
    assert.deepEqual(await part(range), whole, range);
  assert.deepEqual(await part('bytes=7-'), [206, '{};']);
  assert.deepEqual(await part('bytes=7-999999999999999'), [206, '{};']);
  assert.deepEqual(await part('bytes=999999999999998-999999999999999'), [416, '']);
});

test('only GET and HEAD are answered', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    const { status, headers } = await fetch(`${server.address}a.js`, { method });
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'], method);
  }
});

test('a request must name this machine and the port in its Host header', async () => {
  const { port } = new URL(server.origin);
  for (const name of ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]'])
    assert.match(await raw('/some/path/a.js', `${name}:${port}`), /^HTTP\/1\.1 200 /, name);
  for (const host of [
    'localhost',
    'localhost:1',
    '',
    `attacker.example:${port}`,
    `localhost.attacker.example:${port}`,
    `127.0.0.1.attacker.example:${port}`,
    `x@localhost:${port}`,
  ])
    assert.match(await raw('/some/path/a.js', host), /^HTTP\/1\.1 403 .*\r\n\r\n/s, host);
});

test('files outside the folder, hidden and excluded files are not served, and missing files are listed', async () => {
  const { missing } = server;
  missing.length = 0;
  const refused = [
    '/index.html',
    '/some/',
    '/some/path/none.js',
    '/some/path/.secret',
    '/some/path/%2esecret',
    '/some/path/.git/config',
    '/some/path/target/made.js',
    '/some/path/%74arget/made.js',
    '/some/path//target/made.js',
    '/some/path/%2Ftarget/made.js',
    '/some/path/deep//../target/made.js',
    '/some/path/deep/..%5ctarget/made.js',
    '/some/%70ath/target/made.js',
    '/some/path/../../index.html',
    '/some/path/%2e%2e/%2e%2e/etc/passwd',
    '/some/path/..%2f..%2fetc%2fpasswd',
    '//',
    '/some/path//etc/passwd',
    '/some/path/%00',
    '/some/path/%',
    '/some/path/deep/none/',
  ];
  for (const path of refused) assert.match(await raw(path), /^HTTP\/1.1 404 /, path);
  assert.equal(missing.length, refused.length);
  assert.deepEqual(missing.slice(0, 3), ['/index.html', '/some/', '/some/path/none.js']);
});

test('a port in use leads to the next one, and a message reports when none is free', async () => {
  const used = Number(new URL(server.origin).port);
  const next = await serve({ folder, ports: [used, 0] });
  assert.notEqual(next.origin, server.origin);
  assert.equal((await fetch(next.address)).status, 200);
  await next.close();
  await assert.rejects(serve({ folder, ports: [used] }), {
    message: `Every port from ${used} to ${used} of 127.0.0.1 is in use.`,
  });
});

test('what is given at a path is served in place of the file, with its own headers only', async () => {
  const given = await fetch(`${server.address}deep/index.html`);
  assert.equal(await given.text(), 'given');
  assert.equal(given.headers.get('content-type'), 'text/plain');
  assert.equal(given.headers.get('content-security-policy'), null);
  const file = await fetch(`${server.address}deep/`);
  assert.equal(await file.text(), 'deep');
  assert.equal(file.headers.get('content-security-policy'), "default-src 'none'");
});
