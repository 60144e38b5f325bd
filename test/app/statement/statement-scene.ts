// Statements for tests on a database: small camt.053 files, IBANs, and receiving accounts for them.

import { createReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';

export async function makeAccount(
  app: OpenApp,
  type: string,
  currency: string,
  number: string,
): Promise<string> {
  const fields = { type, currency, number, name: 'Operator' };
  return accepted(await createReceivingAccount(app, OPERATOR, raw(fields))).id;
}

export type Entry = readonly [reference: string, amount: string, text: string];

function entry([reference, amount, text]: Entry): string {
  const side = amount.startsWith('-') ? 'DBIT' : 'CRDT';
  const day = new Date().toISOString().slice(0, 10);
  return [
    `<Ntry><Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${side}</CdtDbtInd>`,
    `<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>`,
    reference === '' ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`,
    `<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  ].join('');
}

/** A camt.053 of today without balances, with one entry per line. */
export function camt(iban: string, entries: readonly Entry[]): Buffer {
  return Buffer.from(
    [
      '<?xml version="1.0"?>',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
      `<Id>1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
      ...entries.map(entry),
      '</Stmt></BkToCstmrStmt></Document>',
    ].join('\n'),
  );
}

/** A valid IBAN for each number. */
export function testIban(number: number): string {
  const rest = `BANK${String(number).padStart(10, '0')}`;
  const digits = [...`${rest}NL00`].map((one) => Number.parseInt(one, 36)).join('');
  return `NL${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${rest}`;
}
