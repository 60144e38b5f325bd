// The names that banks give to the columns of their CSV files, by meaning; compared without case,
// blanks, dots and accents.

export type Role =
  | 'date'
  | 'time'
  | 'amount'
  | 'indicator'
  | 'credit'
  | 'debit'
  | 'fee'
  | 'status'
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
 * Within a role an earlier list is more likely; a star stands for any end of the name. A name may
 * suggest several roles (`Valuta` is a day in one language, a currency in others): the values of
 * the column decide.
 */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  date: [
    `transactiondate* txndate* trandate* transdate* postingdate* postdate* posteddate*
     bookingdate* bookedat* bookeddate* entrydate* completeddate* operationdate*
     transactionsdate* datumzauctovani* zauctovani created*
     createdat*`,
    `buchungstag* buchungsdatum* boekdatum boekingsdatum transactiedatum dateoperation
     datedoperation dateop datedecomptabilisation dataoperacji* dataoperazione fechaoperacion
     fechadeoperacion bokforingsda* kirjauspaiva datecompleted* completiontime`,
    `date datum fecha data dato dag tarih tanggal tanggaltransaksi kuupaev ngay ngaygiaodich
     buchung date(utc) 日付 取引日 年月日 交易时间 交易日期 记账日期 거래일 거래일시 תאריך дата التاريخ`,
    `date* datum* data* fecha* tarih* tanggal* дата* transactiontime datetime konyveles*
     postedtransactionsdate processdate`,
    `datumprovedeni* belegdatum* tranzakciodatuma* startdate* starteddate* datestarted*
     valuedate* valuedt* valuta valutadatum*
     wertstellung* rentedat* datevaleur datedevaleur fechavalor fvalor wert datawaluty
     datavaluta transaktionsdag`,
  ],
  time: ['time txntime transactiontime uhrzeit hora heure ora saat tradetime'],
  indicator: [
    `cr/dr dr/cr c/d d/c credit/debit debit/credit crdr drcr d/k d/k* k/d d/h h/d s/h h/s
     soll/haben haben/soll wn/ma debe/haber borc/alacak dare/avere`,
    `creditdebet* creditdebit debitcredit creditdebitindicator debitcreditindicator
     drcrindicator crdrindicator debit/creditindicator credit/debitindicator deebet/kreedit*
     debet/kredit credit/debet`,
    'afbij direction sign side t/j borcalacak b/a 收/支 收支 入払区分',
    'transactiontype type txntype details transactiontypecode typ art tipo tur',
  ],
  credit: [
    `credit credit* deposit* cr haben haber avere abono* paidin moneyin incoming wplywy
     receipt(cr) cramount accredit* inn`,
    `amount(credit)* kredit ingreso* entrate* entrada* bij einnahme* gutschrift* innpakonto
     insattning alacak credito* uznani* お預入れ 預かり金額 お預かり金額 入金* 收入* 贷方* 입금* בזכות זכות داين приход in
     sotienghico`,
  ],
  debit: [
    `debit debit* withdraw* dr soll debe dare cargo* paidout moneyout outgoing obciazeni*
     payment(dr) dramount addebit* ut`,
    `amount(debit)* gasto* uscite* saida* salida* af ausgabe* belastung* lastschrift* retiro*
     utfrakonto
     uttag borc debito* お引出し 支払い金額 お支払金額 支払金額 出金* 支出* 借方* 출금* בחובה חובה مدين расход out
     sotienghino`,
  ],
  fee: [
    `fee fees fee* charge charges gebuhr gebuhren entgelt teenustasu comision tarifa
     bankcharge feeamount chargeamount`,
  ],
  status: [
    `status state transactionstatus buchungsstatus zustand statut estado stato situacao durum
     txnstatus paymentstatus 交易状态`,
    'info',
  ],
  balance: [
    `balance* closingbal* runningbal* saldo* kontostand solde* bal accountbalance bakiye sodu
     egyenleg zustatek`,
    'bokfortsaldo 差引残高 残高 取引後残高 余额 账户余额 잔액* היתרה* יתרה* остаток الرصيد availablebal* disponible',
  ],
  counterparty_number: [
    `kontonummer/iban ibanzahlungsbeteiligter tegenrekening tegenrekeningnummer
     tegenrekeningiban/bban counterpartyiban partneriban counterpartynumber`,
    `counterpartyaccount* beneficiaryaccount* payeraccount* payervpa gegenkonto iban
     accountnr protiucet payeeaccountnumber saaja/maksjakonto 对方账号 motkonto ibankontrahenta
     opbankaccountnumber`,
  ],
  counterparty_name: [
    `beguenstigter* begunstigter* namezahlungsbeteiligter auftraggeber* zahlungspflichtiger*
     zahlungsempfanger*`,
    `naamtegenpartij naam/omschrijving tegenrekeninghouder counterparty counterpartyname
     payer payername partyname remittername partnername otherpartyinfo saaja/maksjanimi`,
    `payee payeename name sendername beneficiaryname beneficiary merchant nazevprotiuctu namn
     navn nimi saaja/maksja to/from 交易对方 nadawca/odbiorca opname`,
  ],
  account: [
    `auftragskonto iban/bban ibanauftragskonto ibanauftraggeberkonto accountnumber accountno
     rekening konto rekeningnummer bankaccount account rachunek kliendikonto kontonr
     accountnum postedaccount hesapno`,
  ],
  currency: [
    `currency ccy waehrung wahrung munt devise moneda divisa valuta waluta valutacode mena
     valuuta postedcurrency dovizkodu parabirimi 币种 loaitien matauang valiuta`,
  ],
  amount: [
    `amount betrag importe montant importo bedrag kwota umsatz belop belopp belob summe valor
     value summa suma objem castka tutar jumlah gross
     osszeg* tranzakcioosszege* buchungsbetrag* zauctovanacastka* castka* 金額 金额 入出金 거래금액
     סכום сумма monto maara`,
    `amount* betrag* importe* montant* importo* bedrag* kwota* umsatz* transactionamount*
     txnamount* credit/debitamount debit/creditamount sotien сумма* monto* maara* islemtutar*`,
  ],
  end_to_end_id: [
    'kundenreferenz(end* endtoend* e2e* eref transactiereferentie endezuende*',
    'customerref*',
  ],
  utr: [
    `utr* rrn* upiref* bankreference* refno* chq/ref* cheque/ref* chqref* ref/cheque*
     chequeno/ref*`,
  ],
  bank_id: [
    `transactionid* tranid* txnid* transactionnumber* transactionno* id volgnr transferwiseid
     uniqueid idoperace identificador receiptno journalno arhiveerimistunnus
     transferreference trackingid transaktionsnr 交易单号 交易订单号`,
  ],
  text: [
    `description* narration* particulars* remarks* details* transactionremarks memo*
     narrative*`,
    `verwendungszweck* buchungstext* libelle* concepto* causale* descrizione* omschrijving*
     selgitus*`,
    'mededelingen tytul* opis* paymentdetails note* message* info* tekst* transactiondetails*',
    `beschreibung* buchungsdetails* zahlungsgrund zahlungszweck mitteilung* betreff text
     forklaring notificationtext`,
    `communication* motif* motivo* descricao* descripcion* historico* beskrivning popis*
     purpose* aciklama* keterangan* mota 摘要* 商品说明 transaction movimiento rubrik
     transactiondescription*`,
    `reference* paymentreference* ref referenz* referencia* referens referentie*
     kundenreferenz* viitenumber documentnumber zpravaproprijemce poznamka vs ss ks
     transactionref* bankdescription originaldescription subject label observaciones docto
     numerododocumento תיאור אסמכתא الوصف البيان описание 入出金内容 お取り扱い内容 メモ`,
  ],
};

const ROLES = Object.keys(NAMES).filter((role): role is Role => role in NAMES);

function isNamed(list: string, name: string): boolean {
  return list
    .split(/\s+/)
    .some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
}

const MARKS = /\p{M}+/gu;
/** Letters that do not fall apart into a plain one and a mark. */
const LETTERS: readonly (readonly [letter: RegExp, plain: string])[] = [
  [/ł/g, 'l'],
  [/ø/g, 'o'],
  [/đ/g, 'd'],
  [/ı/g, 'i'],
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
];

/** `Withdrawal Amt. (INR)` is `withdrawalamt(inr)`. */
function foldedName(name: string): string {
  const bare = name
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.:'"*#\p{Cf}_-]+/gu, '');
  return LETTERS.reduce((text, [letter, plain]) => text.replace(letter, plain), bare);
}

/** The roles that a column's name suggests, and how likely each is: 0 is the most likely. */
export function rolesOf(name: string): ReadonlyMap<Role, number> {
  const folded = foldedName(name);
  const bracket = folded.endsWith(')') ? folded.indexOf('(') : -1;
  const forms = bracket === -1 ? [folded] : [folded, folded.slice(0, bracket)];
  const found = ROLES.map((role) => {
    const rank = NAMES[role].findIndex((list) => forms.some((form) => isNamed(list, form)));
    return [role, rank] as const;
  });
  return new Map(found.filter(([, rank]) => rank !== -1));
}
