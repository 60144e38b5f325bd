// The names that banks give to the columns of their CSV files, by meaning; compared without case,
// blanks and accents.

export type Role =
  | 'date'
  | 'time'
  | 'amount'
  | 'indicator'
  | 'credit'
  | 'debit'
  | 'utr'
  | 'end_to_end_id'
  | 'bank_id'
  | 'currency'
  | 'account'
  | 'counterparty_name'
  | 'counterparty_number'
  | 'balance'
  | 'text';

/**
 * The first row that matches a name gives its role; within a role an earlier pattern is more
 * likely.
 */
const NAMES: readonly (readonly [role: Role, names: readonly RegExp[]])[] = [
  [
    'date',
    [
      /^(?:transaction|txn|tran|trans|posting|post|posted|booking|entry)date/,
      /^(?:buchungstag|buchungsdatum|boekdatum|dateoperation|datedoperation|fechaoperacion)/,
      /^(?:date|datum|fecha|data|dato|dag)$/,
      /^(?:date|completeddate|datecompleted|datestarted|transactiontime|datetime)/,
      /^(?:valuedate|valuedt|valuta|valutadatum|wertstellung|rentedatum|datevaleur|fechavalor)/,
    ],
  ],
  ['time', [/^(?:time|txntime|transactiontime|uhrzeit|hora|heure|ora)$/]],
  [
    'indicator',
    [
      /^(?:cr\/?dr|dr\/?cr|c\/?d|d\/?c|debit\/?credit|credit\/?debit|soll\/?haben|afbij|s\/?h)$/,
      /^(?:debitcreditindicator|creditdebitindicator|drcrindicator|crdrindicator)$/,
    ],
  ],
  [
    'credit',
    [
      /^(?:credit|deposit|cr$|haben|haber|avere|abono|paidin|moneyin|incoming|wplywy)/,
      /^(?:amountcredit|kredit|ingreso|entrate|bij$|einnahme)/,
    ],
  ],
  [
    'debit',
    [
      /^(?:debit|withdrawal|dr$|soll|debe|dare|cargo|paidout|moneyout|outgoing|obciazenia)/,
      /^(?:amountdebit|gasto|uscite|af$|ausgabe)/,
    ],
  ],
  [
    'balance',
    [/^(?:balance|closingbalance|runningbalance|saldo|kontostand|solde|bal$|availablebalance)/],
  ],
  [
    'counterparty_number',
    [
      /^(?:kontonummer\/iban|ibanzahlungsbeteiligter|tegenrekening|counterpartyiban)/,
      /^(?:counterpartyaccount|beneficiaryaccount|payeraccount|payervpa|gegenkonto)/,
    ],
  ],
  [
    'counterparty_name',
    [
      /^(?:beguenstigter|begunstigter|namezahlungsbeteiligter|auftraggeber|zahlungspflichtiger)/,
      /^(?:naamtegenpartij|naam\/omschrijving|counterparty|payer|payee|partyname|remittername)/,
      /^(?:name|sendername|beneficiaryname|merchant)$/,
    ],
  ],
  [
    'account',
    [/^(?:auftragskonto|iban\/bban|ibanauftragskonto|accountnumber|accountno|rekening|konto)$/],
  ],
  ['currency', [/^(?:currency|ccy|waehrung|wahrung|munt|devise|moneda|divisa|valuta|waluta)$/]],
  [
    'amount',
    [
      /^(?:amount|betrag|importe|montant|importo|bedrag|kwota|umsatz|belop|summe|valor)$/,
      /^(?:amount|betrag|importe|montant|importo|bedrag|kwota|transactionamount|txnamount)/,
    ],
  ],
  [
    'end_to_end_id',
    [/^(?:kundenreferenz|endtoend|e2e|eref$|transactiereferentie|customerref|endezuende)/],
  ],
  [
    'utr',
    [
      /^(?:utr|rrn|upiref|bankreference)/,
      /^(?:refno|referenceno|referencenumber|chq\/?ref|cheque\/?ref|chqref|ref\/?cheque)/,
      /^(?:reference|paymentreference|ref$|referenz|referencia)/,
    ],
  ],
  [
    'bank_id',
    [/^(?:transactionid|tranid|txnid|transactionnumber|id$|volgnr|transferwiseid|uniqueid)/],
  ],
  [
    'text',
    [
      /^(?:description|narration|particulars|remarks|details|transactionremarks|memo|narrative)/,
      /^(?:verwendungszweck|buchungstext|libelle|concepto|causale|descrizione|omschrijving)/,
      /^(?:mededelingen|tytul|opis|paymentdetails|note|message|info|tekst|transactiondetails)/,
      /^(?:beschreibung|buchungsdetails|zahlungsgrund|zahlungszweck|mitteilung|betreff|text$)/,
      /^(?:communication|motif|motivo|descricao|descripcion|historico|beskrivning|popis|purpose)/,
    ],
  ],
];

const MARKS = /\p{M}+/gu;

/** `Withdrawal Amt. (INR)` is `withdrawalamt(inr)`. */
function foldedName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[\s.\p{Cf}_-]+/gu, '');
}

/** The role that a column's name suggests, and how likely it is: 0 is the most likely. */
export function roleOf(name: string): { readonly role: Role; readonly rank: number } | null {
  const folded = foldedName(name);
  for (const [role, names] of NAMES) {
    const rank = names.findIndex((pattern) => pattern.test(folded));
    if (rank !== -1) return { role, rank };
  }
  return null;
}
