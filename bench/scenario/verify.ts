// Measures `verify`: the proof of books, filled by imported statements, from their first entry.
import { type OwnDatabase, withOwnDatabase } from '../fill/own-database.ts';
import { fillPayins } from '../fill/statement-payins.ts';
import { makeAccounts } from '../harness/make-accounts.ts';
import { BENCH_OPERATOR_TOKEN } from '../harness/shop.ts';
import { figureOf } from './figures.ts';
import type { Bench, Figure, RunningService, Scenario } from './scenario.ts';
import { sendStatement } from './send-statement.ts';
import { statementFor } from './statement-lines.ts';

const TARGET_S = 60;
/** These make a million entries: three per matched line, one per other line. */
const MANY_LINES = 345_000;
const FEW_LINES = 34_500;
/** With so many trades, the benchmark was started with --full. */
const WHOLE_TRADES = 10_000_000;
const STATEMENT_LINES = 115_000;
/** Longer than any acceptable proof takes. */
const PATIENCE_MS = 600_000;

type Proof = { ok: boolean; entries: number; problems: string[] };

/** Imports one statement after the other, each for a new account and new merchants. */
async function fillBooks(bench: Bench, own: OwnDatabase, service: RunningService, lines: number) {
  const accounts = await makeAccounts(own.url(), Math.ceil(lines / STATEMENT_LINES));
  for (const [index, account_id] of accounts.entries()) {
    const count = Math.min(lines - index * STATEMENT_LINES, STATEMENT_LINES);
    const payins = await fillPayins(own.url(), account_id, count);
    const { csv } = statementFor(payins, Date.now());
    const { result } = await sendStatement(service.url, account_id, csv);
    bench.say(`verify: ${result.matched} of ${count} lines were matched`);
  }
}

async function verifyOnce(service: RunningService): Promise<{ proof: Proof; seconds: number }> {
  const start_ms = performance.now();
  const response = await fetch(`${service.url}/operator/v1/verify?full=true`, {
    headers: { authorization: `Bearer ${BENCH_OPERATOR_TOKEN}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const proof = (await response.json()) as Proof;
  const seconds = (performance.now() - start_ms) / 1000;
  if (!proof.ok) throw new Error(`The books are not sound: ${proof.problems[0] ?? ''}`);
  return { proof, seconds };
}

/** Proves the books of `count` lines; a test passes a small number. */
export async function measureVerify(bench: Bench, lines: number): Promise<Figure[]> {
  return await withOwnDatabase(bench.folder, async (own) => {
    const service = await bench.startService({ DATABASE_URL: own.url() });
    try {
      await fillBooks(bench, own, service, lines);
      const runs: number[] = [];
      let entries = 0;
      for (let round = 0; round < bench.rounds; round += 1) {
        const { proof, seconds } = await verifyOnce(service);
        entries = proof.entries;
        runs.push(seconds);
      }
      const name = `the proof of ${entries.toLocaleString('en')} entries`;
      return [figureOf({ scenario: 'verify', name, unit: 's', at_most: TARGET_S }, runs)];
    } finally {
      await service.stop();
    }
  });
}

export const VERIFY: Scenario = {
  name: 'verify',
  what: 'the proof of books with 10^5 entries; 10^6 with --full',
  async run(bench) {
    const is_whole = Math.max(...bench.trades) >= WHOLE_TRADES;
    return await measureVerify(bench, is_whole ? MANY_LINES : FEW_LINES);
  },
};
