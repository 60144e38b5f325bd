// The words that banks write into CSV files for the direction and the state of a row, and for rows
// that are balances.

/** How banks name the two directions, money in first; in upper case. */
export const SIGN_WORDS: readonly (readonly [credit: string, debit: string])[] = [
  ['CR', 'DR'],
  ['CR', 'DB'],
  ['C', 'D'],
  ['CREDIT', 'DEBIT'],
  ['CREDIT', 'DEBET'],
  ['K', 'D'],
  ['KREDIT', 'DEBET'],
  ['KREDIT', 'DEBIT'],
  ['KREEDIT', 'DEEBET'],
  ['H', 'S'],
  ['HABEN', 'SOLL'],
  ['H', 'D'],
  ['HABER', 'DEBE'],
  ['ABONO', 'CARGO'],
  ['BIJ', 'AF'],
  ['AVERE', 'DARE'],
  ['CRÉDIT', 'DÉBIT'],
  ['CRÉDITO', 'DÉBITO'],
  ['CREDITO', 'DEBITO'],
  ['ENTRADA', 'SALIDA'],
  ['ENTRADA', 'SAÍDA'],
  ['MA', 'WN'],
  ['UZNANIE', 'OBCIĄŻENIE'],
  ['ALACAK', 'BORÇ'],
  ['J', 'T'],
  ['JÓVÁÍRÁS', 'TERHELÉS'],
  ['IN', 'OUT'],
  ['INCOMING', 'OUTGOING'],
  ['INCOME', 'EXPENSE'],
  ['INFLOW', 'OUTFLOW'],
  ['MONEY IN', 'MONEY OUT'],
  ['DEPOSIT', 'WITHDRAWAL'],
  ['+', '-'],
  ['收入', '支出'],
  ['贷', '借'],
  ['入金', '出金'],
  ['입금', '출금'],
];

export const BOOKED_WORDS = [
  ...['COMPLETED', 'COMPLETE', 'BOOKED', 'POSTED', 'SETTLED', 'CLEARED', 'SUCCESS', 'SUCCESSFUL'],
  ...['EXECUTED', 'DONE', 'SENT', 'OK', 'GEBUCHT', 'UMSATZ GEBUCHT', 'UDFØRT', 'CONTABILIZZATO'],
  '交易成功',
];
export const PENDING_WORDS = [
  ...['PENDING', 'AUTHORISED', 'AUTHORIZED', 'AUTHORISATION', 'PROCESSING', 'ON HOLD'],
  ...['VORGEMERKT', 'UMSATZ VORGEMERKT', 'VENTER', 'PENDIENTE', 'AUTORIZZATO', 'UNPOSTED'],
];
export const REVERTED_WORDS = [
  ...['REVERTED', 'DECLINED', 'FAILED', 'CANCELLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'VOIDED'],
];

const BALANCE_ROWS = new RegExp(
  '^(?:' +
    [
      '(?:opening|closing|beginning|ending|starting|previous|available|current|final) balance',
      'balance (?:brought|carried) (?:forward|down)',
      '(?:brought|carried) forward',
      'balance (?:b/f|c/f)',
      '[bc]/f',
      '(?:anfangs|end|schluss|start)saldo',
      '(?:(?:alter|neuer|letzter) )?kontostand',
      '(?:alter|neuer) saldo',
      'saldo (?:anterior|inicial|final|iniziale|finale|anterieur|początkowy|końcowy|awal|akhir)',
      'saldo (?:do )?dia',
      'saldo total dispon[ií]vel(?: dia)?',
      's ?a ?l ?d ?o',
      'ancien solde',
      'nouveau solde',
      'solde (?:initial|final|précédent)',
      '(?:begin|eind)saldo',
      'algsaldo',
      'lõppsaldo',
      'előző egyenleg',
      '前月繰越',
      '期初余额',
    ].join('|') +
    ')(?:[ :.]+(?:as of|at|on|per|am|vom|al|del|em|le|op|au)[ :.0-9/-]*|[ :.0-9/-]*)$',
  'i',
);

const MAY_BE_BALANCE = /[bs]al|solde|forward|[bc]\/f|kontostand|egyenleg|l ?d ?o|越|余额/i;

/** A text such as `Opening balance` or `Kontostand am 01.03.2026`, and nothing else. */
export const isBalanceText = (text: string): boolean =>
  text.length <= 60 &&
  MAY_BE_BALANCE.test(text) &&
  BALANCE_ROWS.test(text.trim().replace(/\s+/g, ' '));
