// The layouts of Indian banks' bulk payments that the service knows by name, written like an
// operator's own.

import type { PayoutLayout } from './payout-layout.ts';
import { readPayoutLayout } from './payout-mapping.ts';

const empty = (title: string) => ({ title, text: '' });

/** HDFC Bank, ENet: 28 columns without titles, of which the bank needs these. */
const HDFC_ENET = {
  titles: false,
  date_format: 'DD/MM/YYYY',
  modes: { internal: 'I', neft: 'N', rtgs: 'R', imps: 'M' },
  columns: [
    { title: 'Transaction type', value: 'mode' },
    { title: 'Beneficiary code', value: 'row', max: 13 },
    { title: 'Beneficiary account number', value: 'payee_number', max: 25 },
    { title: 'Instrument amount', value: 'amount', max: 20 },
    { title: 'Beneficiary name', value: 'payee_name', max: 35 },
    empty('Drawee location'),
    empty('Print location'),
    ...[1, 2, 3, 4, 5].map((line) => empty(`Beneficiary address ${line}`)),
    { title: 'Instruction reference number', value: 'end_to_end_id', max: 20 },
    { title: 'Customer reference number', value: 'end_to_end_id', max: 20 },
    { title: 'Payment details 1', value: 'end_to_end_id', max: 30 },
    ...[2, 3, 4, 5, 6, 7].map((line) => empty(`Payment details ${line}`)),
    empty('Cheque number'),
    { title: 'Transaction date', value: 'execution_on' },
    empty('MICR number'),
    { title: 'IFS code', value: 'payee_ifsc', max: 15 },
    { title: 'Beneficiary bank name', value: 'payee_bank', max: 40, optional: true },
    empty('Beneficiary bank branch name'),
    empty('Beneficiary email id'),
  ],
};

/** ICICI Bank, corporate internet banking: payments to payees that are not registered. */
const ICICI_CIB = {
  date_format: 'DD-MM-YYYY',
  modes: { internal: 'FT', neft: 'NEFT', rtgs: 'RTGS', imps: 'IMPS' },
  columns: [
    { title: 'PYMT_PROD_TYPE_CODE', text: 'PAB_VENDOR' },
    { title: 'PYMT_MODE', value: 'mode' },
    { title: 'DEBIT_ACC_NO', value: 'debit_number', max: 18 },
    { title: 'BNF_NAME', value: 'payee_name', max: 32 },
    { title: 'BENE_ACC_NO', value: 'payee_number', max: 34 },
    { title: 'BENE_IFSC', value: 'payee_ifsc', max: 11 },
    { title: 'AMOUNT', value: 'amount', max: 15 },
    { title: 'DEBIT_NARR', value: 'end_to_end_id', max: 30 },
    { title: 'CREDIT_NARR', value: 'end_to_end_id', max: 30 },
    empty('MOBILE_NUM'),
    empty('EMAIL_ID'),
    { title: 'REMARK', value: 'end_to_end_id', max: 30 },
    { title: 'PYMT_DATE', value: 'execution_on' },
    { title: 'REF_NO', value: 'end_to_end_id', max: 30 },
    ...[1, 2, 3, 4, 5].map((line) => empty(`ADDL_INFO${line}`)),
  ],
};

/** Union Bank of India: NEFT and RTGS in a text file that a record of the file opens. */
const UNION_BANK = {
  titles: false,
  modes: { neft: 'NEFT', rtgs: 'RTGS' },
  head: [{ text: 'FILEHDR' }, { value: 'debit_name', max: 32 }],
  columns: [
    { title: 'Payment type', value: 'mode' },
    { title: 'Payer IFSC', value: 'debit_ifsc', max: 12 },
    { title: 'Debit account number', value: 'debit_number', max: 24 },
    { title: 'Receiver IFSC', value: 'payee_ifsc', max: 12 },
    { title: 'Beneficiary account number', value: 'payee_number', max: 24 },
    { title: 'Transaction currency', value: 'currency' },
    { title: 'Transaction amount', value: 'amount', max: 14 },
    { title: 'Transaction remarks', value: 'end_to_end_id', max: 140 },
    { title: 'Beneficiary name', value: 'payee_name', max: 40 },
    empty('Email id'),
    { title: 'Remarks', value: 'end_to_end_id', max: 20 },
  ],
};

export type NamedLayout = {
  readonly name: string;
  readonly title: string;
  /** As `mapping` takes it, to copy and change. */
  readonly mapping: object;
  readonly layout: PayoutLayout;
};

function named(name: string, title: string, mapping: object): NamedLayout {
  const read = readPayoutLayout(mapping);
  if ('problem' in read) throw new Error(`Layout ${name}: ${read.problem}`);
  return { name, title, mapping, layout: read.layout };
}

export const PAYOUT_LAYOUTS: readonly NamedLayout[] = [
  named(
    'hdfc-enet',
    'HDFC Bank, ENet: bulk payments by NEFT, RTGS, IMPS or within the bank',
    HDFC_ENET,
  ),
  named('icici-cib', 'ICICI Bank, corporate internet banking: payments to new payees', ICICI_CIB),
  named('union-bank', 'Union Bank of India: text file of NEFT and RTGS payments', UNION_BANK),
];
