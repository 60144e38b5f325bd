// The table of rights: what every role can and cannot do, whichever rights are added.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL_RIGHTS as ALL,
  rightsOf as heldBy,
  missingRight,
  RIGHTS,
  roleHas,
  scopesOf,
} from '../../../server/domain/access/rights.ts';
import {
  OPERATOR_ROLES,
  type OperatorRole,
  PERSON_ROLES,
  RIGHT_SCOPES,
} from '../../../server/domain/access/roles.ts';

const rightsOf = (role: OperatorRole) => heldBy({ role, scopes: null });

test('an owner has every right, and every right has an owner', () => {
  assert.deepEqual(rightsOf('owner'), ALL);
});

test('a feed only sends bank lines', () => {
  assert.deepEqual(rightsOf('feed'), ['bank_lines.give']);
});

test('viewers read, and open no files with personal data', () => {
  for (const role of ['viewer', 'merchant_viewer'] as const) {
    const others = rightsOf(role).filter((right) => !right.endsWith('.read'));
    assert.deepEqual(others, ['own.use']);
  }
});

test('only owners rule over people, tokens, bands and keys', () => {
  for (const right of ALL.filter((name) => RIGHTS[name].scope === 'access')) {
    const others = OPERATOR_ROLES.filter((role) => role !== 'owner' && roleHas(role, right));
    assert.deepEqual([right, others], [right, []]);
  }
});

test('whoever decides pay-ins and pays pay-outs books no money, and the reverse', () => {
  const money = ALL.filter((right) => ['trades', 'payouts'].includes(RIGHTS[right].scope));
  const books = ALL.filter((right) => RIGHTS[right].scope === 'finance');
  assert.deepEqual(
    money.filter((right) => roleHas('finance', right)),
    [],
  );
  assert.deepEqual(
    books.filter((right) => roleHas('operator', right)),
    [],
  );
});

test('the people of a merchant touch no money, no bank and no other person', () => {
  const scopes = new Set([...scopesOf('merchant_admin'), ...scopesOf('merchant_viewer')]);
  assert.deepEqual([...scopes].sort(), ['export', 'files', 'merchants', 'own', 'read', 'trades']);
  const rest = rightsOf('merchant_admin').filter((right) => !roleHas('merchant_viewer', right));
  assert.deepEqual(rest, [
    'views.share',
    'dispute_files.open',
    'exports.make',
    'disputes.write',
    'branding.change',
    'callbacks.change',
    'callbacks.resend',
    'merchant_tokens.change',
  ]);
});

test('every role has rights, and those of people can at least sign in and out', () => {
  for (const role of OPERATOR_ROLES) assert.ok(rightsOf(role).length > 0, `${role} has no right`);
  for (const role of PERSON_ROLES) {
    assert.ok(roleHas(role, 'own.use'), `${role} needs own.use, or they cannot sign out`);
  }
});

test('scopes only take rights away', () => {
  for (const role of OPERATOR_ROLES) {
    for (const right of ALL) {
      const { scope } = RIGHTS[right];
      const expected = roleHas(role, right) ? null : 'role';
      assert.equal(missingRight({ role, scopes: null }, right), expected);
      assert.equal(missingRight({ role, scopes: [scope] }, right), expected);
      const others = RIGHT_SCOPES.filter((one) => one !== scope);
      assert.equal(missingRight({ role, scopes: others }, right), expected ?? 'scopes');
      assert.equal(missingRight({ role, scopes: [] }, right), expected ?? 'scopes');
    }
  }
});

test('every scope has a right, and every right says what it allows', () => {
  const used = new Set(ALL.map((right) => RIGHTS[right].scope));
  assert.deepEqual(
    RIGHT_SCOPES.filter((scope) => !used.has(scope)),
    [],
  );
  for (const right of ALL) {
    assert.match(right, /^[a-z_]+\.[a-z]+$/);
    assert.ok(RIGHTS[right].allows.length > 5, right);
  }
});
