// The postings of ledger entries in SQL. An entry has its accounts and currencies itself, or names
// a layout that has them: those of most entries are the same again and again.

/** The accounts of an entry `e` with its layout `y`, in the order of its amounts. */
export const ENTRY_ACCOUNTS = 'coalesce(e.accounts, y.accounts)';
export const ENTRY_CURRENCIES = 'coalesce(e.currencies, y.currencies)';

/** The layout of each entry `e`, as `y`; nulls if the entry names none. */
export const ENTRY_LAYOUT = `left join ledger_layouts y
  on y.merchant_id = e.merchant_id and y.layout = e.layout`;

/** The same by one look-up for each entry, which keeps the order of the entries. */
export const ENTRY_LAYOUT_IN_ORDER = `left join lateral (
    select l.accounts, l.currencies from ledger_layouts l
    where l.merchant_id = e.merchant_id and l.layout = e.layout limit 1
  ) y on true`;

/** Every posting of the entries `e`, as `leg`. */
export const ENTRY_LEGS = `${ENTRY_LAYOUT}
  cross join lateral unnest(${ENTRY_ACCOUNTS}, ${ENTRY_CURRENCIES}, e.amounts)
    as leg(account, currency, amount)`;
