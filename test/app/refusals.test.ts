// What app itself refuses: only what no rule can decide, because it is about files, secrets, or
// this process. Everything else is decided in the domain.
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { readCheckout } from '../support/checkout/checkout.ts';

type Own = readonly [why: string, ...codes: string[]];

const FILE = 'a file, which app reads';
const SECRET = 'a secret, which app compares';
const BUSY = 'this process has too much to do';
const GONE = 'what was kept is gone: only its reading shows it';
const DAMAGED = 'what cannot be decrypted: only its reading shows it';

const REMOVED = 'months whose rows were removed, which no rule reads';

/** By the file below server/app: why it refuses by itself, and with which codes. */
const OWN_REFUSALS: Readonly<Record<string, Own>> = {
  'access/authenticate-merchant.ts': [SECRET, 'unauthorized', 'unauthorized', 'unauthorized'],
  'access/authenticate-operator.ts': [SECRET, 'unauthorized'],
  'access/authenticate-session.ts': ['a session, which app finds by its cookie', 'unauthorized'],
  'access/sign-in-tries.ts': ['tries are counted while they are made', 'rate_limited'],
  'access/sign-in.ts': [SECRET, 'sign_in_failed'],
  'approval/decide-proposal.ts': [
    'what became of the act once it was carried out',
    ...['proposal_changed', 'proposal_changed'],
  ],
  'approval/kept-secrets.ts': [GONE, 'proposal_closed'],
  'cell/account-of-one-cell.ts': ['which cells are away, app knows', 'unavailable'],
  'cell/open-for-acts.ts': ['which copy of the settings a cell has, app knows', 'unavailable'],
  'callback/test-endpoint.ts': [BUSY, 'act_not_allowed', 'act_not_allowed'],
  'dispute/dispute-files.ts': [FILE, 'unavailable', 'body_too_large'],
  'factor/check-factor.ts': [SECRET, 'second_factor_wrong'],
  'factor/confirm-session.ts': ['other tokens have nobody who confirms', 'forbidden'],
  'factor/factor-owner.ts': ['tokens have no session', 'forbidden'],
  'factor/factor-tries.ts': ['tries are counted while they are made', 'rate_limited'],
  'factor/passkey-ceremony.ts': ['the address of this service', 'act_not_allowed'],
  'factor/reset-factors.ts': [SECRET, 'second_factor_wrong'],
  'file/guess-head.ts': [FILE, 'statement_invalid'],
  'ledger/list-journal.ts': [REMOVED, 'act_not_allowed'],
  'settlement/draft-settlement.ts': [REMOVED, 'act_not_allowed'],
  'line/make-line-words.ts': [BUSY, 'unavailable'],
  'line/waiting-lines.ts': [
    `somebody was first, which the write shows; ${DAMAGED}`,
    ...['act_not_allowed', 'act_not_allowed'],
  ],
  'merchant/change-logo.ts': [FILE, 'body_too_large', 'unavailable'],
  'openid/finish-openid.ts': [
    'what a provider answers, which app compares with what it asked',
    ...['sign_in_failed', 'sign_in_failed'],
  ],
  'openid/openid-request.ts': ['the provider is away, which shows when it is asked', 'unavailable'],
  'openid/own-openid.ts': ['tokens have no session', 'forbidden'],
  'payout/aim-answers.ts': [FILE, 'statement_invalid'],
  'payout/check-payout-file.ts': [DAMAGED, 'act_not_allowed'],
  'payout/payout-files.ts': [GONE, 'act_not_allowed'],
  'payout/held-answers.ts': [GONE, 'not_found'],
  'payout/import-answers.ts': [FILE, 'statement_invalid'],
  'file/read-refund-list.ts': [FILE, 'body_too_large'],
  'process/event-followers.ts': [BUSY, 'rate_limited', 'unavailable'],
  'process/password-hash.ts': [BUSY, 'rate_limited'],
  'process/sandbox-bank.ts': ['the simulated bank, which app plays', 'row.ends.refused'],
  'proof/show-proofs.ts': [GONE, 'no_proof_yet', 'not_found'],
  'request/caller.ts': [SECRET, 'unauthorized'],
  'request/reads-apart.ts': [BUSY, 'takes_too_long', 'rate_limited'],
  'statement/held-statement.ts': [GONE, 'not_found', 'not_found'],
  'statement/read-given-file.ts': [FILE, 'statement_invalid'],
  'threads/read-apart.ts': [FILE, 'unavailable', 'statement_invalid'],
  'trade/count-events.ts': [BUSY, 'unavailable'],
};

const FOLDER = 'server/app/';
const REFUSAL = /\brefuse\(\s*'?([\w.]+)'?/g;

test('app refuses by itself only what it alone knows', () => {
  const found = [...readCheckout(['.ts'])].flatMap(([path, text]) => {
    const codes = [...text.matchAll(REFUSAL)].map(([, code = '']) => code);
    const is_own = path.startsWith(FOLDER) && codes.length > 0;
    return is_own ? [[path.slice(FOLDER.length), codes] as const] : [];
  });
  const expected = Object.entries(OWN_REFUSALS).map(([path, [, ...codes]]) => [path, codes]);
  deepEqual(Object.fromEntries(found), Object.fromEntries(expected));
  ok(found.length > 20, 'the files were not read');
});
