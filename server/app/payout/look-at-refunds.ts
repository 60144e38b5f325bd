// Looks at a list of refunds: of each row which refund it would make, or why it would make none.

import { foreseenRefusals } from '../../domain/foresee.ts';
import {
  amountOfRow,
  type RefundRow,
  refundKeyOf,
  refuseNoTrade,
  refuseSecondRow,
  seenText,
} from '../../domain/payout/refund-list.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal, refuseFields } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { foreseeCommands } from '../request/foresee-commands.ts';
import { type ForeseenRefund, foreseeRefund } from './create-refund.ts';
import { listedPayins } from './listed-payins.ts';

/** A row with what would come of it. */
export type LookedRefund = {
  row: RefundRow;
  payin: Trade | null;
  fields: Readonly<Record<string, unknown>>;
  key: string;
  found: ForeseenRefund | Refusal;
  /**
   * Why a refund that is right in itself would not be made at once: the rows before it leave too
   * little money, or a second person has to agree.
   */
  hindrance: Refusal | null;
};

type FoundRefund = Omit<LookedRefund, 'hindrance'>;

/** Few enough that orders and callbacks keep their share of the database. */
const AT_ONCE = 32;

async function inTurns<Given, Made>(
  given: readonly Given[],
  act: (one: Given) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < given.length; at += AT_ONCE) {
    made.push(...(await Promise.all(given.slice(at, at + AT_ONCE).map(act))));
  }
  return made;
}

export type HowListed = { note: string | null; name: string | undefined };

const wrongCell = (field: string, message: string): Refusal =>
  refuseFields([{ field, code: 'format', message }]);

async function foresee(
  app: App,
  operator: OperatorCaller,
  { row, payin }: { row: RefundRow; payin: Trade },
  { note, name }: HowListed,
): Promise<Omit<FoundRefund, 'row' | 'payin'>> {
  const amount_cents = amountOfRow(row, payin.currency);
  const given = {
    amount_cents: amount_cents == null ? null : Number(amount_cents),
    type: row.payee_type,
    number: row.payee_number,
    name: row.payee_name,
    payment_data_bank_name: row.payee_bank,
    note: row.reason ?? note,
  };
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const key = refundKeyOf(name, amount_cents ?? null);
  const { currency } = payin;
  if (row.currency !== null && row.currency.toUpperCase() !== currency) {
    return { fields, key, found: wrongCell('currency', `is not that of the pay-in: ${currency}`) };
  }
  if (amount_cents === undefined) {
    const message = `must be an amount in ${currency}, without separators between thousands`;
    return { fields, key, found: wrongCell('amount', message) };
  }
  return {
    fields,
    key,
    found: await foreseeRefund(app, operator, payin, { fields, errors: [] }, key),
  };
}

async function findEach(
  app: App,
  operator: OperatorCaller,
  rows: readonly RefundRow[],
  merchant_id: string | null,
  how: HowListed,
): Promise<FoundRefund[]> {
  const payins = await inTurns(rows, (row) => listedPayins(app, row, merchant_id));
  const lines = new Map<string, number>();
  const single = rows.map((row, at): { row: RefundRow; payin: Trade | Refusal } => {
    const payin = payins[at] ?? refuseNoTrade();
    if (isRefusal(payin)) return { row, payin };
    const first = lines.get(payin.trade_id);
    if (first !== undefined) {
      return { row, payin: refuseSecondRow(first) };
    }
    lines.set(payin.trade_id, row.line);
    return { row, payin };
  });
  return await inTurns(single, async ({ row, payin }): Promise<FoundRefund> => {
    if (isRefusal(payin)) return { row, payin: null, fields: {}, key: '', found: payin };
    return { row, payin, ...(await foresee(app, operator, { row, payin }, how)) };
  });
}

/** Of each row in its order, as the writer would decide it after those before it. */
async function hindrancesOf(app: App, found: readonly FoundRefund[]) {
  const commands = found.flatMap((one) => (isRefusal(one.found) ? [] : (one.found.command ?? [])));
  if (commands.length === 0) return new Map<string, Refusal>();
  const refusals = await foreseeCommands(app, commands, (world) =>
    foreseenRefusals(world, commands),
  );
  return new Map(
    commands.flatMap(({ command_id }, at): [string, Refusal][] => {
      const refusal = refusals[at] ?? null;
      return refusal === null ? [] : [[command_id, refusal]];
    }),
  );
}

export async function lookAtRefunds(
  ...given: Parameters<typeof findEach>
): Promise<LookedRefund[]> {
  const [app] = given;
  const found = await findEach(...given);
  const hindrances = await hindrancesOf(app, found);
  return found.map((one) => {
    const command_id = isRefusal(one.found) ? undefined : one.found.command?.command_id;
    return { ...one, hindrance: hindrances.get(command_id ?? '') ?? null };
  });
}

/** A second person decides about a refund that waits: it is made by the list all the same. */
export const isHeldUp = ({ hindrance }: LookedRefund): boolean =>
  hindrance !== null && hindrance.code !== 'approval_required';

/** With the numbers of payees, so it is no plain digest of them. */
export function seenOfRefunds(app: App, looked: readonly LookedRefund[]): string {
  const rows = looked.flatMap((one) => {
    const {
      row: { line },
      payin,
      found,
    } = one;
    if (isRefusal(found) || payin === null || isHeldUp(one)) return [];
    const { trade_id, currency } = payin;
    const { number = null, name = null, bank_name = null } = found.payee ?? {};
    return [
      {
        line,
        trade_id,
        currency,
        amount_cents: found.amount_cents,
        payee: [number, name, bank_name],
      },
    ];
  });
  return app.store.cipher.lookup(`refund list/${seenText(rows)}`).toString('hex');
}
