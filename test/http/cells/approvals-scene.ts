// Three cells in live mode, people of the control cell, and adjustments of merchants in each cell.
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { ApprovalAct } from '../../../server/domain/record/proposal.ts';
import type { cleanup } from '../../support/cleanup.ts';
import { makeMerchant } from '../../support/test-app.ts';
import type { Someone } from '../operator/approval/approval-scene.ts';
import type { Reply } from '../operator/operator-service.ts';
import { CELLS, openEmptyCells, type ThreeCells } from './three-cells.ts';

export type ApprovalCells = ThreeCells & {
  appOf(cell: string): OpenApp;
  /** A merchant of the cell with this balance. */
  shopIn(cell: string, currency: string): Promise<string>;
  /** In the control cell alone, as an owner's change is: no other cell has a copy of it yet. */
  setBand(
    currency: string,
    from_cents: number,
    sum_from_cents: number,
    act?: ApprovalAct,
  ): Promise<void>;
  adjust(by: Someone, merchant_id: string, amount_cents: number): Promise<Reply>;
  approve(by: Someone, id: string): Promise<Reply>;
  /** How often the merchant's balance was adjusted. */
  adjustedIn(cell: string, merchant_id: string): Promise<number>;
};

export async function openApprovalCells(keep: ReturnType<typeof cleanup>): Promise<ApprovalCells> {
  const cells = await openEmptyCells(keep, { mode: 'live' });
  const { service, apps } = cells;
  const appOf = (cell: string) => {
    const found = apps.get(cell);
    if (found === undefined) throw new Error(`No cell ${cell}: ${CELLS.join(', ')}`);
    return found.app;
  };
  return {
    ...cells,
    appOf,
    async shopIn(cell, currency) {
      return (await makeMerchant(appOf(cell), { balance_currency: currency })).merchant_id;
    },
    async setBand(currency, from_cents, sum_from_cents, act = 'adjustment') {
      const { store, settings } = service.app;
      for (const [table, cents] of [
        ['approval_bands', from_cents],
        ['approval_sums', sum_from_cents],
      ] as const) {
        await store.db.query(
          '',
          `insert into ${table} values ($3, $1, $2, now())
           on conflict (act, currency) do update set from_cents = excluded.from_cents`,
          [currency, cents, act],
        );
      }
      await store.db.query('', 'update settings_versions set version = version + 1', []);
      await settings.refresh();
    },
    adjust: ({ authorization }, merchant_id, amount_cents) =>
      service.ask('POST', `/merchants/${merchant_id}/adjustments`, {
        authorization,
        body: { amount_cents, reason: `as agreed ${crypto.randomUUID()}` },
      }),
    approve: ({ authorization }, id) =>
      service.ask('POST', `/approvals/${id}/approve`, { authorization }),
    async adjustedIn(cell, merchant_id) {
      const rows = await appOf(cell).store.db.query(
        '',
        'select 1 as adjusted from adjustments where merchant_id = $1',
        [merchant_id],
      );
      return rows.length;
    },
  };
}
