// What the answer says of a line that was given: its status, and the trade that it was matched to.
import type { LineStatus } from '../../domain/record/bank-line.ts';
import { hasSharedId } from '../../domain/record/line-identity.ts';
import type { TakenLine } from './bank-line-commands.ts';

export type TakenLineBody = {
  id: string;
  status: LineStatus | 'duplicate' | 'waiting';
  merchant_id: string | null;
  trade_id: string | null;
  reason: string;
  bank_id_shared: boolean;
};

/** A duplicate refers to the line that was there already and its present state. */
export function takenLineBody({ record, duplicate }: TakenLine): TakenLineBody {
  const { outcome } = record;
  return {
    id: outcome.bank_line_id,
    status: duplicate ? 'duplicate' : outcome.status,
    merchant_id: outcome.merchant_id,
    trade_id: outcome.trade_id,
    reason: outcome.reason,
    bank_id_shared: hasSharedId(record.line),
  };
}
