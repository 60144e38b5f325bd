// Entries that undo a posting, in a whole service: they use the amounts stored in the database,
// whatever rule computed them.
import '../../support/undo/change-rules.ts';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Command } from '../../../server/domain/batch/command.ts';
import { rule } from '../../support/undo/switched-rate.ts';
import type { Ground, GroundEntry } from '../../support/undo/undo-ground.ts';

const { makeAccount } = await import('../scene.ts');
const { accountWith, merchantWith } = await import('../../support/model/domain-commands.ts');
const { playStory } = await import('../../support/undo/play-story.ts');
const { makeMerchant, openTestApp, OPERATOR, accepted, raw } = await import(
  '../../support/test-app.ts'
);
const { groundInMemory, HOLD_TERMS } = await import('../../support/undo/undo-ground.ts');
const { UNDO_STORIES } = await import('../../support/undo/undo-stories.ts');
const { draftSettlement } = await import('../../../server/app/settlement/draft-settlement.ts');
const { verifyBooks } = await import('../../../server/app/proof/verify-books.ts');
const { HOUSE_BOOK } = await import('../../../server/domain/ledger/ledger.ts');
const { readEntries } = await import('../../../server/store/ledger/ledger-lists.ts');

let service: Awaited<ReturnType<typeof openTestApp>>;

before(async () => {
  service = await openTestApp();
});

after(async () => {
  await service.stop();
});

afterEach(() => {
  rule.is_changed = false;
});

/** The entries of one account in the house's book, without those of other stories. */
const isAbout = (id: string, { book, postings }: GroundEntry) =>
  book !== HOUSE_BOOK || postings.some(({ account }) => account.endsWith(id));

/** The decision about a statement is compared with the audit trail, which the use case notes. */
function noted(command: Command): Command {
  if (command.kind !== 'approve_settlement') return command;
  const target = `settlements/${command.merchant.merchant_id}/${command.settlement_id}`;
  return { ...command, audit: { action: 'settlement_approved', target, detail: {} } };
}

async function groundIn(has_holds: boolean): Promise<Ground> {
  const { app } = service;
  const settings = has_holds ? HOLD_TERMS : {};
  const shop = await makeMerchant(app, { balance_currency: 'USD', settings });
  const house = await makeMerchant(app, { name: 'House' });
  const receiving_account_id = await makeAccount(app, 'INR');
  const books = [shop.merchant_id, house.merchant_id, HOUSE_BOOK];
  return {
    merchant: merchantWith({}, { merchant_id: shop.merchant_id, balance_currency: 'USD' }),
    house: merchantWith({}, { merchant_id: house.merchant_id }),
    account: accountWith({ receiving_account_id }),
    now: Date.now(),
    submit: (command) => app.writer.submit(noted(command)),
    statement: async () => {
      const { id } = accepted(await draftSettlement(app, OPERATOR, shop.merchant_id, raw({})));
      return { settlement_id: id };
    },
    entries: async () => {
      const read = books.map((book) => readEntries(app.store.db, book, 0n, 10_000));
      const entries = (await Promise.all(read)).flat();
      return entries.filter((entry) => isAbout(receiving_account_id, entry));
    },
  };
}

for (const { act, name, story } of UNDO_STORIES) {
  test(`${act}: ${name}, by the sums that were posted`, async () => {
    const has_holds = 'with_holds' in story;
    const wanted = await playStory(groundInMemory(has_holds), story, () => undefined);
    const changed = await playStory(await groundIn(has_holds), story, () => {
      rule.is_changed = true;
    });
    assert.ok(
      changed.undoing.some((entry) => entry.act === act),
      `nothing posted ${act}`,
    );
    assert.deepEqual(changed, wanted);
  });
}

test('the books of all stories are sound', async () => {
  assert.deepEqual((await verifyBooks(service.app)).problems, []);
});
