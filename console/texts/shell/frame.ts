// The texts of the frame: names of places and their groups, which installation this is.

export const NAV_TEXTS = {
  home: 'Home',
  trades: 'Trades',
  verify: 'Verify',
  payouts: 'Pay-outs',
  bank: 'Bank',
  settlements: 'Settlements',
  merchants: 'Merchants',
  accounts: 'Receiving accounts',
  callbacks: 'Callbacks',
  disputes: 'Disputes',
  approvals: 'Approvals',
  ledger: 'Ledger',
  reports: 'Reports',
  people: 'People',
  settings: 'Settings',
  audit: 'Audit',
} as const;

/** What is done on a page of its own, below a place; the palette leads there by these names. */
export const TASK_NAMES = {
  refund_list: 'Refund a list',
  import_statement: 'Import a statement',
  bank_answer: 'Import the bank’s answer',
  bands: 'When two people are needed',
} as const;

export const SHELL_TEXTS = {
  own_account: 'Your account',
  places: 'Places',
  groups: {
    today: 'Today',
    money: 'Money',
    bank: 'Bank',
    merchants: 'Merchants',
    developers: 'Developers',
    control: 'Control',
  },
  waits: (count: string) => `${count} to do`,
  modes: { sandbox: 'SANDBOX', live: 'LIVE' },
  modes_what: {
    sandbox: 'Demo data and a simulated bank: no real money moves.',
    live: 'Real money moves.',
  },
  palette: {
    label: 'Go, find, act',
    hint: 'Id, order, UTR, last digits, amount, name, place',
    list: 'What you can go to, find and do',
    recent: 'Opened last',
    acts: 'On this screen',
    places: 'Go to',
    tasks: 'Do',
    named: 'Go and act',
    all: (text: string) => `Search for “${text}”`,
    count: (options: number) => (options === 1 ? '1 option' : `${options} options`),
  },
  times_in: (zone: string) => `Times: ${zone}`,
} as const;
