// Every statement that makes, renews, revives or raises a way by which somebody signs in ties
// whoever asked for it to that person, or says why not.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SIGN_IN_WAYS, TYING_WAYS } from '../../../server/domain/record/tie.ts';

const SERVER = new URL('../../../server/', import.meta.url);
const TABLES =
  'people|person_links|enrolment_links|passkeys|totp_secrets|recovery_codes|operator_tokens';
const WRITES = new RegExp(
  `'([a-z0-9-]+)',\\s*[\`'][^\`]{0,400}?\\b(?:insert into|update) (?:${TABLES})\\b`,
  'g',
);

const TIES = 'ties whoever opens the way';
const OWN = 'the person does it, signed in or with a link that tied its maker';
const ENDS = 'only ends access';
const NOTES = 'only notes a use';
const TOKEN = 'a token is its person, whoever issues it; one of nobody approves nothing';

/** By the name of the statement. */
const STATEMENTS: Readonly<Record<string, string>> = {
  'insert-person': TIES,
  'save-person': TIES,
  'put-person-link': TIES,
  'save-enrolment-link': TIES,
  'save-password': OWN,
  'save-rehashed-password': 'the same password',
  'save-openid-account': OWN,
  'remove-openid-account': ENDS,
  'save-second-factors': OWN,
  'open-enrolment-link': OWN,
  'insert-passkey': OWN,
  'use-passkey': NOTES,
  'rename-passkey': 'only a name',
  'offer-totp-secret': OWN,
  'activate-totp-secret': OWN,
  'use-totp-step': NOTES,
  'insert-recovery-codes': OWN,
  'use-recovery-code': NOTES,
  'insert-operator-token': TOKEN,
  'save-operator-terms': TOKEN,
  'save-feed-terms': TOKEN,
  'revoke-operator-token': ENDS,
  'revoke-feed-token': ENDS,
  'revoke-other-operator-tokens': ENDS,
  'revoke-operator-tokens-of': ENDS,
  'note-operator-token-use': NOTES,
  'confirm-own-token': OWN,
  'forget-own-token-confirmations': ENDS,
  'revoke-own-token': ENDS,
};

type Found = { name: string; source: string };

function writers(): Found[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const source = readFileSync(new URL(file, SERVER), 'utf8');
      return [...source.matchAll(WRITES)].map(({ 1: name = '', index }) => {
        const end = source.indexOf('\n}\n', index);
        return { name, source: source.slice(index, end) };
      });
    });
}

test('each statement that opens a way to sign in has a row', () => {
  const names = writers().map(({ name }) => name);
  assert.deepEqual(names.toSorted(), Object.keys(STATEMENTS).toSorted());
});

test('those that open a way for somebody else write the tie in the same function', () => {
  const tying = writers().filter(({ name }) => STATEMENTS[name] === TIES);
  assert.equal(tying.length, 4);
  for (const { name, source } of tying) {
    assert.match(source, /await saveTies\(tx, [a-z_.]+, opening\);/, name);
  }
});

test('whatever gives something to somebody ties', () => {
  const untied = Object.keys(SIGN_IN_WAYS).filter((way) => !TYING_WAYS.some((one) => one === way));
  assert.deepEqual(untied.toSorted(), [
    'machine_link',
    'machine_owner',
    'person_disabled',
    'role_lowered',
    'sandbox_owner',
  ]);
});
