// Everything that an archive has of a month, part by part, as the database has it now.
import type { ArchiveKind } from '../../domain/archive/archive-document.ts';
import {
  adjustmentTexts,
  bankLineTexts,
  bookTexts,
  entryText,
  eventTexts,
  type MonthRange,
  proofTexts,
  tradeTexts,
} from '../../store/archive/archive-rows.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { streamProvenEntries } from '../../store/proof/proof-entries.ts';
import type { Boundary } from '../proof/proof-boundaries.ts';

/** The proofs between which a month lies. */
export const rangeBetween = (after: Boundary, to: Boundary): MonthRange => ({
  after_proof: after.number,
  to_proof: to.number,
  after_group: after.digests.group_number,
  to_group: to.digests.group_number,
});

async function* entryTexts(tx: Queryable, { after_proof, to_proof }: MonthRange) {
  for await (const page of streamProvenEntries(tx, { after: after_proof, to: to_proof })) {
    yield page.map(entryText);
  }
}

/** Nothing is read before a part is asked for. */
export const monthTexts = (
  tx: Queryable,
  range: MonthRange,
  now: number,
): Readonly<Record<ArchiveKind, AsyncGenerator<string[]>>> => ({
  proof: proofTexts(tx, range),
  book: bookTexts(tx, range),
  entry: entryTexts(tx, range),
  adjustment: adjustmentTexts(tx, range),
  event: eventTexts(tx, range),
  line: bankLineTexts(tx, range),
  trade: tradeTexts(tx, range, now),
});
