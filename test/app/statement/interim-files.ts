// Reports within the day and statements of one euro account, as camt and as MT94x, for tests.

export type Movement = {
  /** In minor units. */
  readonly cents: number;
  readonly id?: string;
  readonly end_to_end?: string;
  readonly text: string;
  /** `YYYY-MM-DD`; today if absent. */
  readonly day?: string;
};

export const TODAY = new Date().toISOString().slice(0, 10);

const amountText = (cents: number, mark: '.' | ',') =>
  (Math.abs(cents) / 100).toFixed(2).replace('.', mark);

function entry({ cents, id, end_to_end, text, day = TODAY }: Movement): string {
  const refs = end_to_end === undefined ? '' : `<EndToEndId>${end_to_end}</EndToEndId>`;
  return [
    `<Ntry><Amt Ccy="EUR">${amountText(cents, '.')}</Amt>`,
    `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts>`,
    `<BookgDt><Dt>${day}</Dt></BookgDt>`,
    id === undefined ? '' : `<AcctSvcrRef>${id}</AcctSvcrRef>`,
    `<NtryDtls><TxDtls><Refs>${refs}</Refs><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`,
    '</NtryDtls></Ntry>',
  ].join('');
}

function camtFile(message: string, part: string) {
  return (iban: string, name: string, movements: readonly Movement[], head = ''): Buffer =>
    Buffer.from(
      [
        `<?xml version="1.0"?><Document><${message}><${part}><Id>${name}</Id>`,
        `<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${head}`,
        ...movements.map(entry),
        `</${part}></${message}></Document>`,
      ].join('\n'),
    );
}

export const camt052 = camtFile('BkToCstmrAcctRpt', 'Rpt');
export const camt053 = camtFile('BkToCstmrStmt', 'Stmt');

const shortDay = (day: string) => day.slice(2).replaceAll('-', '');

function mtLine({ cents, text, day = TODAY }: Movement): string[] {
  const short = shortDay(day);
  const mark = cents < 0 ? 'D' : 'C';
  return [`:61:${short}${short.slice(2)}${mark}${amountText(cents, ',')}NTRFNONREF`, `:86:${text}`];
}

const sumOf = (movements: readonly Movement[]) =>
  movements.reduce((sum, one) => sum + one.cents, 0);

export function mt942(iban: string, name: string, movements: readonly Movement[]): Buffer {
  const [debits, credits] = [
    movements.filter(({ cents }) => cents < 0),
    movements.filter(({ cents }) => cents > 0),
  ];
  const total = (of: readonly Movement[]) => `${of.length}EUR${amountText(sumOf(of), ',')}`;
  return Buffer.from(
    [
      `:20:${name}`,
      `:25:${iban}`,
      ':28C:1/1',
      ':34F:EUR0,',
      `:13D:${shortDay(TODAY)}1400+0000`,
      ...movements.flatMap(mtLine),
      `:90D:${total(debits)}`,
      `:90C:${total(credits)}`,
      '-',
    ].join('\n'),
  );
}

export function mt940(iban: string, name: string, movements: readonly Movement[]): Buffer {
  const closing = sumOf(movements);
  const balance = (cents: number) =>
    `${cents < 0 ? 'D' : 'C'}${shortDay(TODAY)}EUR${amountText(cents, ',')}`;
  return Buffer.from(
    [
      `:20:${name}`,
      `:25:${iban}`,
      ':28C:1/1',
      `:60F:${balance(0)}`,
      ...movements.flatMap(mtLine),
      `:62F:${balance(closing)}`,
      '-',
    ].join('\n'),
  );
}
