// What somebody's evidence would credit: the lines of a file or request that are not stored yet,
// added up per account before any of them counts.
import {
  allKeys,
  type LineKey,
  type NewLine,
  recognise,
} from '../../domain/record/line-identity.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { readLinesByKey } from '../../store/line/bank-lines.ts';
import { type EvidenceAccount, type EvidenceLine, firstShown } from '../approval/evidence-shown.ts';
import { type GivenLine, type LineOrigin, lineCommands } from '../line/bank-line-commands.ts';
import type { App } from '../process/app.ts';
import { SERVICE } from '../request/caller.ts';

const nameOf = ({ receiving_account_id, line_key }: LineKey) =>
  `${receiving_account_id}/${line_key}`;

/** The lines of a chunk that no stored line is. */
async function newOf(app: App, lines: readonly NewLine[]): Promise<NewLine[]> {
  const { db, cipher } = app.store;
  const stored = await readLinesByKey(db, cipher, lines.flatMap(allKeys));
  const by_key = new Map(stored.map((record) => [nameOf(record.line), record]));
  return lines.filter((line) => recognise(line, (key) => by_key.get(nameOf(key))).known === null);
}

/** Reads the stored lines chunk by chunk; writes nothing. */
export async function measureEvidence(
  app: App,
  account: ReceivingAccount,
  lines: Iterable<GivenLine>,
  origin?: LineOrigin,
): Promise<Omit<EvidenceAccount, 'opening_cents' | 'closing_cents'>> {
  let [count, in_cents, out_cents] = [0, 0n, 0n];
  let largest: EvidenceLine[] = [];
  let oldest: EvidenceLine[] = [];
  for await (const commands of lineCommands(app, SERVICE, account, lines, origin)) {
    const found = await newOf(
      app,
      commands.map(({ line, identity }) => ({
        ...line,
        ...(identity === undefined ? {} : { identity }),
      })),
    );
    for (const { amount_cents } of found) {
      count += 1;
      if (amount_cents > 0n) in_cents += amount_cents;
      else out_cents -= amount_cents;
    }
    largest = firstShown([...largest, ...found]).largest;
    oldest = firstShown([...oldest, ...found]).oldest;
  }
  const { currency } = account;
  return { kind: 'lines', account, currency, lines: count, in_cents, out_cents, largest, oldest };
}
