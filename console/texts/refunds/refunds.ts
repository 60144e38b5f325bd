// The texts of the page that refunds a list of pay-ins.

export const REFUND_LIST_TEXTS = {
  title: 'Refund a list',
  list: 'The list',
  what: 'A table whose first row names its columns. Each other row is one pay-in. At most 1,000 rows.',
  columns_of_list: [
    ['id or order_id', 'the pay-in; of an order of several merchants also its merchant_id'],
    ['amount', 'such as 12.50; empty: everything that is left'],
    ['currency', 'only checked'],
    ['reason', 'empty: the one that is given below'],
    [
      'payee_number, payee_type, payee_name, payee_bank',
      'who gets it; empty: the sender, if the bank reported one',
    ],
  ],
  columns_title: 'Which columns there can be',
  paste: 'Or paste the table',
  paste_what: 'CSV, or cells as a spreadsheet copies them.',
  other: 'Another list',
  merchant_of: 'The merchant of rows that name none.',
  reason: 'Reason',
  reason_what: 'Of rows that give none. Stays in the audit trail with your name.',
  name: 'Name of the list',
  name_what:
    'Only to refund amounts once more that a list has refunded already: a named list refunds each pay-in once.',
  look: 'Show what would happen',
  look_again: 'Look again',
  looked: 'What would happen',
  nothing_yet: 'Nothing has been refunded yet.',
  nothing_ready: 'No row of this list can be refunded now.',
  already: (count: number) =>
    count === 1
      ? '1 was refunded by a list before and is not refunded again.'
      : `${count} were refunded by a list before and are not refunded again.`,
  refused_rows: (count: number) =>
    count === 1 ? '1 row cannot be refunded.' : `${count} rows cannot be refunded.`,
  will_wait: (count: number) =>
    count === 1
      ? '1 needs a second person: it is asked for, and refunded once approved.'
      : `${count} need a second person: they are asked for, and refunded once approved.`,
  sum: (count: number) => (count === 1 ? '1 refund' : `${count} refunds`),
  act: (count: number, sums: string) =>
    count === 1 ? `Refund 1 pay-in: ${sums}` : `Refund ${count} pay-ins: ${sums}`,
  act_and_ask: (act: string, waiting: number) => `${act}, and ask for ${waiting}`,
  ask: (count: number) => (count === 1 ? 'Ask for 1 refund' : `Ask for ${count} refunds`),
  label: 'Refund',
  acting: 'The refunds are being made. You can close this page: they are made all the same.',
  lost: 'Whether all of it was done is not known',
  lost_what:
    'No answer came. The list is looked at again: below is how it stands now. Refund the rest when you are ready; nothing is refunded twice.',
  result: 'What became of it',
  made: (count: number, sums: string) =>
    count === 0 ? 'Nothing was refunded.' : `Refunded: ${count} (${sums})`,
  counts: {
    ready: 'Ready',
    refunded: 'Refunded now',
    done: 'Refunded before',
    waiting: 'Second person',
    refused: 'Not refunded',
  },
  close: 'Close and begin another list',
  columns: {
    line: 'Line',
    order: 'Pay-in',
    merchant: 'Merchant',
    outcome: 'Outcome',
    amount: 'Amount',
    payee: 'Paid to',
    problem: 'Why',
  },
  outcomes: {
    ready: 'Will be refunded',
    refunded: 'Refunded',
    done: 'Refunded before',
    waiting: 'Second person',
    refused: 'Not refunded',
  },
  refund: 'its refund',
  request: 'the request',
  unnamed: 'not found',
  problems: {
    left: (amount: string) => `Only ${amount} of it is left to refund.`,
    nothing_left: 'It is refunded already, or the bank took it back.',
    funds: 'The merchant’s balance is too small for it after the earlier rows.',
    waiting: 'A second person has to approve it.',
  },
} as const;
