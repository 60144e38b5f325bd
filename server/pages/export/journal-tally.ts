// The journal of a month as XML that Tally imports: a voucher for each entry of one currency.

import type { JournalRow } from '../../domain/ledger/journal.ts';
import { type LedgerNames, ledgerNameOf } from '../../domain/ledger/tally.ts';
import { escapeXml, leaf, node } from '../../domain/values/bank-text.ts';
import { dayOf } from '../../domain/values/day.ts';
import { csvAmount } from '../settlement/settlement-amount.ts';

export type TallyForm = {
  currency: string;
  exponent: number;
  ledgers: LedgerNames;
  voucher_type: string;
  /** Null: the company that is open in Tally. */
  company: string | null;
};

const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n';
const VIEW = 'Accounting Voucher View';

export function tallyHead({ company }: TallyForm): string {
  const variables =
    company === null ? '' : node('STATICVARIABLES', leaf('SVCURRENTCOMPANY', company));
  const described = node('REQUESTDESC', leaf('REPORTNAME', 'Vouchers'), variables);
  return (
    `${PROLOGUE}<ENVELOPE>${node('HEADER', leaf('TALLYREQUEST', 'Import Data'))}` +
    `<BODY><IMPORTDATA>${described}<REQUESTDATA>\n`
  );
}

export const TALLY_END = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n';

/** In Tally as in the books a debit is negative; there it is also marked. */
function ledgerEntry(row: JournalRow, { exponent, ledgers }: TallyForm): string {
  const { amount_cents } = row.posting;
  return node(
    'ALLLEDGERENTRIES.LIST',
    leaf('LEDGERNAME', ledgerNameOf(row, ledgers)),
    leaf('ISDEEMEDPOSITIVE', amount_cents < 0n ? 'Yes' : 'No'),
    leaf('AMOUNT', csvAmount(amount_cents, exponent)),
  );
}

function narrationOf({ entry }: JournalRow): string {
  const about = [
    entry.trade_id === null ? '' : `trade ${entry.trade_id}`,
    entry.bank_line_id === null ? '' : `bank line ${entry.bank_line_id}`,
    entry.adjustment_id === null ? '' : `adjustment ${entry.adjustment_id}`,
  ];
  return [entry.act.replaceAll('_', ' '), ...about.filter((part) => part !== '')].join(', ');
}

/** The same whenever it is exported, so that a program can tell a repeated voucher. */
const remoteId = ({ entry }: JournalRow, currency: string): string =>
  `${entry.book}-${entry.number}-${currency}`;

function voucher(rows: readonly JournalRow[], form: TallyForm): string {
  const [first] = rows;
  if (first === undefined) return '';
  const { voucher_type, currency } = form;
  const kind = escapeXml(voucher_type);
  const content = [
    leaf('DATE', dayOf(first.shown_at).replaceAll('-', '')),
    leaf('VOUCHERTYPENAME', voucher_type),
    leaf('VOUCHERNUMBER', String(first.entry.number)),
    leaf('NARRATION', narrationOf(first)),
    leaf('PERSISTEDVIEW', VIEW),
    ...rows.map((row) => ledgerEntry(row, form)),
  ].join('');
  return (
    `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER REMOTEID="${remoteId(first, currency)}" ` +
    `VCHTYPE="${kind}" ACTION="Create" OBJVIEW="${VIEW}">${content}</VOUCHER></TALLYMESSAGE>\n`
  );
}

/** Entries balance in each of their currencies, so the vouchers of one currency do, too. */
export function tallyVouchers(rows: readonly JournalRow[], form: TallyForm): string {
  const own = rows.filter(({ posting }) => posting.currency === form.currency);
  const entries = Map.groupBy(own, ({ entry }) => entry.number);
  return [...entries.values()].map((of_entry) => voucher(of_entry, form)).join('');
}
