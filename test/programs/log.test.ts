// Errors that others have made, really caused, and what the log tells of each: never a value that
// was planted, always enough to find the place.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import Fastify from 'fastify';
import type pg from 'pg';
import { request } from 'undici';
import type { LogFields } from '../../server/app/process/log-words.ts';
import { httpLog } from '../../server/http/transport/http-log.ts';
import { StartupError } from '../../server/lib/startup-error.ts';
import { createLog } from '../../server/programs/log.ts';
import { errorText, tellError } from '../../server/programs/told-error.ts';
import { openDatabase } from '../../server/store/connection/database.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const NAME = 'Asha-Planted';
const CARD = '4111111111111111';
const PLANTED = `${NAME} ${CARD}`;

let service: TestApp;
const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });

before(async () => {
  service = await openTestApp();
  await service.asOwner(
    `create table planted (value text constraint planted_pk primary key,
       number text constraint planted_check check (number <> '${CARD}'));
     grant all on planted to public`,
  );
});
after(() => service.stop());

const query = (text: string, ...values: unknown[]) => service.app.store.db.query('', text, values);

async function caught(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}

type Told = { readonly name: string; readonly code?: string; readonly constraint?: string };

/** Each is caused for real, and what may be told of it. */
const KINDS: readonly [what: string, cause: () => unknown, told: Told][] = [
  [
    'a row that is there already',
    async () => {
      await query('insert into planted values ($1) on conflict do nothing', PLANTED);
      await query('insert into planted values ($1)', PLANTED);
    },
    { name: 'error', code: '23505', constraint: 'planted_pk' },
  ],
  [
    'a row that breaks a rule',
    () => query('insert into planted values ($1, $2)', NAME, CARD),
    { name: 'error', code: '23514', constraint: 'planted_check' },
  ],
  [
    'text that is no number',
    () => query('select $1::text::int', PLANTED),
    { name: 'error', code: '22P02' },
  ],
  [
    'a statement that cannot be read',
    () => query(`select '${PLANTED}' from nowhere`),
    { name: 'error', code: '42P01' },
  ],
  ['JSON that is none', () => JSON.parse(`{"number": ${PLANTED}}`), { name: 'SyntaxError' }],
  ['text that is no integer', () => BigInt(PLANTED), { name: 'SyntaxError' }],
  ['a text that is taken for an object', () => setOn(PLANTED), { name: 'TypeError' }],
  [
    'an address that is none',
    () => new URL(PLANTED),
    { name: 'TypeError', code: 'ERR_INVALID_URL' },
  ],
  [
    'an address with a password',
    () => fetch(`http://${NAME}:${CARD}@127.0.0.1:1/`),
    { name: 'TypeError' },
  ],
  [
    'a callback that finds nobody',
    () => request(`http://127.0.0.1:1/hook?key=${NAME}`, { headers: { authorization: CARD } }),
    { name: 'Error', code: 'ECONNREFUSED' },
  ],
  [
    'a header that is none',
    () => request('http://127.0.0.1:1/', { headers: { authorization: `${PLANTED}\n` } }),
    { name: 'InvalidArgumentError', code: 'UND_ERR_INVALID_ARG' },
  ],
  [
    'an argument that Node refuses',
    () => createHmac(PLANTED, ''),
    { name: 'TypeError', code: 'ERR_CRYPTO_INVALID_DIGEST' },
  ],
  [
    'a table of another shape',
    () => parse(`a,b\n${PLANTED}\n`, { columns: true }),
    { name: 'Error', code: 'CSV_RECORD_INCONSISTENT_COLUMNS' },
  ],
];

/** The language names the text. */
function setOn(value: string): void {
  const taken: { x?: number } = JSON.parse(JSON.stringify(value));
  taken.x = 1;
}

function search(text: string): void {
  for (const value of [NAME, CARD]) ok(!text.includes(value), `${value} stands in ${text}`);
}

describe('an error that others have made', () => {
  for (const [what, cause, told] of KINDS) {
    it(`is logged without what it repeats: ${what}`, async () => {
      const error = await caught(cause);
      lines.length = 0;
      log.error({ err: error }, 'it failed');
      log.warn({ request_id: 'r', err: error });
      httpLog(log).error(error);
      httpLog(log).child({ request_id: 'r' }).error({ err: error });
      const wrapped = new AggregateError([new Error('Outer', { cause: error })], 'Several');
      log.error({ err: wrapped }, 'they failed');
      search([...lines, errorText(error), errorText(wrapped)].join(''));
      equal(lines.length, 5);
      for (const line of lines.slice(0, 4)) {
        const { name, code, constraint } = JSON.parse(line).err;
        deepEqual({ name, code, constraint }, { code: undefined, constraint: undefined, ...told });
      }
    });
  }

  it('is logged by its kind alone if it is none', () => {
    for (const thrown of [PLANTED, { number: CARD }, 4111111111111111n, [NAME], null]) {
      lines.length = 0;
      log.error({ err: thrown }, 'it failed');
      search(lines.join(''));
      deepEqual(JSON.parse(lines[0] ?? '').err, { name: typeof thrown });
    }
  });

  it('is logged without what hangs on it, however deep', () => {
    const error = new Error(`No merchant for ${CARD} at https://x.example/${NAME}?key=1`);
    Object.assign(error, { name: `x\n${NAME}`, code: PLANTED, client: { secretKey: NAME } });
    const told = tellError(new Error('a', { cause: new Error('b', { cause: error }) }));
    search(JSON.stringify(told));
    equal(told.cause?.cause?.message, 'No merchant for […] at […]');
  });

  it('says where in the service it happened, and nothing of other places', () => {
    const { at } = tellError(new Error('x'));
    match(at?.[0] ?? '', /^test\/programs\/log\.test\.ts:\d+:\d+$/);
    const forged = new Error(`x\n    at ${import.meta.url}:1:1`);
    equal(tellError(forged).at?.filter((place) => place.endsWith(':1:1')).length, 0);
  });

  it('keeps what an operator has to mend', async () => {
    const start = new StartupError('PORT must be a number.');
    equal(tellError(start).message, 'PORT must be a number.');
    const killed = await caught(() =>
      service.app.store.db.transaction((tx) =>
        tx.query('', 'select pg_terminate_backend(pg_backend_pid())', []),
      ),
    );
    equal(tellError(killed).message, 'terminating connection due to administrator command');
  });
});

describe('a connection that breaks while nobody uses it', () => {
  it('is logged without the statements and keys of its client', async () => {
    lines.length = 0;
    const broke = Promise.withResolvers<unknown>();
    const db = openDatabase({
      connection: service.database.connection,
      max_connections: 1,
      onIdleError: (error) => {
        log.warn({ err: error }, 'a connection broke');
        broke.resolve(error);
      },
    });
    const pid = 'select pg_backend_pid() as id';
    const [own] = await db.query<{ id: number }>(`planted-${NAME}`, `${pid}, '${NAME}' as x`, []);
    await service.asOwner(`select pg_terminate_backend(${own?.id})`);
    ok(Object.hasOwn(Object(await broke.promise), 'client'), 'the driver hangs it on');
    search(lines.join(''));
    equal(JSON.parse(lines[0] ?? '').err.code, '57P01');
    await db.close();
  });
});

describe('the framework', () => {
  it('logs an error of a route without its request', async () => {
    lines.length = 0;
    const server = Fastify({ loggerInstance: httpLog(log) });
    server.get('/', () => {
      throw Object.assign(new SyntaxError(PLANTED), { body: PLANTED });
    });
    await server.inject({ url: `/?key=${NAME}`, headers: { 'x-token': CARD } });
    ok(lines.length > 0);
    search(lines.join(''));
    await server.close();
  });

  it('logs a socket that breaks without what was said on it', async () => {
    lines.length = 0;
    const server = Fastify({ loggerInstance: httpLog(log) });
    await server.listen({ host: '127.0.0.1', port: 0 });
    const address = Object(server.server.address());
    const socket = connect(address.port, '127.0.0.1');
    socket.end(`GET /${NAME} HTTP/1.1\r\n${CARD}\r\n\r\n`);
    await once(socket.resume(), 'close');
    search(lines.join(''));
    await server.close();
  });
});

describe('a process that ends by an error', () => {
  const program = join(import.meta.dirname, '../support/end-uncaught.ts');
  for (const way of ['exception', 'rejection', 'no error', 'start']) {
    it(`tells it without what hangs on it: ${way}`, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, way, PLANTED], {
        encoding: 'utf8',
      });
      equal(status, 1);
      search(stdout + stderr);
      match(
        stderr,
        way === 'no error'
          ? /^UnhandledPromiseRejection ERR_/
          : /^SyntaxError\n {4}at test\/support\//,
      );
      if (way !== 'start') match(stdout, /"uncaught error; the process ends"/);
    });
  }
});

/** Whether fields of this type compile as what is logged. */
type Compiles<Fields> = Fields extends Parameters<typeof log.info<Fields & LogFields<Fields>>>[0]
  ? true
  : false;

describe('what is logged', () => {
  it('is plain words or does not compile', () => {
    const words: Compiles<{ err: unknown; day: string; applied: readonly string[] }> = true;
    const client: Compiles<{ client: pg.Client }> = false;
    const query: Compiles<pg.QueryConfig> = false;
    const unknown: Compiles<{ found: unknown }> = false;
    const anything: Compiles<object> = false;
    deepEqual([words, client, query, unknown, anything], [true, false, false, false, false]);
  });

  it('is left out at run time if the types did not see it', () => {
    lines.length = 0;
    const hidden: { day: string } = { day: '1', ...Object({ client: { secretKey: NAME } }) };
    log.info({ ...hidden }, 'x');
    search(lines.join(''));
    equal(JSON.parse(lines[0] ?? '').day, '1');
  });
});
