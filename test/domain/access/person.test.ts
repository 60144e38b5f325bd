// Who may change whom: every kind of change in every state, the last owner, and oneself.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  canonicalEmail,
  merchantProblem,
  PERSON_CHANGES,
  PERSON_STATES,
  type Person,
  type PersonChange,
  refusePersonChange,
} from '../../../server/domain/access/person.ts';
import { PERSON_ROLES } from '../../../server/domain/access/roles.ts';
import { fc } from '../../support/property.ts';

const ADA: Person = {
  person_id: '019a0000-0000-7000-8000-000000000001',
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
};
const OTHER = '019a0000-0000-7000-8000-000000000002';

const codeOf = (
  change: PersonChange,
  person: Partial<Person>,
  { active_owners = 2, asked_by = OTHER as string | null, role = 'viewer' as Person['role'] } = {},
) => {
  const facts = { person: { ...ADA, ...person }, active_owners, asked_by };
  return refusePersonChange(change, facts, role)?.code ?? 'allowed';
};

describe('a change of a person', () => {
  const allowed: Readonly<Record<PersonChange, readonly Person['state'][]>> = {
    role: ['invited', 'active', 'disabled'],
    disable: ['invited', 'active'],
    enable: ['disabled'],
    link: ['invited', 'active'],
  };
  for (const change of PERSON_CHANGES) {
    it(`${change}: only from the states of the table`, () => {
      const found = PERSON_STATES.filter((state) => codeOf(change, { state }) === 'allowed');
      deepEqual(found, allowed[change]);
    });

    it(`${change}: never by the person itself`, () => {
      for (const state of allowed[change]) {
        equal(codeOf(change, { state }, { asked_by: ADA.person_id }), 'forbidden');
      }
    });

    it(`${change}: by a token that is nobody's`, () => {
      const [state] = allowed[change];
      equal(codeOf(change, { state: state ?? 'active' }, { asked_by: null }), 'allowed');
    });
  }

  it('leaves at least one active owner, whoever asks', () => {
    const owner = { role: 'owner', state: 'active' } as const;
    equal(codeOf('disable', owner, { active_owners: 1 }), 'last_owner');
    equal(codeOf('role', owner, { active_owners: 1 }), 'last_owner');
    equal(codeOf('role', owner, { active_owners: 1, role: 'owner' }), 'allowed');
    equal(codeOf('disable', owner, { active_owners: 2 }), 'allowed');
    equal(codeOf('disable', { ...owner, state: 'invited' }, { active_owners: 1 }), 'allowed');
  });

  it('never takes the last active owner away', () => {
    const facts = fc.record({
      change: fc.constantFrom(...PERSON_CHANGES),
      state: fc.constantFrom(...PERSON_STATES),
      role: fc.constantFrom(...PERSON_ROLES),
      asked_by: fc.constantFrom(ADA.person_id, OTHER, null),
    });
    fc.assert(
      fc.property(facts, ({ change, state, role, asked_by }) => {
        const person = { role: 'owner', state } as const;
        const is_allowed =
          codeOf(change, person, { active_owners: 1, asked_by, role }) === 'allowed';
        const keeps = change === 'link' || (change === 'role' && role === 'owner');
        return !is_allowed || state !== 'active' || keeps;
      }),
    );
  });
});

describe('a role', () => {
  for (const role of PERSON_ROLES) {
    const is_merchants = role.startsWith('merchant_');
    it(`${role} belongs to ${is_merchants ? 'a merchant' : 'no merchant'}`, () => {
      equal(merchantProblem(role, is_merchants ? OTHER : null), null);
      equal(typeof merchantProblem(role, is_merchants ? null : OTHER), 'string');
    });
  }
});

describe('an e-mail address', () => {
  it('has one canonical form', () => {
    equal(canonicalEmail(' Ada@Example.COM '), 'ada@example.com');
    equal(canonicalEmail('ａｄａ@example.com'), 'ada@example.com');
  });
});
