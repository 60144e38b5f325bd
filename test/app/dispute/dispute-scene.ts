// Disputes for tests on a real database.
import { deflateSync } from 'node:zlib';
import { decideDisputeAsOperator } from '../../../server/app/dispute/decide-dispute.ts';
import { openDisputeAsOperator } from '../../../server/app/dispute/open-dispute.ts';
import { type OperatorDisputeStep, stepDispute } from '../../../server/app/dispute/step-dispute.ts';
import type { App } from '../../../server/app/process/app.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { png } from '../../support/browser/receipt-files.ts';
import { accepted, OPERATOR, raw, type TestMerchant } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

type Fields = Record<string, unknown>;
type Key = { merchant_id: string; id: string };

export async function credited(app: App, merchant: TestMerchant, amount_cents = 1_000) {
  const made = await scene.newPayin(app, merchant, { amount_cents });
  return accepted(
    await actOnTrade(app, OPERATOR, merchant.merchant_id, made.id, 'confirm', raw({})),
  );
}

export const tryOpen = (app: App, { merchant_id, id }: Key, fields: Fields = {}, key?: string) =>
  openDisputeAsOperator(
    app,
    OPERATOR,
    { merchant_id, id },
    raw({ type: 'fraud', note: 'test', ...fields }),
    key,
  );

export const opened = async (app: App, trade: Key, fields: Fields = {}) =>
  accepted(await tryOpen(app, trade, fields));

export const decide = (app: App, { merchant_id, id }: Key, outcome: string, fields: Fields = {}) =>
  decideDisputeAsOperator(
    app,
    OPERATOR,
    { merchant_id, id },
    raw({ outcome, note: 'test', ...fields }),
  );

export const did = (
  app: App,
  { merchant_id, id }: Key,
  act: OperatorDisputeStep,
  fields: Fields = {},
) => stepDispute(app, OPERATOR, { merchant_id, id }, act, raw(fields));

/** Another picture for each number. */
export const withNumber = (number: number): Uint8Array =>
  png({ data: deflateSync(Buffer.alloc(3 * (1 + 4 * 3), Uint8Array.of(0, number))) });
