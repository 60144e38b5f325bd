// A service that is killed in the middle of an import says how far it came, and the same file
// again takes the rest. The database holds one line back, so that the import cannot end before.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../bench/fill/with-client.ts';
import { acceptedBody, operatorClient } from '../../bench/harness/http-client.ts';
import { openScratchDatabase, type ScratchDatabase } from '../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import {
  freePort,
  type ServiceProcess,
  spawnService,
} from '../../bench/harness/service-process.ts';
import { addAccount, BENCH_OPERATOR_TOKEN } from '../../bench/harness/shop.ts';
import { sendStatement } from '../../bench/scenario/send-statement.ts';

const LINES = 6_000;
/** Far behind the lines that are taken together. */
const HELD_CENTS = 1_000 + 5_000;
/** The lock that the held line waits for. */
const HOLD = 7_201;

const HOLD_LINE = `
  create function hold_line() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${HOLD}); return new; end $$;
  create trigger hold_line before insert on bank_lines for each row
    when (new.amount_cents = ${HELD_CENTS}) execute function hold_line();`;

const IS_HELD = `select from pg_locks where locktype = 'advisory' and objid = ${HOLD}
  and not granted`;

/** Every tenth line equals the one before, so that twins are counted over the interruption. */
function statement(): string {
  const day = new Date().toISOString().slice(0, 10);
  const rows = Array.from({ length: LINES }, (_, index) => {
    const number = index % 10 === 9 ? index - 1 : index;
    return `${day},${1_000 + number},,payment ${number}`;
  });
  return ['booked_at,amount_cents,utr,text', ...rows].join('\n');
}

type Kept = { lines: number; taken_lines: number; complete: boolean; progress_at: string };

let data_dir: string;
let database: ScratchDatabase;
let service: ServiceProcess;
before(async () => {
  data_dir = await scratchFolder();
  database = await openScratchDatabase(true);
});
after(async () => {
  equal(await service.stop(), 0, service.told());
  await database.stop();
  await removeFolder(data_dir);
});

test('an import that was killed shows its progress, and goes on with the same file', async () => {
  const settings = {
    DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: 'b'.repeat(64),
    PORT: String(await freePort()),
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    SEED: 'false',
  };
  service = spawnService(settings);
  const url = await service.ready;
  const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
  const account = await addAccount(operator, '50100012345678');
  const kept = async (): Promise<Kept[]> =>
    acceptedBody(await operator.get<{ data: Kept[] }>('/statements')).data;
  const csv = statement();
  const seen = await withClient(database.url, async (client) => {
    await client.query(`select pg_advisory_lock(${HOLD})`);
    await client.query(HOLD_LINE);
    const cut = sendStatement(url, account, csv).then(
      () => 'answered',
      () => 'cut',
    );
    while ((await client.query(IS_HELD)).rowCount === 0) await sleep(20);
    const [first] = await kept();
    await service.kill();
    equal(await cut, 'cut');
    await client.query(`select pg_advisory_unlock(${HOLD})`);
    // Waits for the killed service's last transaction too.
    await client.query('drop trigger hold_line on bank_lines');
    return first;
  });
  ok(seen !== undefined && seen.taken_lines > 0 && seen.taken_lines < LINES);
  service = spawnService(settings);
  equal(await service.ready, url);
  const [interrupted] = await kept();
  deepEqual([interrupted?.lines, interrupted?.complete], [LINES, false]);
  const taken = interrupted?.taken_lines ?? 0;
  ok(taken >= seen.taken_lines && taken < LINES, String(taken));
  const { result } = await sendStatement(url, account, csv);
  equal(result.imported + result.duplicate, LINES);
  ok(result.duplicate >= taken, 'more was noted than was taken');
  ok(result.imported > 0, 'nothing was left to take');
  const whole = await kept();
  deepEqual(
    whole.map((one) => [one.lines, one.taken_lines, one.complete]),
    [[LINES, LINES, true]],
  );
  const again = await sendStatement(url, account, csv);
  deepEqual([again.result.imported, again.result.duplicate], [0, LINES]);
});
