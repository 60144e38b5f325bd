// Every command and every program of the service's machine that has a secret to hand over stands in
// a table that says how, and does it so. One that is forgotten is named.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { secretsOf } from '../../../cli/client/secret-file.ts';
import { runCli } from '../test-terminal.ts';
import { COMMANDS, examplesOf } from './command-examples.ts';

/** Commands that show a secret once: on a terminal, or in the file of `--secret-file`. */
const HANDED_OVER = [
  '/alerts/recipients/add',
  '/alerts/recipients/change',
  '/approvals/collect',
  '/callbacks/endpoints/add',
  '/callbacks/endpoints/rotate-secret',
  '/feeds/issue',
  '/listen',
  '/operator-tokens/issue',
  '/operator-tokens/rotate',
  '/own-tokens/issue',
  '/people/invite',
  '/people/reset-factors',
  '/people/reset-link',
  '/reports/add',
  '/reports/change',
  '/tokens/issue',
];

/** What the programs do that run on the service's machine, with its settings. */
const PROGRAMS: Readonly<Record<string, 'as the commands do' | 'on a terminal only' | 'none'>> = {
  'server/main.ts': 'on a terminal only',
  'server/programs/create-owner.ts': 'as the commands do',
  'server/programs/archive.ts': 'none',
  'server/programs/backup.ts': 'none',
  'server/programs/drill.ts': 'none',
  'server/programs/migrate.ts': 'none',
  'server/programs/cells/move-cell.ts': 'none',
  'server/programs/reset-demo.ts': 'none',
  'server/programs/restore.ts': 'none',
};

/** As the secrets of callbacks look; `listen` makes one of its own. */
const SECRET = /whsec_[\w+/=-]{20,}/;
const planted = `whsec_${'P'.repeat(43)}=`;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const FILES = ['march.csv', 'logo.png', 'letter.jpg', 'camt053-2026-03-05.xml', 'status.xml'];

let server: Server;
let folder: string;
let env: Record<string, string>;
let asked = 0;
const start_folder = process.cwd();

function withSecrets(fields: readonly string[]): object {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const [name = '', inner] = field.split('.');
    body[name] = inner === undefined ? planted : { [inner]: planted };
  }
  return body;
}

/** Secrets in every answer that may have some; a feed without events, which ends whoever waits. */
function answerOf(given: string, { pathname, searchParams: query }: URL) {
  if (pathname === '/api/v1/events') {
    const problem = { status: 401, code: 'unauthorized', detail: 'No.', errors: [] };
    return query.has('wait') ? { status: 401, body: problem } : { status: 200, body: { data: [] } };
  }
  const method = METHODS.find((one) => one === given) ?? 'GET';
  const fields = secretsOf(pathname.replace('/operator/v1', ''), { method });
  if (fields.length > 0) asked += 1;
  return { status: 200, body: withSecrets(fields) };
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-every-secret-'));
  process.chdir(folder);
  for (const file of [...FILES, 'returns.csv']) await writeFile(join(folder, file), 'a,b\n');
  server = createServer(({ method = 'GET', url = '/' }, response) => {
    const { status, body } = answerOf(method, new URL(url, 'http://service'));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  env = {
    PAYMENT_ORDERS_URL: `http://127.0.0.1:${port}`,
    OPERATOR_TOKEN: 'token',
    MERCHANT_TOKEN: 'test_token',
  };
});
after(async () => {
  process.chdir(start_folder);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

type Way = { is_tty?: boolean; more?: readonly string[] };

/** Each run is the first one: `listen` remembers its secret. */
async function run(words: readonly string[], { is_tty = false, more = [] }: Way) {
  const XDG_STATE_HOME = await mkdtemp(join(folder, 'state-'));
  const options = { env: { ...env, XDG_STATE_HOME }, input: 'a\nb\n', is_tty };
  const { code, out, err } = await runCli([...words, ...more], options);
  return { code, all: `${out}${err}`, err };
}

/** The examples of each command that print a secret on a terminal. */
async function findPrinting(): Promise<Map<string, string[][]>> {
  const found = new Map<string, string[][]>();
  for (const { place } of COMMANDS) {
    const examples = (await examplesOf(place)).map(withoutFile);
    for (const words of examples) {
      const { all } = await run(words, { is_tty: true });
      if (SECRET.test(all)) found.set(place, [...(found.get(place) ?? []), words]);
    }
  }
  return found;
}

/** An example may name the file itself. */
function withoutFile(words: readonly string[]): string[] {
  const at = words.indexOf('--secret-file');
  return at === -1 ? [...words] : words.toSpliced(at, 2);
}

describe('a command that has a secret to hand over', () => {
  let printing: Map<string, string[][]>;
  before(async () => {
    printing = await findPrinting();
  });

  it('is in the table', () => {
    deepEqual([...printing.keys()].toSorted(), HANDED_OVER.toSorted());
  });

  it('prints it into a pipe only if it is asked to', async () => {
    for (const [place, examples] of printing) {
      for (const words of examples) {
        const before_it = asked;
        const piped = await run(words, {});
        ok(!SECRET.test(piped.all), place);
        deepEqual([piped.code, asked - before_it], [1, 0], place);
        match(piped.err, /Nothing was done: .* --secret-file/, place);
        const wished = await run(words, { more: ['--secret-file', '-'] });
        match(wished.all, SECRET, place);
      }
    }
  });

  it('writes it into a file instead', async () => {
    for (const [place, [words = []]] of printing) {
      const file = join(folder, `${place.replaceAll('/', '-')}.txt`);
      const kept = await run(words, { more: ['--secret-file', file] });
      ok(!SECRET.test(kept.all), place);
      match(await readFile(file, 'utf8'), SECRET, place);
    }
  });
});

it('every program of the service’s machine is in the table', async () => {
  const root = new URL('../../../', import.meta.url);
  const files = (await readdir(new URL('server/programs', root), { recursive: true }))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `server/programs/${name}`);
  const programs: string[] = [];
  for (const file of ['server/main.ts', ...files]) {
    const text = await readFile(new URL(file, root), 'utf8');
    // Whatever is started has arguments, if only to refuse them.
    if (text.includes('process.argv')) programs.push(file);
  }
  deepEqual(programs.toSorted(), Object.keys(PROGRAMS).toSorted());
  equal(programs.length, 9);
});
