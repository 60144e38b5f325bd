// The archives of a folder as one history, and the database as what goes on with it: each lie about
// them is found, also one that was signed.
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { verifyHistoryGoesOn } from '../../../server/app/archive/history-goes-on.ts';
import { verifyArchive } from '../../../server/app/archive/verify-archive.ts';
import { verifyHistory } from '../../../server/app/archive/verify-history.ts';
import { listProofKeys } from '../../../server/app/proof/proof-keys.ts';
import { archiveHash } from '../../../server/store/archive/archive-files.ts';
import * as scene from '../scene.ts';
import {
  endsMonth,
  forge,
  type HistoryScene,
  monthOfDay,
  openHistoryScene,
  otherKey,
  trueKey,
} from './history-scene.ts';

const DAYS = Array.from({ length: 160 }, (_, day) => day);
const MONTHS = [...new Set(DAYS.map(monthOfDay))];
const [FIRST = '', SECOND = '', THIRD = '', FOURTH = ''] = MONTHS;

let history: HistoryScene;
/** Its second month has no proof at all, as if the service had not run. */
let other: HistoryScene;
before(async () => {
  const inside = (months: readonly string[]) => (day: number) => months.includes(monthOfDay(day));
  const of = (day: number) => day === 0 || day % 9 === 0 || endsMonth(day);
  const days = DAYS.filter(inside([FIRST, SECOND, THIRD, FOURTH])).filter(of);
  history = await openHistoryScene(days, [FIRST, SECOND, THIRD]);
  const ends = DAYS.filter(inside([FIRST, THIRD])).filter(endsMonth);
  other = await openHistoryScene(ends, [FIRST, THIRD]);
});
after(async () => {
  await history.stop();
  await other.stop();
});

const problemsOf = async () => (await verifyHistory(history.folder)).problems;
const bookOf = ({ shop }: HistoryScene) => shop.merchant_id;

/** The folder is as it was afterwards. */
async function withFiles<Value>(work: () => Promise<Value>): Promise<Value> {
  const kept = await mkdtemp(join(tmpdir(), 'kept-'));
  const months = [FIRST, SECOND, THIRD];
  for (const month of months) await copyFile(history.fileOf(month), join(kept, month));
  try {
    return await work();
  } finally {
    for (const month of months) await copyFile(join(kept, month), history.fileOf(month));
    await rm(kept, { recursive: true });
  }
}

const forged = async (month: string, how: 'true' | 'other') => {
  const forger = how === 'true' ? await trueKey(history) : otherKey();
  const lines = forge(await history.linesOf(month), bookOf(history), forger);
  await history.writeLines(month, lines);
  // Alone, it cannot be told from a true one.
  deepEqual((await verifyArchive(history.fileOf(month))).problems, []);
};

describe('the archives of a folder', () => {
  it('are one history, from the first entry on', async () => {
    const told: string[] = [];
    const check = await verifyHistory(history.folder, [], (name) => told.push(name));
    deepEqual(check.problems, []);
    equal(check.ok, true);
    deepEqual(
      check.files.map(({ manifest }) => manifest?.month),
      [FIRST, SECOND, THIRD],
    );
    equal(check.files[0]?.manifest?.after, null);
    equal(check.files[0]?.sha256, await archiveHash(history.fileOf(FIRST)));
    equal(told.length, 3);
    const { keys } = await listProofKeys(history.app);
    const given = await verifyHistory(history.folder, [keys[0]?.public_key ?? '']);
    deepEqual([given.ok, given.is_key_given], [true, true]);
  });

  it('are one history, too, if the service did not run in one of the months', async () => {
    const check = await verifyHistory(other.folder);
    deepEqual([check.problems, check.files.length], [[], 2]);
  });

  it('are not, if a month is missing', async () => {
    await withFiles(async () => {
      await rm(history.fileOf(SECOND));
      deepEqual(await problemsOf(), [`${SECOND}: no archive`]);
    });
  });

  it('are not, if two have the name of the other', async () => {
    await withFiles(async () => {
      const aside = join(history.folder, 'aside');
      await rename(history.fileOf(SECOND), aside);
      await rename(history.fileOf(THIRD), history.fileOf(SECOND));
      await rename(aside, history.fileOf(THIRD));
      deepEqual(await problemsOf(), [
        `${SECOND}: archive-${THIRD}.jsonl.gz is the archive of ${SECOND}, and has another name`,
        `${THIRD}: archive-${SECOND}.jsonl.gz is the archive of ${THIRD}, and has another name`,
      ]);
    });
  });

  it('are not, if a month is there twice, under whatever name', async () => {
    await withFiles(async () => {
      const copy = join(history.folder, 'copy.jsonl.gz');
      await copyFile(history.fileOf(SECOND), copy);
      deepEqual(await problemsOf(), [
        `${SECOND}: copy.jsonl.gz is the archive of ${SECOND}, and has another name`,
        `${SECOND}: it is there twice`,
      ]);
      await rm(copy);
      await copyFile(history.fileOf(FIRST), history.fileOf(SECOND));
      deepEqual(await problemsOf(), [
        `${FIRST}: archive-${SECOND}.jsonl.gz is the archive of ${FIRST}, and has another name`,
        `${FIRST}: it is there twice`,
        `${SECOND}: no archive`,
      ]);
    });
  });

  it('are not, if an entry was altered and everything signed with another key', async () => {
    await withFiles(async () => {
      await forged(SECOND, 'other');
      const problems = (await problemsOf()).join('\n');
      match(problems, new RegExp(`^${SECOND}: its proof key 1 is another than that of ${FIRST}`));
      match(problems, new RegExp(`${THIRD}: it begins with proof \\d+, and not with the heads`));
    });
    await withFiles(async () => {
      await forged(THIRD, 'other');
      deepEqual(await problemsOf(), [
        `${THIRD}: its proof key 1 is another than that of ${SECOND}`,
      ]);
    });
  });

  it('are not, if the heads do not meet, whoever signed them', async () => {
    await withFiles(async () => {
      await forged(SECOND, 'true');
      const [problem, ...more] = await problemsOf();
      match(
        String(problem),
        /begins with proof \d+, and not with the heads of proof \d+ with which .* ends/,
      );
      deepEqual(more, []);
    });
  });

  it('are not, if one is of another installation', async () => {
    await withFiles(async () => {
      await copyFile(other.fileOf(FIRST), history.fileOf(FIRST));
      const problems = (await problemsOf()).join('\n');
      match(problems, new RegExp(`${SECOND}: it begins with proof \\d+, and not with the heads`));
      match(problems, new RegExp(`${SECOND}: its proof key 1 is another than that of ${FIRST}`));
    });
  });

  it('are not, if one is damaged: it is named, and the others are still verified', async () => {
    await withFiles(async () => {
      const file = history.fileOf(SECOND);
      await writeFile(file, (await readFile(file)).subarray(0, 900));
      const check = await verifyHistory(history.folder);
      match(check.problems.join('\n'), new RegExp(`^${SECOND}: .* is no whole archive`));
      deepEqual(
        check.files.map(({ problems }) => problems.length),
        [0, 1, 0],
      );
      const [line = '', ...rest] = await other.linesOf(FIRST);
      await history.writeLines(SECOND, [line.replace(FIRST, '2026-99'), ...rest]);
      match((await problemsOf()).join('\n'), /2026-99: the manifest was changed/);
    });
  });

  it('have to be there', async () => {
    await rejects(verifyHistory(join(history.folder, 'none')), /There is no archive in/);
  });
});

describe('the database', () => {
  const goesOn = async () => verifyHistoryGoesOn(history.app, await verifyHistory(history.folder));
  const run = (text: string) => scene.sql(history.app, text);
  const last = async () => (await verifyHistory(history.folder)).files.at(-1)?.manifest?.to;

  it('goes on with the last month, to what no proof has signed yet', async () => {
    const on = await goesOn();
    deepEqual([on.ok, on.problems], [true, []]);
    equal(on.since, (await last())?.day);
    const [row] = await run(
      `select count(*)::int as n, (select count(*)::int from proofs
         where proof_number >= ${(await last())?.proof}) as proofs
       from ledger_entries e left join proof_heads h on h.merchant_id = e.merchant_id
         and h.proof_number = ${(await last())?.proof}
       where entry_number > coalesce(h.book_number, 0)`,
    );
    deepEqual([on.entries, on.proofs], [row?.n, row?.proofs]);
  });

  it('is another than what a signed file says: the file is not what was there', async () => {
    await withFiles(async () => {
      await forged(THIRD, 'true');
      deepEqual(await problemsOf(), []);
      const on = await goesOn();
      deepEqual([on.ok, on.since], [false, null]);
      match(on.problems.join('\n'), /: the database has not the proof \d+ of .* that it ends with/);
    });
    deepEqual(
      (await verifyHistoryGoesOn(other.app, await verifyHistory(history.folder))).since,
      null,
    );
  });

  it('is found out, if something after the files was altered, or where it begins', async () => {
    await history.service.allowChanges('ledger_entries', 'proof_heads');
    const to = (await last())?.proof ?? 0;
    const lies: [change: string, back: string, named: RegExp][] = [
      ...['order-unproven', `order-${DAYS.filter((d) => monthOfDay(d) === FOURTH).at(-1)}`].map(
        (order_id): [string, string, RegExp] => {
          const own = `where trade_id = (select trade_id from trades where order_id = '${order_id}')
            and entry_number = (select max(entry_number) from ledger_entries l join trades t
              using (trade_id) where t.order_id = '${order_id}'
              and l.merchant_id = ledger_entries.merchant_id)`;
          const set = (sign: string) =>
            `update ledger_entries set entered_at = entered_at ${sign} interval '1 second' ${own}`;
          return [set('+'), set('-'), /the chain is broken/];
        },
      ),
      [
        `update proof_heads set head = head || ' ' where proof_number = ${to}`,
        `update proof_heads set head = rtrim(head) where proof_number = ${to}`,
        new RegExp(`proof ${to}: the head of .* differs from the signed one`),
      ],
    ];
    for (const [change, back, named] of lies) {
      await run(change);
      const on = await goesOn();
      equal(on.ok, false, change);
      match(on.problems.join('\n'), named);
      await run(back);
    }
    deepEqual((await goesOn()).problems, []);
  });
});
