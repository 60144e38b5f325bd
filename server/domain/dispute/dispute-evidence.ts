// The evidence of an outcome: a bank line that shows what the outcome says.
import type { DecideDispute } from '../batch/command.ts';
import { attemptsOf, type World } from '../batch/world.ts';
import type { LineRecord } from '../record/bank-line.ts';
import type { Dispute, DisputeBasis } from '../record/dispute-record.ts';
import type { Requester } from '../record/proposal.ts';
import type { Trade } from '../record/trade.ts';
import { type Refusal, refuseFields } from '../service/refusal.ts';
import type { OutcomeEffect } from './outcome-effect.ts';

export type Evidence = { basis: DisputeBasis; record: LineRecord | null };

/** Whose word it is: of one person, or of a second one who approved it. */
export const wordOf = ({ approval }: Requester): 'one_person' | 'two_people' =>
  approval === undefined ? 'one_person' : 'two_people';

/**
 * Money that came in, on the account of the pay-in, and belongs to nobody else. What its own line
 * brought may be credited already, so this shows the whole amount or nothing.
 */
function bringsMoney(
  { line, outcome }: LineRecord,
  trade: Trade,
  { gives_cents, awarded_cents }: { gives_cents: bigint; awarded_cents: bigint },
): boolean {
  const is_own = outcome.status === 'matched' && outcome.trade_id === trade.trade_id;
  const is_free = outcome.status === 'suspense';
  const is_here = line.receiving_account_id === trade.receiving_account_id;
  if (!is_here || line.currency !== trade.currency) return false;
  return is_own ? line.amount_cents >= awarded_cents : is_free && line.amount_cents >= gives_cents;
}

/** A line that the bank itself matched to the pay-in, and that took money from it. */
const tookMoney = ({ line, outcome }: LineRecord, trade: Trade): boolean =>
  line.amount_cents < 0n && outcome.status === 'matched' && outcome.trade_id === trade.trade_id;

/** A line that brought the pay-in's money, or with which the pay-out's money left. */
function showsPayment(world: World, { line, outcome }: LineRecord, trade: Trade): boolean {
  if (trade.direction === 'payout') {
    return attemptsOf(world, trade.trade_id).some(
      ({ debit_line_id }) => debit_line_id === line.bank_line_id,
    );
  }
  const is_own = outcome.status === 'matched' && outcome.trade_id === trade.trade_id;
  return is_own && line.amount_cents > 0n;
}

/** Whether the line shows that this outcome is right. */
function shows(
  world: World,
  record: LineRecord,
  trade: Trade,
  { effect, awarded_cents }: { effect: OutcomeEffect; awarded_cents: bigint },
): boolean {
  switch (effect.kind) {
    case 'gives':
      return bringsMoney(record, trade, { gives_cents: effect.cents, awarded_cents });
    case 'takes':
      return tookMoney(record, trade) && -record.line.amount_cents >= effect.cents;
    // If its money came back, the line itself reverses the pay-out.
    case 'reverses':
      return false;
    case 'unblocks':
    case 'returns':
      return showsPayment(world, record, trade);
  }
}

const WHAT_SHOWS: Readonly<Record<OutcomeEffect['kind'], string>> = {
  gives: 'must name a line with at least this amount on the account of the pay-in, in suspense',
  takes:
    'must name a line with which the bank took the money; assign that line to the pay-in first',
  reverses: 'cannot show that a pay-out has not arrived; if its money came back, assign that line',
  unblocks: 'must name a line that brought the money of the pay-in',
  returns: 'must name a line of this trade',
};

/** The lines that the command names as evidence. */
export function linesNamed(world: World, { evidence }: DecideDispute): LineRecord[] {
  if (evidence === null) return [];
  return [...world.lines.values()].filter(({ line }) =>
    'utr' in evidence ? line.utr === evidence.utr : line.bank_line_id === evidence.bank_line_id,
  );
}

/** The evidence that the command names; a refusal if it does not show what the outcome says. */
export function evidenceOf(
  world: World,
  command: DecideDispute,
  trade: Trade,
  outcome: { effect: OutcomeEffect; awarded_cents: bigint },
): Evidence | Refusal {
  const { evidence, actor } = command;
  if (evidence === null) return { basis: wordOf(actor), record: null };
  const by_utr = 'utr' in evidence;
  const named = linesNamed(world, command);
  const record = named.find((one) => shows(world, one, trade, outcome));
  if (record !== undefined) return { basis: by_utr ? 'utr' : 'bank_line', record };
  const field = by_utr ? 'evidence_utr' : 'evidence_line_id';
  const message = named.length === 0 ? 'names no bank line' : WHAT_SHOWS[outcome.effect.kind];
  return refuseFields([{ field, code: 'not_allowed', message }]);
}

export const evidenceFields = ({
  basis,
  record,
}: Evidence): Pick<Dispute, 'basis' | 'evidence_line_id'> => ({
  basis,
  evidence_line_id: record?.line.bank_line_id ?? null,
});
