// What is refused about people, factors, tokens, approvals and batches, by its facts alone.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { PERSON_STATES, refuseNoOwner } from '../../../server/domain/access/person.ts';
import { refuseLook, roleHas } from '../../../server/domain/access/rights.ts';
import { PERSON_ROLES } from '../../../server/domain/access/roles.ts';
import { ALERT_STATES } from '../../../server/domain/alert/alert-rule.ts';
import { refuseAcknowledge } from '../../../server/domain/alert-setting/acknowledge-alert.ts';
import {
  refuseUndecided,
  refuseWithdrawal,
} from '../../../server/domain/approval/check-approval.ts';
import type { Adjust } from '../../../server/domain/batch/command.ts';
import type { Adjustment } from '../../../server/domain/batch/decision.ts';
import type { World } from '../../../server/domain/batch/world.ts';
import { refuseMoreFiles } from '../../../server/domain/dispute/send-message.ts';
import {
  confirmationMethods,
  type Factors,
  hasFactor,
  openOffer,
  refuseCodesWithoutFactor,
  refuseFirstFactor,
  refuseOwnReset,
  refuseWithoutPasskey,
  refuseWrongMethod,
} from '../../../server/domain/factor/second-factor.ts';
import { addressToTest } from '../../../server/domain/merchant/change-endpoint.ts';
import { decideAdjustment } from '../../../server/domain/merchant/decide-adjustment.ts';
import { refuseUtrTry } from '../../../server/domain/page/page-acts.ts';
import {
  refuseDraftFile,
  refuseExported,
  refuseOtherDraft,
} from '../../../server/domain/payout/payout-batch.ts';
import { mostFiles, mostMessages } from '../../../server/domain/record/dispute-message.ts';
import type { Dispute } from '../../../server/domain/record/dispute-record.ts';
import { refuseScopes, SCOPES } from '../../../server/domain/service/api-token.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../../server/domain/service/refusal.ts';
import { fc } from '../../support/property.ts';

const codeOf = (refusal: Refusal | null) => refusal?.code ?? null;
const codeIf = (is_refused: boolean, code: string) => (is_refused ? code : null);

const FACTORS = fc.record<Factors>({
  has_totp: fc.boolean(),
  passkeys: fc.nat(3),
  recovery_codes: fc.nat(10),
});

const DRAFT = { payout_batch_id: 'b', receiving_account_id: 'a', rail: 'files' } as const;

test('a session is confirmed by what the person has, and nothing else', () => {
  const methods = fc.constantFrom('password', 'totp', 'passkey', 'recovery_code');
  const rule = fc.property(FACTORS, methods, (factors, method) => {
    const has = confirmationMethods(factors).some((one) => one === method);
    equal(codeOf(refuseWrongMethod(method, factors)), codeIf(!has, 'act_not_allowed'));
  });
  fc.assert(rule);
});

test('recovery codes are for those who have a factor, passkeys for those who have one', () => {
  const rule = fc.property(FACTORS, (factors) => {
    const lacks = !factors.has_totp && factors.passkeys === 0;
    equal(codeOf(refuseCodesWithoutFactor(factors)), codeIf(lacks, 'second_factor_needed'));
    const without = factors.passkeys === 0;
    equal(codeOf(refuseWithoutPasskey(factors.passkeys)), codeIf(without, 'act_not_allowed'));
  });
  fc.assert(rule);
});

test('a first factor is set up by nobody who has one, nor without the link that was made', () => {
  const links = fc.constantFrom(
    null,
    { session_id: null },
    { session_id: 's' },
    { session_id: 't' },
  );
  const rule = fc.property(FACTORS, links, (factors, link) => {
    const expected = hasFactor(factors)
      ? 'second_factor_needed'
      : codeIf(link !== null && link.session_id !== 's', 'enrolment_link_needed');
    equal(codeOf(refuseFirstFactor(factors, link, 's')), expected);
  });
  fc.assert(rule);
});

test('an offered secret waits for 30 minutes, and nobody resets their own factors', () => {
  const minute = 60_000;
  for (const [offered_at, code] of [
    [null, 'act_not_allowed'],
    [0, null],
    [-1, 'act_not_allowed'],
  ] as const) {
    const offered = offered_at === null ? null : { created_at: offered_at };
    const open = openOffer(offered, 30 * minute);
    equal(isRefusal(open) ? open.code : null, code);
    equal(open === offered, code === null);
  }
  equal(codeOf(refuseOwnReset('p', 'p')), 'forbidden');
  equal(refuseOwnReset('p', 'q'), null);
  equal(refuseOwnReset('p', null), null);
});

test('a link is made on the machine for owners who are not disabled only', () => {
  for (const role of PERSON_ROLES) {
    for (const state of PERSON_STATES) {
      const is_owner = role === 'owner' && state !== 'disabled';
      equal(codeOf(refuseNoOwner({ role, state })), codeIf(!is_owner, 'person_state'));
    }
  }
});

test('a token needs one of the scopes that are asked for', () => {
  const some = fc.subarray([...SCOPES]);
  const rule = fc.property(some, some, (has, asked) => {
    const fits = asked.some((one) => has.includes(one));
    equal(codeOf(refuseScopes(has, asked)), codeIf(!fits, 'insufficient_scope'));
  });
  fc.assert(rule);
});

test('proposals are decided by their role, withdrawn by their maker, seen with the right', () => {
  equal(refuseWithdrawal('person:p', 'person:p'), null);
  equal(codeOf(refuseWithdrawal('person:p', 'person:q')), 'forbidden');
  for (const role of PERSON_ROLES) {
    const holder = { role, scopes: null };
    const decides = roleHas(role, 'approvals.decide');
    equal(codeOf(refuseUndecided(holder)), codeIf(!decides, 'forbidden'));
    const sees = roleHas(role, 'bank.read');
    equal(codeOf(refuseLook(holder, 'bank.read')), codeIf(!sees, 'forbidden'));
  }
});

test('an alert that has recovered is not acknowledged', () => {
  for (const state of ALERT_STATES) {
    equal(codeOf(refuseAcknowledge({ state })), codeIf(state === 'recovered', 'act_not_allowed'));
  }
});

test('only a draft takes pay-outs, and only an exported batch has a file', () => {
  equal(codeOf(refuseDraftFile({ exported_at: null })), 'act_not_allowed');
  equal(refuseDraftFile({ exported_at: 1 }), null);
  equal(refuseExported({ exported_at: null }), null);
  equal(codeOf(refuseExported({ exported_at: 1 })), 'act_not_allowed');
});

test('a key stands for the batch that it created: its account and its rail', () => {
  equal(refuseOtherDraft(DRAFT, { ...DRAFT, payout_batch_id: 'c' }), null);
  const other_account = refuseOtherDraft(DRAFT, { ...DRAFT, receiving_account_id: 'z' });
  equal(codeOf(other_account), 'reference_taken');
  equal(other_account?.extra?.id, 'b');
  const other_rail = refuseOtherDraft(DRAFT, { ...DRAFT, rail: 'simulated_bank' });
  equal(codeOf(other_rail), 'reference_taken');
});

test('a party adds files up to its limits of files and of messages', () => {
  for (const role of ['customer', 'merchant', 'operator'] as const) {
    const [files, messages] = [mostFiles(role), mostMessages(role)];
    for (const [more, is_full] of [
      [{ files: files - 1, messages: messages - 1 }, false],
      [{ files, messages: 0 }, true],
      [{ files: 0, messages }, true],
    ] as const) {
      const dispute = { state: 'waiting_for_operator', ...more } as Dispute;
      equal(codeOf(refuseMoreFiles(dispute, role)), codeIf(is_full, 'act_not_allowed'));
    }
  }
});

test('an endpoint without an address or a secret cannot be tested', () => {
  const whole = { url: 'https://shop.example', secret: 's' };
  deepEqual(addressToTest(whole), whole);
  for (const missing of [{ url: null }, { secret: null }]) {
    const address = addressToTest({ ...whole, ...missing });
    ok(isRefusal(address));
    equal(address.code, 'act_not_allowed');
  }
});

test('the page locks after the last try of a UTR', () => {
  equal(refuseUtrTry(LIMITS.page_utr_tries_max), null);
  equal(codeOf(refuseUtrTry(LIMITS.page_utr_tries_max + 1)), 'utr_locked');
});

test('a key stands for the adjustment that it made: its amount and its reason', () => {
  const known = { adjustment_id: 'a', amount_cents: 100n, reason: 'Opening' } as Adjustment;
  const world = { adjustments: new Map([['a', known]]) } as unknown as World;
  const decide = (more: Partial<Adjust>) =>
    decideAdjustment(world, { ...known, ...more } as Adjust);
  const again = decide({});
  equal(isRefusal(again), false);
  for (const more of [{ amount_cents: 101n }, { reason: 'Another' }]) {
    const refused = decide(more);
    equal(isRefusal(refused) ? refused.code : null, 'reference_taken');
    equal(isRefusal(refused) ? refused.extra?.id : null, 'a');
  }
});
