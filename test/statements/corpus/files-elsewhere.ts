// The tables of banks outside of Europe: the name of each file, whose it is and what it has.
// People, numbers and amounts are invented.
import type { CorpusFile } from './corpus-file.ts';

export const AMERICA: readonly CorpusFile[] = [
  ['bbt-us.csv', 'BB&T (United States): brackets for money out, dollar signs'],
  ['schwab-us.csv', 'Schwab (United States): a title above, withdrawal and deposit'],
  ['wells-fargo-us.csv', 'Wells Fargo (United States): no names of columns, a star'],
  ['usbank-us.csv', 'U.S. Bank: the kind beside a signed amount'],
  ['ally-us.csv', 'Ally (United States): a time, blanks before names'],
  ['amex-us.csv', 'American Express (United States): purchases have no sign, payments a minus'],
  ['citi-us.csv', 'Citi card (United States): status, debit, credit with a minus'],
  ['td-ca.csv', 'TD (Canada): no names of columns, withdrawal, deposit, balance'],
  ['rbc-ca.csv', 'RBC (Canada): amounts in two currencies, one of them filled'],
  ['inter-br.csv', 'Inter (Brazil): rows above, decimals with a comma'],
  ['banco-do-brasil-br.csv', 'Banco do Brasil: rows of the balances in the column of the amount'],
  ['itau-br.csv', 'Itaú (Brazil): no names of columns, one comma'],
  ['banorte-mx.csv', 'Banorte (Mexico): deposits and withdrawals with dollar signs'],
  ['galicia-ar.csv', 'Galicia (Argentina): debits and credits, the balance'],
  ['santander-cl.csv', 'Santander (Chile): a currency without decimals, Cargo and Abono'],
  ['paypal.csv', 'a wallet: gross, fee and net beside each other, pending rows'],
  ['discover-us.csv', 'Discover (United States): purchases have no sign, a category, no balance'],
];

export const ASIA: readonly CorpusFile[] = [
  ['axis-in.csv', 'Axis (India): rows above, DR and CR in columns, a notice below'],
  ['sbi-in.csv', 'State Bank of India: tabs, a title above, the balance'],
  ['kotak-in.csv', 'Kotak (India): Dr and Cr beside amount and balance, totals below'],
  ['pnb-in.csv', 'a bank in India: Cr. behind the balance, newest first'],
  ['bank-of-maldives-mv.csv', 'Bank of Maldives: debit and credit beside each other'],
  ['ocbc-sg.csv', 'OCBC (Singapore): rows above, a text that goes on below'],
  ['posb-sg.csv', 'POSB (Singapore): codes, debit and credit, names of months'],
  ['maybank-my.csv', 'Maybank (Malaysia): a sign behind the amount'],
  ['bca-id.csv', 'BCA (Indonesia): CR and DB, balances above and below'],
  ['kbank-th.csv', 'a bank in Thailand: withdrawal, deposit, balance, time in a column'],
  ['rakuten-jp.csv', 'Rakuten Bank (Japan): no decimals, the balance, days without separators'],
  ['smbc-jp.csv', 'SMBC (Japan): withdrawal and deposit in columns'],
  ['kookmin-kr.csv', 'a bank in Korea: withdrawals, deposits and the balance'],
  ['icbc-cn.csv', 'a bank in China: income and spending in columns'],
  ['leumi-il.csv', 'a bank in Israel: debit (חובה), credit (זכות) and the balance'],
  ['mashreq-ae.csv', 'a bank in the Emirates: Debit and Credit, a total below'],
  ['kuwait-kw.csv', 'a bank in Kuwait: three decimals'],
];

export const AFRICA: readonly CorpusFile[] = [
  ['standard-bank-za.csv', 'Standard Bank (South Africa): kinds of rows, balances at both ends'],
  ['absa-za.csv', 'Absa (South Africa): days without separators, the balance'],
  ['nedbank-za.csv', 'Nedbank (South Africa): rows above, no names of columns'],
  ['zenith-ng.csv', 'Zenith (Nigeria): DEBIT, CREDIT with zeros, the balance'],
  ['equity-ke.csv', 'Equity (Kenya): Particulars, money out, money in, balance'],
  ['cih-ma.csv', 'a bank in Morocco: Débit and Crédit, blanks for thousands'],
  ['nbe-eg.csv', 'a bank in Egypt: Arabic names'],
];

export const OCEANIA: readonly CorpusFile[] = [
  ['anz-au.csv', 'ANZ (Australia): no names of columns'],
  ['commbank-au.csv', 'CommBank (Australia): no names of columns, plus signs and the balance'],
  ['ing-au.csv', 'ING (Australia): credit positive, debit negative, the balance'],
  ['bendigo-au.csv', 'a regional bank (Australia): all days within the first twelve'],
  ['kiwibank-nz.csv', 'Kiwibank (New Zealand): the account in the first row, names of months'],
  ['bnz-nz.csv', 'BNZ (New Zealand): payee, particulars, code and reference'],
];
