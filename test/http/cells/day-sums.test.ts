// What one person does alone in a day is added up over all cells: nobody gets around the sum by
// acting in several of them, whatever comes at once.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { App } from '../../../server/app/process/app.ts';
import { StoreUnavailable } from '../../../server/store/connection/outage.ts';
import * as scene from '../../app/scene.ts';
import { cleanup } from '../../support/cleanup.ts';
import { fc, longRuns } from '../../support/property.ts';
import { type Someone, someone } from '../operator/approval/approval-scene.ts';
import type { Reply } from '../operator/operator-service.ts';
import { type ApprovalCells, openApprovalCells } from './approvals-scene.ts';
import { CELLS } from './three-cells.ts';

const keep = cleanup();
let cells: ApprovalCells;
before(async () => {
  cells = await openApprovalCells(keep);
});

const ALONE_BELOW = 1_000;
const DAY_BELOW = 2_500;

const told = ({ status, body }: Reply): string | number =>
  status === 202 ? 'waits' : ((body.code as string | undefined) ?? status);

const shopsOf = async (currency: string) =>
  new Map(
    await Promise.all(
      CELLS.map(async (cell) => [cell, await cells.shopIn(cell, currency)] as const),
    ),
  );

const shopIn = (shops: ReadonlyMap<string, string>, cell: string): string => {
  const found = shops.get(cell);
  if (found === undefined) throw new Error(`No shop in ${cell}`);
  return found;
};

async function countedIn(cell: string, { person_id }: Someone): Promise<bigint> {
  const [row] = await cells.appOf(cell).store.db.query<{ sum: bigint }>(
    '',
    `select coalesce(sum(amount_cents), 0)::bigint as sum from counted_acts
     where identity_key = $1`,
    [`person:${person_id}`],
  );
  return row?.sum ?? 0n;
}

/** Transactions fail before they write an adjustment, or instead of their commit. */
function failing({ store: { db } }: App, when: 'write' | 'commit'): () => void {
  const { transaction } = db;
  const cut = () => new Error('The connection was cut');
  db.transaction = async (work, options) =>
    await transaction(async (tx) => {
      const query: typeof tx.query = (name, ...rest) =>
        when === 'write' && name === 'insert-adjustments'
          ? Promise.reject(cut())
          : tx.query(name, ...rest);
      const value = await work({ ...tx, query });
      if (when === 'commit') throw cut();
      return value;
    }, options);
  return () => {
    db.transaction = transaction;
  };
}

describe('the sum of a day', () => {
  it('is a person’s, in whichever cells they act', async () => {
    await cells.setBand('SEK', ALONE_BELOW, DAY_BELOW);
    const shops = await shopsOf('SEK');
    const who = await someone(cells.service);
    const found: (string | number)[] = [];
    for (const cell of ['main', 'east', 'west', 'east']) {
      found.push(told(await cells.adjust(who, shopIn(shops, cell), 800)));
    }
    deepEqual(found, [201, 201, 201, 'waits']);
    equal(await countedIn('main', who), 2_400n);
    equal(await countedIn('east', who), 0n);
    // What two people agree to counts in no sum.
    const other = await someone(cells.service);
    const { body } = await cells.adjust(who, shopIn(shops, 'west'), 900);
    equal((await cells.approve(other, String(body.id))).status, 200);
    equal(await countedIn('main', who), 2_400n);
  });

  it('is one for what a person gives as evidence in several cells', async () => {
    await cells.setBand('SGD', ALONE_BELOW, ALONE_BELOW, 'evidence');
    const who = await someone(cells.service);
    const found: (string | number)[] = [];
    for (const [index, cell] of CELLS.entries()) {
      const receiving_account_id = await scene.makeAccount(cells.appOf(cell), 'SGD');
      const booked_at = new Date().toISOString();
      const lines = [{ amount_cents: 400, booked_at, text: `unknown ${index}` }];
      const body = { receiving_account_id, lines };
      found.push(told(await cells.service.ask('POST', '/bank_lines', { ...who, body })));
    }
    deepEqual(found, [200, 200, 'waits']);
  });

  it('has its last free room once, if two cells ask for it at the same time', async () => {
    await cells.setBand('NOK', ALONE_BELOW, DAY_BELOW);
    const shops = await shopsOf('NOK');
    for (let round = 0; round < 5; round += 1) {
      const who = await someone(cells.service);
      equal(told(await cells.adjust(who, shopIn(await shopsOf('NOK'), 'main'), 999)), 201);
      const other_shops = round % 2 === 0 ? shops : await shopsOf('NOK');
      const both = await Promise.all(
        ['east', 'west'].map((cell) => cells.adjust(who, shopIn(other_shops, cell), 800)),
      );
      deepEqual(both.map(told).toSorted(), [201, 'waits'], `round ${round}`);
    }
  });

  it('counts nothing of an act that was not written', async () => {
    await cells.setBand('DKK', ALONE_BELOW, DAY_BELOW);
    const who = await someone(cells.service);
    const shop = await cells.shopIn('east', 'DKK');
    const mend = failing(cells.appOf('east'), 'write');
    const cut = await cells.adjust(who, shop, 700);
    mend();
    equal(cut.status, 500, JSON.stringify(cut.body));
    equal(await countedIn('main', who), 0n);
  });

  it('counts an act before it is committed, so that none is done and not counted', async () => {
    await cells.setBand('HUF', ALONE_BELOW, DAY_BELOW);
    const who = await someone(cells.service);
    const shop = await cells.shopIn('east', 'HUF');
    // With it the cell gets the bands.
    equal(told(await cells.adjust(who, shop, 10)), 201);
    const mend = failing(cells.appOf('east'), 'commit');
    const cut = await cells.adjust(who, shop, 700);
    mend();
    equal(cut.status, 500, JSON.stringify(cut.body));
    equal(await cells.adjustedIn('east', shop), 1);
    // Once, although the command was tried again alone.
    equal(await countedIn('main', who), 710n);
    equal(told(await cells.adjust(who, shop, 900)), 201);
  });

  it('is unknown while the control cell cannot add it up: nobody acts alone', async () => {
    await cells.setBand('PLN', ALONE_BELOW, DAY_BELOW);
    const shops = await shopsOf('PLN');
    const who = await someone(cells.service);
    const east = cells.appOf('east');
    const { control } = east.store;
    if (control === null) throw new Error('The cell adds up by itself');
    const { db } = control;
    const { transaction } = db;
    db.transaction = () => Promise.reject(new StoreUnavailable('Cut'));
    const refused = await cells.adjust(who, shopIn(shops, 'east'), 10);
    db.transaction = transaction;
    equal(refused.status, 503, JSON.stringify(refused.body));
    match(String(refused.body.detail), /control cell/);
    equal(told(await cells.adjust(who, shopIn(shops, 'east'), 10)), 201);
  });
});

type Act = { kind: 'adjust'; who: number; cell: number; amount_cents: number };
type Step = Act | { kind: 'approve'; who: number };

const ACT = fc.record({
  kind: fc.constant('adjust' as const),
  who: fc.nat(2),
  cell: fc.nat(2),
  amount_cents: fc.integer({ min: 100, max: ALONE_BELOW + 300 }),
});
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: ACT },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('approve' as const), who: fc.nat(2) }) },
);
const HISTORY = fc.array(fc.array(STEP, { minLength: 1, maxLength: 4 }), {
  minLength: 4,
  maxLength: 8,
});

const at = <Value>(values: readonly Value[], index: number): Value => {
  const value = values[index];
  if (value === undefined) throw new Error(`None at ${index}`);
  return value;
};

/** What happens to three people, each in whichever cell they act. */
class History {
  readonly #people: readonly Someone[];
  readonly #waiting: { id: string; maker: number }[] = [];
  readonly alone = new Map<number, number>();

  constructor(people: readonly Someone[]) {
    this.#people = people;
  }

  async approve(who: number): Promise<void> {
    const last = this.#waiting.at(-1);
    if (last === undefined) return;
    const { status } = await cells.approve(at(this.#people, who), last.id);
    if (status === 200) ok(last.maker !== who, 'one person was both');
  }

  async adjust({ who, cell, amount_cents }: Act): Promise<void> {
    // Each in a merchant of its own, so that only the person's sum decides.
    const shop = await cells.shopIn(at(CELLS, cell), 'CZK');
    const { status, body } = await cells.adjust(at(this.#people, who), shop, amount_cents);
    if (status === 201) {
      this.alone.set(who, (this.alone.get(who) ?? 0) + amount_cents);
      ok(amount_cents < ALONE_BELOW, `${amount_cents} alone`);
      return;
    }
    equal(status, 202, JSON.stringify(body));
    this.#waiting.push({ id: String(body.id), maker: who });
  }
}

async function live(steps: readonly (readonly Step[])[]): Promise<void> {
  const people = await Promise.all([0, 1, 2].map(() => someone(cells.service)));
  const history = new History(people);
  for (const round of steps) {
    const done = round.map((step) =>
      step.kind === 'approve' ? history.approve(step.who) : history.adjust(step),
    );
    await Promise.all(done);
  }
  for (const [who, cents] of history.alone) {
    ok(cents < DAY_BELOW, `${who}: ${cents}`);
    // And what was counted is what was done.
    equal(await countedIn('main', at(people, who)), BigInt(cents));
  }
}

describe('random histories in three cells', () => {
  it('never give one person more than the sum of a day alone', async () => {
    await cells.setBand('CZK', ALONE_BELOW, DAY_BELOW);
    await fc.assert(fc.asyncProperty(HISTORY, live), { numRuns: longRuns(12) });
  });
});
