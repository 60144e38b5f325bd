// Receiving accounts for tests of statements: those named in the sample files.
import type { ReceivingAccount } from '../../../server/domain/record/receiving-account.ts';
import { accountWith, idOf } from '../../support/model/domain-commands.ts';

const account = (number: string, currency: string, index: number): ReceivingAccount =>
  accountWith({ receiving_account_id: idOf(2, index), number, currency });

export const ACCOUNTS = [
  account('DE89370400440532013000', 'EUR', 1),
  account('DE02100500000054540402', 'EUR', 2),
  account('NL91ABNA0417164300', 'EUR', 3),
  account('CH9300762011623852957', 'CHF', 4),
  account('50100012345678', 'INR', 5),
  account('411122233', 'JPY', 6),
  account('shop@okbank', 'INR', 7),
];
