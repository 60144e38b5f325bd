// A receiving account in a few words never shows more of a number than its end.
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { shortAccountName } from '../../../server/domain/account/short-name.ts';

const CASES = [
  [{ name: 'Acme', bank_name: 'HDFC', number: '50100200300001' }, 'HDFC ··0001'],
  [{ name: 'Acme', bank_name: null, number: 'DE89370400440532013000' }, 'Acme ··3000'],
  [{ name: 'Acme', bank_name: 'HDFC', number: 'acme.shop@hdfc' }, 'HDFC acm*******hdfc'],
  [{ name: 'Acme', bank_name: 'HDFC', number: '12345678' }, 'HDFC ****5678'],
  [{ name: 'Acme', bank_name: 'HDFC', number: '' }, 'HDFC'],
] as const;

test('the bank, otherwise the holder, and the end of the number', () => {
  for (const [account, words] of CASES) equal(shortAccountName(account), words);
});
