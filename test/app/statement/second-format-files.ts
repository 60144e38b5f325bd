// The movements of an account as different sources show them: each with ids and texts of its own.

import type { StatementRequest } from '../../../server/app/statement/read-given-file.ts';

export type ShownMovement = {
  readonly cents: number;
  readonly day: string;
  /** Tells the movements of a test apart; each view makes another id of it. */
  readonly id: string;
  readonly utr?: string | undefined;
  /** The bank's own number, if it is the same in all views. */
  readonly bank_id?: string;
};

/** In the order of their days. `opening`: before the first of them. */
export type Shown = { readonly opening: number; readonly movements: readonly ShownMovement[] };

type Place = { readonly iban: string; readonly id: string };

type Given =
  | { readonly kind: 'file'; readonly request: StatementRequest }
  | { readonly kind: 'lines'; readonly fields: Record<string, unknown> };

const amountText = (cents: number, mark: '.' | ',') =>
  (Math.abs(cents) / 100).toFixed(2).replace('.', mark);

const sumOf = ({ opening, movements }: Shown) =>
  movements.reduce((sum, one) => sum + one.cents, opening);

const inOrder = ({ movements }: Shown) => movements.toSorted((a, b) => a.day.localeCompare(b.day));

/** A file's name for itself depends on its content, as a bank's does. */
const nameOf = (shown: Shown) =>
  `${shown.opening}-${shown.movements.map(({ id }) => id).join('')}`.slice(0, 16);

function camtBalance(kind: string, cents: number, day: string | undefined) {
  return [
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>`,
    `<Amt Ccy="EUR">${amountText(cents, '.')}</Amt>`,
    `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`,
  ].join('');
}

/** A notice is a statement without balances. */
const camt =
  (message: string, part: string) =>
  (place: Place, shown: Shown): Given => {
    const all = inOrder(shown);
    const body = [
      `<?xml version="1.0"?><Document><${message}><${part}>`,
      `<Id>${nameOf(shown)}</Id><Acct><Id><IBAN>${place.iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
      part === 'Stmt' ? camtBalance('OPBD', shown.opening, all[0]?.day) : '',
      part === 'Stmt' ? camtBalance('CLBD', sumOf(shown), all.at(-1)?.day) : '',
      ...all.map(({ cents, day, id, utr, bank_id }) =>
        [
          `<Ntry><Amt Ccy="EUR">${amountText(cents, '.')}</Amt>`,
          `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts>`,
          `<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${bank_id ?? `C${id}`}</AcctSvcrRef>`,
          `<NtryDtls><TxDtls><RmtInf><Ustrd>camt ${id} ${utr ?? ''}</Ustrd></RmtInf></TxDtls>`,
          '</NtryDtls></Ntry>',
        ].join(''),
      ),
      `</${part}></${message}></Document>`,
    ];
    return { kind: 'file', request: { body: Buffer.from(body.join('\n')) } };
  };

const shortDay = (day = '') => day.slice(2).replaceAll('-', '');

function mt940({ iban }: Place, shown: Shown): Given {
  const all = inOrder(shown);
  const balance = (cents: number, day: string | undefined) =>
    `${cents < 0 ? 'D' : 'C'}${shortDay(day)}EUR${amountText(cents, ',')}`;
  const body = [
    `:20:${nameOf(shown)}`,
    `:25:${iban}`,
    ':28C:1/1',
    `:60F:${balance(shown.opening, all[0]?.day)}`,
    ...all.flatMap(({ cents, day, id, utr }) => [
      `:61:${shortDay(day)}${shortDay(day).slice(2)}${cents < 0 ? 'D' : 'C'}${amountText(cents, ',')}NTRFNONREF//T${id}`,
      `:86:mt ${id} ${utr ?? ''}`,
    ]),
    `:62F:${balance(sumOf(shown), all.at(-1)?.day)}`,
    '-',
  ];
  return { kind: 'file', request: { body: Buffer.from(body.join('\n')) } };
}

function csv({ id: receiving_account_id }: Place, shown: Shown): Given {
  const rows = inOrder(shown).map(
    ({ cents, day, id, utr }) => `${day},${cents},${utr ?? ''},csv ${id},V${id},EUR`,
  );
  const body = ['booked_at,amount_cents,utr,text,bank_id,currency', ...rows].join('\n');
  return { kind: 'file', request: { body: Buffer.from(`${body}\n`), receiving_account_id } };
}

function feed({ id: receiving_account_id }: Place, shown: Shown): Given {
  const lines = inOrder(shown).map(({ cents, day, id, utr, bank_id }) => ({
    amount_cents: cents,
    booked_at: day,
    bank_id: bank_id ?? `F${id}`,
    text: `feed ${id}`,
    ...(utr === undefined ? {} : { utr }),
  }));
  return { kind: 'lines', fields: { receiving_account_id, lines } };
}

const SHOWN = {
  'camt.053': camt('BkToCstmrStmt', 'Stmt'),
  'camt.054': camt('BkToCstmrDbtCdtNtfctn', 'Ntfctn'),
  mt940,
  csv,
  feed,
} as const;

export type ViewName = keyof typeof SHOWN;
export const VIEWS = Object.keys(SHOWN) as ViewName[];

export const showAs = (view: ViewName, place: Place, shown: Shown): Given =>
  SHOWN[view](place, shown);
