// The owner of a statement file: the account numbers that banks write, compared with the receiving
// accounts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFindAccount } from '../../../server/app/file/find-account.ts';
import type { ReceivingAccount } from '../../../server/domain/record/receiving-account.ts';
import { accountWith, idOf } from '../../support/model/domain-commands.ts';
import { bytes, readFile } from './read-file.ts';
import { ACCOUNTS } from './statement-accounts.ts';

function fail(): never {
  throw new Error('There is no such account');
}

describe('whose statement it is', () => {
  const of = (number: string) =>
    `:20:X\n:25:${number}\n:28C:1\n:60F:C260304EUR0,\n:62F:C260305EUR0,\n-\n`;
  const whose = async (number: string, given: ReceivingAccount | null = null) => {
    const { parts, errors } = await readFile(bytes(of(number)), createFindAccount(ACCOUNTS, given));
    return parts[0]?.account.number ?? errors[0]?.message;
  };

  test('is told by IBAN, bank and account, with blanks, zeros and currency', async () => {
    const german = 'DE89370400440532013000';
    for (const number of [german, '37040044/532013000', '37040044/0532013000', `${german}EUR`]) {
      assert.equal(await whose(number), german, number);
    }
    assert.equal(await whose('NL91 ABNA 0417 1643 00'), 'NL91ABNA0417164300');
    assert.match(String(await whose('37040044/532013001')), /no receiving account in EUR/);
    assert.doesNotMatch(String(await whose('37040044/532013001')), /532013001/);
    // The same number in another currency is another account.
    assert.match(String(await whose('50100012345678')), /no receiving account in EUR/);
  });

  test('an exact number wins over one that differs in leading zeros', async () => {
    const accounts = ['00123456', '123456', '0012345678', '0000987654'].map((number, index) =>
      accountWith({ receiving_account_id: idOf(2, index + 1), number, currency: 'EUR' }),
    );
    const find = createFindAccount(accounts, null);
    const owner = async (number: string) => {
      const { parts, errors } = await readFile(bytes(of(number)), find);
      return parts[0]?.account.number ?? errors[0]?.message;
    };
    for (const number of ['00123456', '123456']) assert.equal(await owner(number), number);
    assert.equal(await owner('BANK/00123456'), '00123456');
    assert.equal(await owner('BANK/123456'), '123456');
    assert.equal(await owner('12345678'), '0012345678');
    assert.equal(await owner('00000000987654'), '0000987654');
    assert.match(String(await owner('0123456')), /several receiving accounts/);
    const [first = fail(), second = fail()] = accounts;
    const given = createFindAccount(accounts, second);
    const { errors } = await readFile(bytes(of('00123456')), given);
    assert.match(errors[0]?.message ?? '', new RegExp(first.receiving_account_id));
  });

  test('an account that is given is held against the file’s', async () => {
    const [german, second] = ACCOUNTS;
    assert.ok(german && second);
    assert.equal(await whose('999999/1', german), german.number);
    assert.match(String(await whose(second.number, german)), /belongs to receiving account/);
    const two = bytes(of('999999/1') + of('999999/2'));
    const { errors } = await readFile(two, createFindAccount(ACCOUNTS, german));
    assert.match(errors[0]?.message ?? '', /statements of several accounts/);
  });
});
