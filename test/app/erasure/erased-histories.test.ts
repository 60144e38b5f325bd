// In random histories of orders, proofs and erasures, verify finds nothing at any time.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { fc } from '../../support/property.ts';
import { accepted, openTestApp, type TestApp } from '../../support/test-app.ts';
import { ask, endedPayout, eraseNow, type Key } from './erasure-scene.ts';
import { columnsWith } from './every-text.ts';

const DAY_MS = 86_400_000;
const STEPS = ['order', 'order', 'prove', 'erase', 'carry out'] as const;

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());

let orders = 0;
type Order = Key & { client_id: string };

async function order(): Promise<Order> {
  orders += 1;
  // No name is the beginning of another.
  const client_id = `payer-${orders}-`;
  return { ...(await endedPayout(app, { client_id })), client_id };
}

async function prove(): Promise<void> {
  app.store.clock_offset_ms += DAY_MS;
  const made = await makeProof(app, { role: 'service', id: null });
  deepEqual(made.kind === 'refused' ? made.problems : [], []);
}

type History = { kept: Order[]; asked: Order[] };

const ACTS: Readonly<Record<(typeof STEPS)[number], (history: History) => Promise<unknown>>> = {
  order: async ({ kept }) => kept.push(await order()),
  prove,
  erase: async ({ kept, asked }) => {
    const next = kept.shift();
    if (next === undefined) return;
    accepted(await ask(next, app));
    asked.push(next);
  },
  'carry out': () => eraseNow(service),
};

async function isThere({ client_id }: Order): Promise<boolean> {
  return (await columnsWith(app, client_id)).length > 0;
}

test('verify finds nothing, and nothing is left of whom was erased', async () => {
  const histories = fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(histories, async (steps) => {
      const history: History = { kept: [], asked: [] };
      for (const step of ['order', ...steps, 'carry out'] as const) {
        await ACTS[step](history);
        deepEqual((await verifyBooks(app)).problems, []);
      }
      for (const one of history.asked) equal(await isThere(one), false);
      for (const one of history.kept) equal(await isThere(one), true);
      await prove();
    }),
    { numRuns: 6 },
  );
});
