// The words of the ledger: each entry with a sentence why, each account by its meaning.
import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountWords } from '../../../console/parts/names/account-words.ts';
import { ACCOUNT_WORDS, actWords, ENTRY_WORDS } from '../../../console/texts/ledger/entries.ts';
import { ACCOUNT_KINDS, ENTRY_ACTS } from '../../../server/domain/ledger/ledger.ts';

const ACCOUNT = '0190aaaa-0000-7000-8000-0000aaaa0001';
const OTHER = '0190aaaa-0000-7000-8000-0000bbbb0002';

describe('the words of the ledger', () => {
  it('are there for every kind of entry and of account, and for no other', () => {
    deepEqual(Object.keys(ENTRY_WORDS).sort(), [...ENTRY_ACTS].sort());
    deepEqual(Object.keys(ACCOUNT_WORDS).sort(), Object.keys(ACCOUNT_KINDS).sort());
  });

  it('differ from each other, and say why in one sentence', () => {
    const words = Object.values(ENTRY_WORDS);
    for (const text of ['label', 'why'] as const) {
      equal(new Set(words.map((one) => one[text])).size, words.length);
    }
    for (const { why } of words) match(why, /^[A-Z][^.]+\.$/);
    const nameless = { account: 'HDFC ··0001', merchant: 'Shop' };
    const accounts = Object.values(ACCOUNT_WORDS).map((name) => name(nameless));
    equal(new Set(accounts).size, accounts.length);
  });

  it('are told of a settlement’s lines, too', () => {
    for (const act of ENTRY_ACTS) equal(actWords(act), ENTRY_WORDS[act].label);
    equal(actWords('moon_landed'), 'moon_landed');
    equal(actWords('toString'), 'toString');
  });

  it('name the receiving account, and if its name is unknown the end of its id', () => {
    const of = (account: string, receiving_account_name: string | null) =>
      accountWords({ account, merchant_name: null, receiving_account_name });
    equal(of(`clearing:${ACCOUNT}`, 'HDFC ··0001'), 'On the way from HDFC ··0001');
    equal(of('clearing:none', null), 'On the way from an account not known yet');
    notEqual(of(`bank:${ACCOUNT}`, null), of(`bank:${OTHER}`, null));
    equal(of('moon:landed', null), 'moon:landed');
  });
});
