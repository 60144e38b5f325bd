// A statement as the service receives it from the thread that read it: with the receiving account
// from the settings, and its rows still packed.

import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import type { StatementFormat } from '../../formats/statement/statement-format.ts';
import type { Collected, ReadPart } from './collect-parts.ts';
import type { PackedData } from './packed-rows.ts';

export type StatementPart = Omit<ReadPart, 'account' | 'rows'> & {
  readonly account: ReceivingAccount;
  readonly rows: PackedData;
};

/** A file that was read, or everything that is wrong with it; then it may have no format. */
export type StatementFile = Omit<Collected, 'parts'> & {
  readonly format: StatementFormat | null;
  readonly parts: readonly StatementPart[];
};
