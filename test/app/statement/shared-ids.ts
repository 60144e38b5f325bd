// Small statements whose lines share ids of the bank: CSV of the profile `standard`, and camt.053.

export type Row = { id: string; cents: number; day?: string; utr?: string; text?: string };

export const TODAY = new Date().toISOString().slice(0, 10);
export const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

export const csv = (rows: readonly Row[]): Buffer =>
  Buffer.from(
    [
      'booked_at,amount_cents,utr,text,bank_id',
      ...rows.map(
        ({ id, cents, day = TODAY, utr = '', text = 'transfer' }) =>
          `${day},${cents},${utr},${text},${id}`,
      ),
    ].join('\n'),
  );

const balance = (code: string, cents: number, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${cents / 100}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

/** A camt.053 whose balances count every row. */
export const camtWithBalances = (
  iban: string,
  rows: readonly Required<Pick<Row, 'id' | 'cents' | 'day'>>[],
) =>
  Buffer.from(
    [
      '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Id>1</Id>',
      `<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
      balance('OPBD', 0, YESTERDAY),
      balance(
        'CLBD',
        rows.reduce((sum, { cents }) => sum + cents, 0),
        TODAY,
      ),
      ...rows.map(
        ({ id, cents, day }) =>
          `<Ntry><Amt Ccy="EUR">${cents / 100}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef></Ntry>`,
      ),
      '</Stmt></BkToCstmrStmt></Document>',
    ].join('\n'),
  );
