// Appeals on a real database: every subject, first decision, appellant and second decision leaves
// the merchant with what the second one awards, to the cent, and the books prove it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stepOwnDispute } from '../../../server/app/dispute/own-disputes.ts';
import { getBalance } from '../../../server/app/ledger/past-balance.ts';
import { putTariffs } from '../../../server/app/merchant/tariffs.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { expireDue } from '../../../server/app/trade/expire-due.ts';
import {
  APPEAL_STORIES,
  type AppealStory,
  CONTESTED_CENTS,
  type ContestedFrom,
  creditInTheEnd,
  nameOfStory,
  stateInTheEnd,
} from '../../support/model/appeal-stories.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { decide, did, opened } from './dispute-scene.ts';

const MINUTE_MS = 60_000;
const amount_cents = Number(CONTESTED_CENTS);

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  await scene.makeAccount(app, 'INR');
});
after(async () => {
  await service.stop();
});

type Made = { merchant_id: string; id: string };

async function acted(made: Made, name: 'confirm' | 'cancel' | 'fail' | 'take' | 'complete') {
  const fields = {
    ...(name === 'fail' ? { reason: 'fake_proof' } : {}),
    ...(name === 'complete' ? { utr: String(500_000_000_000 + scene.newNumber()) } : {}),
  };
  accepted(await actOnTrade(app, OPERATOR, made.merchant_id, made.id, name, raw(fields)));
}

const newPayin = (merchant: TestMerchant) => scene.newPayin(app, merchant, { amount_cents });

async function claimed(merchant: TestMerchant): Promise<Made> {
  const made = await newPayin(merchant);
  const utr = String(400_000_000_000 + scene.newNumber());
  accepted(await scene.claim(app, merchant, made.id, utr));
  return made;
}

/** A trade in the state from which it is contested. */
const TRADES: Readonly<Record<ContestedFrom, (merchant: TestMerchant) => Promise<Made>>> = {
  verifying: claimed,
  expired: async (merchant) => {
    const made = await newPayin(merchant);
    app.store.clock_offset_ms += 20 * MINUTE_MS;
    await expireDue(app);
    return made;
  },
  canceled: async (merchant) => {
    const made = await newPayin(merchant);
    await acted(made, 'cancel');
    return made;
  },
  failed: async (merchant) => {
    const made = await claimed(merchant);
    await acted(made, 'fail');
    return made;
  },
  completed: async (merchant) => {
    const made = await newPayin(merchant);
    await acted(made, 'confirm');
    return made;
  },
  payout: async (merchant) => {
    const made = await scene.newPayout(app, merchant, amount_cents);
    await acted(made, 'take');
    await acted(made, 'complete');
    return made;
  },
};

async function play(merchant: TestMerchant, story: AppealStory): Promise<Made> {
  const { from, first, appellant, second } = story;
  const { merchant_id } = merchant;
  const made = await TRADES[from](merchant);
  const { id } = await opened(app, made, { type: 'other' });
  const key = { merchant_id, id };
  const amountOf = (given: { amount_cents?: bigint }) =>
    given.amount_cents === undefined ? {} : { amount_cents: Number(given.amount_cents) };
  accepted(await decide(app, key, first.outcome, amountOf(first)));
  const appealed =
    appellant === 'merchant'
      ? await stepOwnDispute(app, merchant.caller, 'appeal', raw(key))
      : await did(app, key, 'appeal', { note: 'test' });
  assert.equal(accepted(appealed).amount_cents, amount_cents, 'the claim stays what it was');
  const closed = accepted(
    second.outcome === 'withdrawn'
      ? await did(app, key, 'withdraw', { note: 'test' })
      : await decide(app, key, second.outcome, amountOf(second)),
  );
  assert.deepEqual([closed.state, closed.outcome], ['closed', second.outcome]);
  return made;
}

async function balance({ caller, merchant_id }: TestMerchant) {
  const body = accepted(await getBalance(app, caller, { merchant_id }));
  assert.equal(body.blocked_amount_cents, 0);
  return body.actual_amount_cents;
}

const stateOf = async ({ merchant_id, id }: Made) => {
  const where = `merchant_id = '${merchant_id}' and trade_id = '${id}'`;
  const [row] = await scene.sql<{ state: string }>(app, `select state from trades where ${where}`);
  return row?.state;
};

/** What the story leaves the merchant with; of a pay-out that has left, its return. */
function gained(story: AppealStory): bigint {
  if (story.from === 'payout') return story.second.outcome === 'upheld' ? 0n : -CONTESTED_CENTS;
  const { amount, fee } = creditInTheEnd(story);
  return amount - fee;
}

test('every story of an appeal ends with what the second decision awards', async () => {
  const merchant = await makeMerchant(app);
  const tariff = { direction: 'payin', type: null, currency: null, percent: 10 };
  accepted(await putTariffs(app, OPERATOR, merchant.merchant_id, raw({ tariffs: [tariff] })));
  await scene.fund(app, merchant.merchant_id, 1_000_000);
  for (const story of APPEAL_STORIES) {
    const before = await balance(merchant);
    const made = await play(merchant, story);
    const name = nameOfStory(story);
    assert.equal(BigInt((await balance(merchant)) - before), gained(story), name);
    assert.equal(await stateOf(made), stateInTheEnd(story), name);
  }
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
