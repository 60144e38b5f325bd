// Matches a statement of 100,000 lines with 100,000 open pay-ins of one receiving account.
import { withOwnDatabase } from '../fill/own-database.ts';
import { fillPayins } from '../fill/statement-payins.ts';
import { withClient } from '../fill/with-client.ts';
import { makeAccounts } from '../harness/make-accounts.ts';
import { HAS_PROCESSOR_TIMES, processorTimeUs, serverProcess } from '../harness/processor-time.ts';
import { matchNaively, type NaiveMatching } from '../yardstick/naive-matching.ts';
import type { Bench, Figure, RunningService, Scenario } from './scenario.ts';
import { type Imported, sendStatement } from './send-statement.ts';
import { type SampleStatement, statementFor } from './statement-lines.ts';

const TARGET_S = 15;
/** The time of the import ÷ that of the yardstick. */
const TARGET_RATIO = 2;

/** Counts the lines by the reason of their outcome, from the database. */
async function decidedIn(database_url: string): Promise<Record<string, number>> {
  return await withClient(database_url, async (client) => {
    const { rows } = await client.query<{ reason: string; lines: number }>(
      'select reason, count(*)::int as lines from bank_line_outcomes group by reason',
    );
    return Object.fromEntries(rows.map((row) => [row.reason, row.lines]));
  });
}

/** Throws unless each reason has exactly the expected number of lines. */
function check(
  { expected }: SampleStatement,
  decided: Record<string, number>,
  result: Imported,
): void {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(decided)])];
  const wrong = names.filter((name) => expected[name] !== decided[name]);
  const told = wrong.map((name) => `${name}: ${decided[name] ?? 0}, not ${expected[name] ?? 0}`);
  const { imported, matched, suspense, duplicate, errors } = result;
  const is_whole = suspense === expected.no_candidate && matched === imported - suspense;
  if (wrong.length > 0 || !is_whole || duplicate + errors.length > 0) {
    throw new Error(
      `Matched ${matched}, suspense ${suspense}, duplicate ${duplicate}, wrong ${errors.length}; ` +
        told.join('; '),
    );
  }
}

/** Processor time of service and PostgreSQL from now on, unaffected by other processes. */
async function stopwatch(database_url: string, service: RunningService) {
  if (!HAS_PROCESSOR_TIMES) return () => Promise.resolve(null);
  const processes = [service.process_id, await serverProcess(database_url)];
  const sum = async () => {
    const times = await Promise.all(processes.map(processorTimeUs));
    return times.reduce((total, one) => total + one, 0);
  };
  const before = await sum();
  return async () => (await sum()) - before;
}

/** Matches `count` lines with as many pay-ins; a test passes a small number. */
export async function measureMatching(bench: Bench, count: number): Promise<Figure[]> {
  return await withOwnDatabase(bench.folder, async (own) => {
    const [account_id = ''] = await makeAccounts(own.url(), 1);
    bench.say(`matching: making ${count} open pay-ins`);
    const payins = await fillPayins(own.url(), account_id, count);
    const statement = statementFor(payins, Date.now());
    bench.say(`matching: copying and naively matching the same ${count} lines`);
    const naive = await matchNaively(own.url(), account_id, statement.csv);
    if (naive.matched !== count - (statement.expected.no_candidate ?? 0)) {
      throw new Error(`The yardstick matched ${naive.matched} of ${count} lines`);
    }
    await own.restart();
    const service = await bench.startService({ DATABASE_URL: own.url() });
    try {
      bench.say(`matching: importing a statement of ${count} lines`);
      const spent = await stopwatch(own.url(), service);
      const { seconds, result } = await sendStatement(service.url, account_id, statement.csv);
      const spent_us = await spent();
      check(statement, await decidedIn(own.url()), result);
      return figuresOf(count, { seconds, spent_us, result, naive });
    } finally {
      await service.stop();
    }
  });
}

type Run = {
  readonly seconds: number;
  readonly spent_us: number | null;
  readonly result: Imported;
  readonly naive: NaiveMatching;
};

function figuresOf(count: number, { seconds, spent_us, result, naive }: Run): Figure[] {
  const scenario = 'matching';
  const lines = count.toLocaleString('en');
  const name = `a statement of ${lines} lines against ${lines} open pay-ins`;
  const processor_time = 'processor time of service and PostgreSQL per line';
  return [
    { scenario, name, unit: 's', value: seconds, at_most: TARGET_S },
    {
      scenario,
      name: 'the same ÷ copying the lines and naively matching them',
      unit: '×',
      value: seconds / naive.seconds,
      at_most: TARGET_RATIO,
    },
    { scenario, name: 'lines', unit: '/s', value: count / seconds },
    { scenario, name: 'of them matched, each by its rule', value: result.matched, unit: 'lines' },
    ...(spent_us === null
      ? []
      : [
          { scenario, name: processor_time, unit: 'µs', value: spent_us / count },
          {
            scenario,
            name: 'processor time of copying and naive matching per line',
            unit: 'µs',
            value: naive.spent_us / count,
          },
        ]),
  ];
}

const LINES = 100_000;

export const MATCHING: Scenario = {
  name: 'matching',
  what: 'a statement of 100,000 lines against 100,000 open pay-ins',
  run: (bench) => measureMatching(bench, LINES),
};
