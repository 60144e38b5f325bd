// The console's page and files over HTTP: policy, caching, compression, and what is not served.
import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { removeFolder, scratchFolder } from '../../../bench/harness/scratch-folder.ts';
import { registerConsole } from '../../../server/http/console/console-routes.ts';

const SCRIPT = 'console.log("Payment Orders")';
const PAGE = '<meta name="style-nonce" content="%STYLE_NONCE%"><script src="/console/assets/a.js">';

let folder: string;
let server: FastifyInstance;

function build(): void {
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(join(folder, 'dist', name), content);
  write('index.html', PAGE);
  write('assets/a.js', SCRIPT);
  write('assets/a.js.br', brotliCompressSync(SCRIPT));
  write('assets/a.js.gz', gzipSync(SCRIPT));
  write('assets/picture.png', 'picture');
  write('assets/notes.txt', 'not for the web');
  writeFileSync(join(folder, 'secret.js'), 'kept apart');
}

before(async () => {
  folder = await scratchFolder();
  server = Fastify();
  server.decorate('public_url', 'http://localhost');
  registerConsole(server, join(folder, 'dist'));
});
after(async () => {
  await server.close();
  await removeFolder(folder);
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

describe('the console', () => {
  it('says that it is being built until it is, and then is there', async () => {
    const early = await get('/console');
    equal(early.statusCode, 503);
    equal(early.headers['retry-after'], '2');
    match(early.body, /is being built/);
    build();
    equal((await get('/console')).statusCode, 200);
  });

  it('is one page at every address, with a nonce of its own each time', async () => {
    const bodies: string[] = [];
    for (const path of ['/console', '/console/', '/console/trades?state=failed']) {
      const { statusCode, headers, body } = await get(path);
      equal(statusCode, 200, path);
      equal(headers['cache-control'], 'no-store');
      const [, nonce = ''] = /content="([^"]{20,30})"/.exec(body) ?? [];
      const policy = String(headers['content-security-policy']);
      match(policy, /^default-src 'none'; script-src 'self'; /);
      equal(policy.includes(`'nonce-${nonce}'`), true, policy);
      equal(/unsafe|\*|https?:/.test(policy), false, policy);
      bodies.push(body);
    }
    notEqual(bodies[0], bodies[1]);
  });

  it('has files that never change, compressed as the browser likes', async () => {
    const plain = await get('/console/assets/a.js');
    equal(plain.body, SCRIPT);
    equal(plain.headers['content-encoding'], undefined);
    match(String(plain.headers['cache-control']), /immutable/);
    match(String(plain.headers['content-type']), /^text\/javascript/);
    for (const coding of ['br', 'gzip']) {
      const sent = await get('/console/assets/a.js', { 'accept-encoding': coding });
      equal(sent.headers['content-encoding'], coding);
    }
    const picture = await get('/console/assets/picture.png', { 'accept-encoding': 'br' });
    deepEqual([picture.body, picture.headers['content-encoding']], ['picture', undefined]);
  });

  it('serves nothing else of its folder or beside it', async () => {
    const PATHS = [
      'assets/none.js',
      'assets/notes.txt',
      'assets/a.js.br',
      'assets/../../secret.js',
      'assets/..%2f..%2fsecret.js',
      'assets/%2e%2e/%2e%2e/secret.js',
      'assets//etc/passwd',
    ];
    for (const path of PATHS) {
      const { statusCode, body } = await get(`/console/${path}`);
      equal(/kept apart|not for the web|root:/.test(body), false, path);
      equal([404, 200].includes(statusCode), true, `${path} ${statusCode}`);
      if (statusCode === 200) match(body, /style-nonce/, path);
    }
  });
});
