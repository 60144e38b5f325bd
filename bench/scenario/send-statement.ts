// Imports a statement as an operator does, and waits for the outcomes of its lines.
import { BENCH_OPERATOR_TOKEN } from '../harness/shop.ts';

export type Imported = {
  imported: number;
  matched: number;
  suspense: number;
  duplicate: number;
  errors: unknown[];
};

/** Longer than any acceptable import takes. */
const PATIENCE_MS = 600_000;

export async function sendStatement(url: string, account_id: string, csv: string) {
  const query = `receiving_account_id=${account_id}&profile=standard`;
  const started_ms = performance.now();
  const response = await fetch(`${url}/operator/v1/statements?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${BENCH_OPERATOR_TOKEN}` },
    body: csv,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  const seconds = (performance.now() - started_ms) / 1000;
  if (response.status !== 200) {
    throw new Error(`The import answered ${response.status}: ${text.slice(0, 500)}`);
  }
  return { seconds, result: JSON.parse(text) as Imported };
}
