// What is decided about factors, passwords, encryption keys and the sandbox's clock.
import { deepEqual, equal } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decideFactorReset } from '../../../server/domain/person/reset-factors.ts';
import {
  decideOwnPassword,
  decidePasswordByLink,
} from '../../../server/domain/person/set-password.ts';
import { decideClockAdvance } from '../../../server/domain/sandbox/advance-clock.ts';
import {
  SANDBOX_ADVANCE_MAX_S,
  SANDBOX_WORK,
  type SandboxWork,
} from '../../../server/domain/sandbox/sandbox-clock.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { decideKeyRotation } from '../../../server/domain/setting/rotate-key.ts';
import type { Asker } from '../../../server/domain/setting/settings-decision.ts';
import { fc } from '../../support/property.ts';

const OWNER: Asker = {
  person_id: 'owner',
  operator_token_id: null,
  role: 'owner',
  scopes: null,
  merchant_id: null,
  identity: 'person:owner',
};

const outcome = (verdict: object) => {
  if (isRefusal(verdict)) return verdict.code;
  return 'is_unchanged' in verdict ? 'unchanged' : 'done';
};

suite('factors, passwords, keys, the clock', () => {
  test('a reset tells the factors that were there, and its maker is tied to the person', () => {
    const person = {
      person_id: 'p1',
      name: 'Ada',
      email: 'ada@example.com',
      role: 'viewer',
      merchant_id: null,
      state: 'active',
      second_factors: [],
      has_password: true,
      openid: null,
      created_at: 0,
      changed_at: 0,
    } as const;
    const request = { person_id: 'p1', reason: 'lost', link: { url: '#x', link_hash: 'h' } };
    const reset = (factors: { has_totp: boolean; passkeys: number }, asker = OWNER) =>
      decideFactorReset(
        { person, factors: { ...factors, recovery_codes: 3 }, clock: 1_000 },
        request,
        asker,
      );
    fc.assert(
      fc.property(fc.boolean(), fc.nat(9), (totp, passkeys) => {
        const verdict = reset({ has_totp: totp, passkeys });
        if (isRefusal(verdict) || 'is_unchanged' in verdict) throw new Error('not decided');
        const removed = { totp, passkeys };
        const had_factor = totp || passkeys > 0;
        deepEqual(verdict.detail, { reason: 'lost', removed, had_factor });
        deepEqual(verdict.saved.removed, removed);
        equal(verdict.saved.link.expires_at, 1_000 + 86_400_000);
        deepEqual(verdict.saved.opening, { way: 'factors_removed', makers: ['owner'] });
      }),
    );
    const own = reset({ has_totp: true, passkeys: 0 }, { ...OWNER, person_id: 'p1' });
    equal(outcome(own), 'forbidden');
  });

  test('an own password is replaced only if the old one still is the one that was compared', () => {
    const request = { person_id: 'p', password_hash: 'new', old_hash: 'old', session_id: 's' };
    const decided = (state: 'invited' | 'active' | 'disabled', password_hash: string | null) =>
      outcome(decideOwnPassword({ person_id: 'p', state, password_hash }, request));
    equal(decided('active', 'old'), 'done');
    equal(decided('active', 'another'), 'invalid_request');
    equal(decided('active', null), 'invalid_request');
    equal(decided('disabled', 'old'), 'invalid_request');
  });

  test('a link sets the password of whoever is not disabled', () => {
    const link = { kind: 'invitation', created_by: 'owner' } as const;
    const request = { link_hash: 'h', password_hash: 'new' };
    const person = { person_id: 'p', password_hash: null };
    const decided = (facts: Parameters<typeof decidePasswordByLink>[0]) =>
      outcome(decidePasswordByLink(facts, request));
    equal(decided({ link, person: { ...person, state: 'invited' } }), 'done');
    equal(decided({ link, person: { ...person, state: 'active' } }), 'done');
    equal(decided({ link, person: { ...person, state: 'disabled' } }), 'not_found');
    equal(decided({ link: null, person: null }), 'not_found');
  });

  test('who asks for a key twice gets the one that waits', () => {
    const request = { purpose: 'data', reason: 'because', lead_ms: 10 } as const;
    const keys = [
      { key_id: 1, purpose: 'data', is_coming: false },
      { key_id: 2, purpose: 'page', is_coming: true },
    ] as const;
    const facts = { keys, are_readable: true, clock: 5 };
    const added = decideKeyRotation(facts, request);
    const saved = { key_id: 3, purpose: 'data', created_at: 5, use_from: 15 };
    const detail = { purpose: 'data', reason: 'because' };
    deepEqual(added, { saved, target: 'encryption_keys/3', detail, ask: null });
    equal(outcome(decideKeyRotation(facts, { ...request, purpose: 'page' })), 'unchanged');
    const unreadable = { ...facts, are_readable: false };
    equal(outcome(decideKeyRotation(unreadable, request)), 'act_not_allowed');
  });

  test('the clock goes as far as it may, and not a second further', () => {
    const nothing = Object.fromEntries(SANDBOX_WORK.map((work) => [work, 0]));
    const came_due = nothing as Record<SandboxWork, number>;
    const most = fc.integer({ min: 1, max: SANDBOX_ADVANCE_MAX_S });
    fc.assert(
      fc.property(most, most, (ahead_s, seconds) => {
        const verdict = decideClockAdvance({ ahead_ms: ahead_s * 1_000, came_due }, { seconds });
        const is_far = ahead_s + seconds > SANDBOX_ADVANCE_MAX_S;
        equal(outcome(verdict), is_far ? 'invalid_request' : 'done');
        if (isRefusal(verdict) || 'is_unchanged' in verdict) return;
        equal(verdict.saved.ahead_ms, (ahead_s + seconds) * 1_000);
        deepEqual(verdict.detail, { seconds, ahead_seconds: ahead_s + seconds });
      }),
    );
  });
});
