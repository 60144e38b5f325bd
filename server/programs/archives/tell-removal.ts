// What the program `archive` says to a person about a month that is planned to be removed, or was.
import type { RemovedMonth } from '../../app/archive/remove-month.ts';
import {
  differingOf,
  REMOVED_KINDS,
  type RemovalCounts,
  STAY_REASONS,
  STAY_WORDS,
} from '../../domain/archive/removal.ts';

const print = (text: string) => void process.stdout.write(text);

/** Progress, after each page. */
export function tellRemoving({ removed, stays }: RemovalCounts, of: number): void {
  if (!process.stderr.isTTY) return;
  const stay = Object.values(stays).reduce((sum, count) => sum + count, 0);
  process.stderr.write(`${removed.trades} trades of ${of} trades and lines, ${stay} stay\n`);
}

function tellCounts(
  { removed, stays, differs }: RemovalCounts,
  bytes: RemovedMonth['row_bytes'],
): void {
  for (const kind of REMOVED_KINDS) {
    if (removed[kind] === 0) continue;
    const size = Math.round((bytes[kind] ?? 0) * removed[kind]);
    print(`  ${kind}: ${removed[kind]} rows${size === 0 ? '' : `, about ${size} bytes`}\n`);
  }
  for (const reason of STAY_REASONS) {
    const count = stays[reason];
    if (count !== undefined) print(`${count} stay: ${STAY_WORDS[reason]}.\n`);
  }
  for (const [kind, count] of Object.entries(differs)) {
    print(`${count} records of the kind ${kind} differ from the file, and stay.\n`);
  }
}

const HEADS: Readonly<Record<RemovedMonth['outcome'], string>> = {
  planned: 'would be removed. Nothing is removed yet',
  removed: 'was removed',
  ended: 'was removed before',
};

export function tellRemoval({
  outcome,
  month,
  file_sha256,
  counts,
  row_bytes,
}: RemovedMonth): void {
  print(`${month} ${HEADS[outcome]}:\n`);
  tellCounts(counts, row_bytes);
  if (differingOf(counts) > 0) {
    print('Look at what differs with "payment-orders archive compare".\n');
  }
  if (outcome !== 'planned') return;
  print(
    'If this is what you want, an owner asks for it, and another owner approves it:\n' +
      `  payment-orders removals allow ${month} --file-sha256 ${file_sha256} ` +
      `--trades ${counts.removed.trades} --reason TEXT\n` +
      'Then run this command again.\n',
  );
}
