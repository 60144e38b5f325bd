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

export const SHELL_TEXTS = {
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
  times_in: (zone: string) => `Times: ${zone}`,
} as const;
