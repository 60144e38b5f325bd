// The threads that read files from outside: work beyond its limits is stopped and reported, and the
// next work gets a fresh thread.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readPictureApart, readStatementApart } from '../../../server/app/threads/read-apart.ts';
import { createThreadPool, type PoolRule } from '../../../server/app/threads/thread-pool.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { PROFILES } from '../../../server/formats/statement/csv/statement-profiles.ts';
import { JPEG, png } from '../../support/browser/receipt-files.ts';
import { accountWith } from '../../support/model/domain-commands.ts';
import { bytes, inPieces } from './read-file.ts';

const RULE: PoolRule = {
  threads: 1,
  most_waiting: 2,
  time_limit_ms: 60_000,
  memory_limit_mb: 128,
};

const MOST = 10 * 1_024 * 1_024;
const picture = (file: Uint8Array) => ({
  name: 'picture' as const,
  input: { bytes: file, max_bytes: MOST },
});
const HEAD = '<Document><CstmrPmtStsRpt>';
/** A bank's answer of many small elements, none of them needed. */
const answer = (elements: number) =>
  bytes(`${HEAD}${'<a></a>'.repeat(elements)}</CstmrPmtStsRpt></Document>`);
const answers = (file: Uint8Array) => ({
  name: 'answers' as const,
  input: { bytes: file, format: 'pain002' as const },
});

const resultOf = (ended: object): unknown => ('value' in ended ? ended.value : ended);

async function stillReads(pool: ReturnType<typeof createThreadPool>): Promise<void> {
  const read = resultOf(await pool.run(picture(JPEG)));
  ok(typeof read === 'object' && read !== null && 'type' in read && read.type === 'jpeg');
}

const NO_INPUT = { accounts: [], given: null, bound_to: null, now: 0, sheet: null };

describe('a reading thread', () => {
  it('is ended when it works longer than it may; the next work has another', async () => {
    const pool = createThreadPool({ ...RULE, time_limit_ms: 1 });
    deepEqual(await pool.run(answers(answer(300_000))), { stopped: 'time' });
    const patient = createThreadPool(RULE);
    await stillReads(patient);
  });

  it('is ended when it needs more memory than it may, and the service goes on', async () => {
    const pool = createThreadPool({ ...RULE, memory_limit_mb: 24 });
    deepEqual(await pool.run(answers(answer(390_000))), { stopped: 'memory' });
    await stillReads(pool);
  });

  it('whose file breaks off tells why, and does the next work', async () => {
    const pool = createThreadPool(RULE);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytes('a');
      await Promise.reject(new Error('the sender has gone'));
    }
    const input = { ...NO_INPUT, profile: null };
    const statement = { name: 'statement' as const, input, body: broken() };
    await rejects(pool.run(statement), /the sender has gone/);
    await stillReads(pool);
  });

  it('takes one work at a time; so many wait, and more are refused at once', async () => {
    const pool = createThreadPool(RULE);
    const ended = await Promise.all(
      Array.from({ length: 5 }, async () => resultOf(await pool.run(picture(png())))),
    );
    const busy = ended.filter((one) => JSON.stringify(one) === '{"stopped":"busy"}');
    equal(busy.length, 2);
    await stillReads(pool);
  });

  it('waits for a slow sender without using up its time', async () => {
    const pool = createThreadPool({ ...RULE, time_limit_ms: 2_000 });
    await stillReads(pool);
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (const piece of ['a,', 'b\n', 'c,d\n']) {
        await wait(750);
        yield bytes(piece);
      }
    }
    const input = {
      profile: PROFILES.get('standard') ?? null,
      ...NO_INPUT,
    };
    const ended = await pool.run({ name: 'statement', input, body: slow() });
    ok('value' in ended, JSON.stringify(ended));
    ok(ended.value.errors.length > 0);
  });
});

describe('what was read in a thread', () => {
  it('is what the reader gives, and the event loop goes on meanwhile', async () => {
    let turns = 0;
    const turn = setInterval(() => {
      turns += 1;
    }, 1);
    try {
      const read = await readPictureApart(
        Buffer.concat([JPEG, Buffer.alloc(9_000_000, 0xff)]),
        MOST,
      );
      equal(read.kind, 'fit');
      ok(turns > 3, `${turns} turns`);
    } finally {
      clearInterval(turn);
    }
  });

  it('is a whole statement, in whatever pieces it comes', async () => {
    const rows = Array.from(
      { length: 1_000 },
      (_, index) => `2026-05-01,${index + 1},row ${index}`,
    );
    const file = bytes(`booked_at,amount_cents,text\n${rows.join('\n')}\n`);
    const account = accountWith({ currency: 'INR' });
    const accounts = new Map([[account.receiving_account_id, account]]);
    const profile = PROFILES.get('standard') ?? null;
    const now = Date.parse('2026-06-01T00:00:00Z');
    const digests = new Set<string>();
    for (const size of [7_000, 65_536, file.length]) {
      const body = inPieces(file, size);
      const read = await readStatementApart(body, {
        profile,
        accounts,
        given: account,
        bound_to: null,
        now,
        sheet: null,
      });
      ok(!isRefusal(read));
      deepEqual(read.errors, []);
      const [part] = read.parts;
      equal(part?.rows.count, 1_000);
      equal(part?.account, account);
      digests.add(part?.digest ?? '');
    }
    equal(digests.size, 1);
  });
});
