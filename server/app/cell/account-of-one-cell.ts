// An account serves the merchants of one cell: with one more in another cell, a line of its bank
// could be imported in both, and pay for an order in each. So accounts of one number are made one
// after the other, whichever cells and processes are asked for them at once.
import type { RawFields } from '../../domain/request/read-request.ts';
import { type Refusal, refuse, refuseFields } from '../../domain/service/refusal.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import { withNumberLock } from '../../store/account/number-lock.ts';
import type { App } from '../process/app.ts';
import { askCell } from './ask-cell.ts';
import type { ServedCells } from './cells.ts';

type Wanted = { readonly type: string; readonly number: string };

/** Null if there is no such number, which the use case itself refuses. */
function wantedBy({ type, number }: RawFields['fields']): Wanted | null {
  if (typeof type !== 'string' || typeof number !== 'string') return null;
  const canonical = paymentType(type)?.normalise(number) ?? null;
  return canonical === null ? null : { type, number: canonical };
}

const refuseTaken = (cell: string): Refusal =>
  refuseFields([
    {
      field: 'number',
      code: 'not_allowed',
      message: `is that of an account in the cell ${cell}: an account serves one cell`,
    },
  ]);

/** As each cell's database says now, and not as this process has read it before. */
async function refuseElsewhere(
  cells: ServedCells,
  { settings }: App,
  { type, number }: Wanted,
): Promise<Refusal | null> {
  const away: string[] = [];
  for (const { name, app: appOf } of cells.all) {
    const app = appOf();
    if (app !== null && app.settings === settings) continue;
    const known = await askCell(app, (own) => own.settings.refresh());
    if (known === null) away.push(name);
    const has = [...(known?.accounts.values() ?? [])].some(
      (account) => account.type === type && account.number === number,
    );
    if (has) return refuseTaken(name);
  }
  if (away.length === 0) return null;
  const detail = `The cells ${away.join(', ')} do not answer: they may have this account.`;
  return refuse('unavailable', detail, { retry_after_s: 30 });
}

/**
 * `make` makes the account in the cell of `app`; with one cell it is called at once. If the lock is
 * lost with its connection meanwhile, whoever asked gets an outage, and looks before asking again.
 */
export async function makeInOneCell<Made>(
  { cells, app, fields }: { cells: ServedCells | null; app: App; fields: RawFields },
  make: () => Promise<Made>,
): Promise<Made | Refusal> {
  const wanted = cells === null ? null : wantedBy(fields.fields);
  if (cells === null || wanted === null) return await make();
  const { store } = cells.control;
  const key = store.cipher.lookup(`receiving account/${wanted.type}/${wanted.number}`);
  return await withNumberLock(
    store,
    key,
    async () => (await refuseElsewhere(cells, app, wanted)) ?? (await make()),
  );
}
