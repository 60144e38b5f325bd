// The actions of a trade's page: every cell of the table, checked against the rules and against
// customers who try an action that is not offered.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { type Command, TRADE_ACTS } from '../../../server/domain/batch/command.ts';
import {
  PAGE_ACTS,
  PAGE_REFUSALS,
  PAGE_TABLE,
  type PageAct,
  pageActsNow,
  pageVerdict,
} from '../../../server/domain/page/page-acts.ts';
import type { Actor } from '../../../server/domain/record/origin.ts';
import {
  DIRECTIONS,
  STATES,
  type State,
  type Trade,
  waysOut,
} from '../../../server/domain/record/trade.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { act, assign, claim, START } from '../../support/model/domain-commands.ts';
import { reachableStates, tradeInState } from '../../support/model/domain-states.ts';

const CUSTOMER: Actor = { role: 'customer', id: null };

/** The actions that are commands and so pass the rules; the others only store the payer's input. */
const COMMANDS: Partial<Record<PageAct, (trade: Trade) => Command>> = {
  assign: (trade) => ({ ...assign(trade), actor: CUSTOMER }),
  attach_utr: (trade) => ({ ...claim(trade, 'ANOTHER12345'), actor: CUSTOMER }),
  cancel: (trade) => ({ ...act(trade, 'cancel'), actor: CUSTOMER }),
};

describe('the table', () => {
  it('says that the page of a pay-out can do nothing', () => {
    const verdicts = STATES.flatMap((state) => Object.values(PAGE_TABLE.payout[state]));
    equal(verdicts.length, STATES.length * PAGE_ACTS.length);
    deepEqual([...new Set(verdicts)], ['receipt_page']);
  });

  it('has every reason that it gives, and gives every reason that it has', () => {
    const given = new Set(
      DIRECTIONS.flatMap((direction) =>
        STATES.flatMap((state) => Object.values(PAGE_TABLE[direction][state])),
      ),
    );
    deepEqual([...given].sort(), ['allowed', 'done', ...Object.keys(PAGE_REFUSALS)].sort());
  });

  it('calls a state unknown exactly if no pay-in can be in it', () => {
    const unknown = STATES.filter((state) =>
      Object.values(PAGE_TABLE.payin[state]).includes('no_such_state'),
    );
    const reachable = reachableStates('payin');
    deepEqual(
      unknown,
      STATES.filter((state) => !reachable.includes(state)),
    );
  });

  it('offers no act that the ways between states do not have', () => {
    for (const state of STATES) {
      for (const name of ['assign', 'attach_utr', 'cancel'] as const) {
        if (PAGE_TABLE.payin[state][name] !== 'allowed') continue;
        ok(waysOut('payin', name, state).length > 0, `${name} from ${state}`);
      }
    }
  });
});

describe('a customer who asks for it all the same', () => {
  for (const direction of DIRECTIONS) {
    for (const state of STATES) {
      for (const [name, commandFor] of Object.entries(COMMANDS)) {
        const verdict = PAGE_TABLE[direction][state][name as PageAct];
        it(`gets ${verdict} for ${name} on a ${direction} in ${state}`, () => {
          const { on, trade } = tradeInState(direction, state);
          const before = structuredClone(on.world);
          const answer = on.run(commandFor(trade));
          if (verdict !== 'allowed') deepEqual(on.world, before, 'something changed');
          if (verdict === 'allowed' || verdict === 'done') equal(isRefusal(answer), false);
          else {
            ok(isRefusal(answer));
            deepEqual([answer.code, answer.extra?.reason], ['act_not_allowed', verdict]);
          }
        });
      }

      it(`can do nothing that is an operator’s on a ${direction} in ${state}`, () => {
        for (const name of TRADE_ACTS.filter((one) => one !== 'cancel')) {
          const { on, trade } = tradeInState(direction, state);
          on.refused({ ...act(trade, name), actor: CUSTOMER }, 'act_not_allowed');
        }
      });
    }
  }

  it('stands in what is canceled; the same ask by others is theirs', () => {
    for (const [actor, reason] of [
      [CUSTOMER, 'declined_by_customer'],
      [{ role: 'merchant', id: 'm' }, 'declined_by_merchant'],
      [{ role: 'operator', id: 'o' }, 'declined_by_operator'],
    ] as const) {
      const { on, trade } = tradeInState('payin', 'pending');
      equal(on.trade({ ...act(trade, 'cancel'), actor }).state_reason, reason);
    }
    for (const [actor, reason] of [
      [{ role: 'merchant', id: 'm' }, 'declined_by_merchant'],
      [{ role: 'operator', id: 'o' }, 'declined_by_operator'],
    ] as const) {
      const { on, trade } = tradeInState('payout', 'created');
      equal(on.trade({ ...act(trade, 'cancel'), actor }).state_reason, reason);
    }
  });
});

const STANDING = { direction: 'payin', utr_claims: 0, closed_at: null, final_at: null } as const;
const UNUSED = { utr_tries: 0, receipt_tries: 0, receipts: 0, has_contested: false, messages: 0 };

describe('what the page offers now', () => {
  it('is what the table allows, as long as nothing is used up or too late', () => {
    for (const direction of DIRECTIONS) {
      for (const state of STATES) {
        const trade = { ...STANDING, direction, state };
        const { can, utr_locked } = pageActsNow(trade, UNUSED, START);
        for (const name of PAGE_ACTS) {
          equal(can[name], pageVerdict(trade, name) === 'allowed', `${direction} ${state} ${name}`);
        }
        equal(utr_locked, false);
      }
    }
  });

  it('takes no more UTRs than may be corrected or tried, and says so', () => {
    const most = LIMITS.utr_replacements_max + 1;
    const cases: [utr_claims: number, utr_tries: number, left: number][] = [
      [0, 0, most],
      [1, 1, most - 1],
      [most, most, 0],
      [0, LIMITS.page_utr_tries_max, 0],
      [0, LIMITS.page_utr_tries_max + 3, 0],
    ];
    for (const [utr_claims, utr_tries, left] of cases) {
      const trade = { ...STANDING, state: 'verifying' as const, utr_claims };
      const now = pageActsNow(trade, { ...UNUSED, utr_tries }, START);
      deepEqual(
        [now.can.attach_utr, now.utr_changes_left, now.utr_locked],
        [left > 0, left, left === 0],
      );
    }
  });

  it('takes evidence until the last way out has ended, and not after', () => {
    const closed_at = START - LIMITS.late_evidence_max_ms;
    const trade = { ...STANDING, state: 'expired' as State, closed_at, final_at: START };
    const { can } = pageActsNow(trade, UNUSED, START);
    deepEqual([can.attach_utr, can.say_paid, can.add_receipt], [true, true, true]);
    const late = pageActsNow(trade, UNUSED, START + 1);
    deepEqual(
      Object.values(late.can),
      PAGE_ACTS.map(() => false),
    );
    equal(late.utr_locked, false);
  });
});

test('one receipt more than a page takes is not offered', () => {
  const trade = { ...STANDING, state: 'pending' as const };
  const most = LIMITS.receipts_per_payin_max;
  equal(pageActsNow(trade, { ...UNUSED, receipts: most - 1 }, START).can.add_receipt, true);
  equal(pageActsNow(trade, { ...UNUSED, receipts: most }, START).can.add_receipt, false);
  const { page_receipt_tries_max: tries } = LIMITS;
  const tried = (receipt_tries: number) => ({ ...UNUSED, receipt_tries });
  equal(pageActsNow(trade, tried(tries - 1), START).can.add_receipt, true);
  equal(pageActsNow(trade, tried(tries), START).can.add_receipt, false);
});
