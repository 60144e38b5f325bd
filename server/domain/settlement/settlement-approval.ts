// Approves a settlement: its amount becomes a pay-out of the merchant in the same decision.
import type { ApproveSettlement, CreatePayout } from '../batch/command.ts';
import type { Change, Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { placePayout } from '../payout/payout.ts';
import { type Settlement, settlementStateOf } from '../record/settlement-record.ts';
import type { Trade } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { findOrder } from '../trade/create-trade.ts';
import { feePercent } from '../trade/fee-percent.ts';

/** Made from the unguessable id, so that no order of the merchant has the same one. */
export const settlementOrderId = (settlement_id: string): string => `settlement-${settlement_id}`;

const wrongAmount = (message: string): Refusal =>
  refuseFields([{ field: 'amount_cents', code: 'range', message }]);

/** The amount to pay: the requested one, otherwise everything payable. */
function amountOf(settlement: Settlement, asked: bigint | null): bigint | Refusal {
  const most = settlement.payable_cents > 0n ? settlement.payable_cents : 0n;
  const amount = asked ?? most;
  if (amount > most) return wrongAmount('is more than the statement has to pay');
  if (amount > BigInt(LIMITS.amount_max_cents)) {
    return wrongAmount(`must be at most ${LIMITS.amount_max_cents}: the rest is carried forward`);
  }
  return amount;
}

/** An ordinary pay-out without a fee, in the currency of the balance. */
function payoutOf(
  command: ApproveSettlement,
  account: NonNullable<ApproveSettlement['account']>,
  amount_cents: bigint,
): CreatePayout {
  const { merchant, settlement_id, command_id, actor, trade_id, page_key_id, fingerprint } =
    command;
  const { trace_context = null } = command;
  return {
    kind: 'create_payout',
    command_id,
    actor,
    merchant,
    trade_id,
    page_key_id,
    fingerprint,
    order_id: settlementOrderId(settlement_id),
    order_id_as_sent: null,
    type: account.type,
    currency: merchant.balance_currency,
    amount_cents,
    client_id: 'settlement',
    callback_url: null,
    return_url: null,
    description: null,
    metadata: null,
    percent: feePercent('settlement', [], {
      type: account.type,
      currency: merchant.balance_currency,
    }),
    rate: null,
    payee: account.payee,
    trace_context,
  };
}

function makePayout(
  world: World,
  command: ApproveSettlement,
  amount_cents: bigint,
): { trade: Trade; changes: readonly Change[] } | Refusal {
  if (command.account === null) {
    return refuse('act_not_allowed', 'The merchant has no settlement account to pay to.');
  }
  const payout = payoutOf(command, command.account, amount_cents);
  const existing = findOrder(world, payout);
  if (isRefusal(existing)) return existing;
  if (existing !== null) throw new Error('A draft has a pay-out already');
  const placed = placePayout(world, payout, { settlement_id: command.settlement_id });
  if (isRefusal(placed)) return placed;
  const { result, changes } = placed;
  if (result.kind !== 'trade') throw new Error('A pay-out was created without a trade');
  return { trade: result.trade, changes };
}

/** Without anything to pay it is settled at once: the rest is carried to the next statement. */
export function decideApproval(world: World, command: ApproveSettlement): Verdict {
  const settlement = world.settlements.get(command.settlement_id);
  if (settlement === undefined) return refuse('not_found', 'There is no such settlement.');
  if (settlement.last_command_id === command.command_id) {
    return { changes: [], result: { kind: 'settlement', settlement, found: true } };
  }
  if (settlement.state !== 'draft') {
    return refuse(
      'act_not_allowed',
      `A settlement that is ${settlement.state} cannot be approved.`,
      {
        extra: { state: settlement.state },
      },
    );
  }
  const amount_cents = amountOf(settlement, command.amount_cents);
  if (isRefusal(amount_cents)) return amount_cents;
  const payout = amount_cents === 0n ? null : makePayout(world, command, amount_cents);
  if (isRefusal(payout)) return payout;
  const approved: Settlement = {
    ...settlement,
    state: payout === null ? 'settled' : settlementStateOf(payout.trade.state),
    approved_cents: amount_cents,
    trade_id: payout?.trade.trade_id ?? null,
    approved_at: world.now,
    changed_at: world.now,
    last_command_id: command.command_id,
  };
  const changes: Change[] = [
    ...(payout?.changes ?? []),
    { kind: 'settlement_approved', settlement: approved },
  ];
  return { changes, result: { kind: 'settlement', settlement: approved, found: false } };
}
