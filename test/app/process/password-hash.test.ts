// Argon2id: its form in the database, known results, and how many are computed at a time.
import { deepEqual, equal, match, notEqual, ok, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPasswordHasher, readPhc } from '../../../server/app/process/password-hash.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { accepted } from '../../support/test-app.ts';

const CHEAP = { memory_kib: 64, passes: 1, lanes: 1 };

describe('the hash of a password', () => {
  it('has a salt of its own and the parameters that OWASP advises', async () => {
    const hasher = createPasswordHasher();
    const stored = accepted(await hasher.hash('five quiet geese'));
    match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    notEqual(stored, accepted(await hasher.hash('five quiet geese')));
    const right = { matches: true, is_outdated: false };
    deepEqual(await hasher.verify('five quiet geese', stored), right);
    deepEqual(await hasher.verify('five quiet goose', stored), { ...right, matches: false });
    equal(hasher.computed(), 4);
  });

  it('made by another program is read, and found outdated', async () => {
    // The reference program: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 24
    const stored =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    const hasher = createPasswordHasher();
    deepEqual(await hasher.verify('password', stored), { matches: true, is_outdated: true });
  });

  it('fits however the letters of the password were typed', async () => {
    const hasher = createPasswordHasher(CHEAP);
    const stored = accepted(await hasher.hash('cafe\u0301 au lait'));
    equal(accepted(await hasher.verify('café au lait', stored)).matches, true);
  });

  it('of nobody costs one computation, and never matches', async () => {
    const hasher = createPasswordHasher(CHEAP);
    deepEqual(await hasher.verify('anything', null), { matches: false, is_outdated: false });
    equal(hasher.computed(), 1);
  });

  it('in another form is a bug', () => {
    throws(() => readPhc('$2b$10$abcdefghijklmnopqrstuv'), /not in the form/);
    throws(() =>
      readPhc('$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8'),
    );
  });
});

describe('many sign-ins at once', () => {
  it('wait for each other up to a limit; the others are told to come back', async () => {
    const hasher = createPasswordHasher(CHEAP, { at_once: 2, waiting_most: 3 });
    const answers = await Promise.all(Array.from({ length: 9 }, () => hasher.verify('x', null)));
    const refused = answers.filter(isRefusal);
    equal(refused.length, 4);
    ok(refused.every(({ code, retry_after_s }) => code === 'rate_limited' && retry_after_s === 2));
    equal(hasher.computed(), 5);
    equal(isRefusal(await hasher.verify('x', null)), false);
  });
});
