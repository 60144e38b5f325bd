// What a working day does: where its control is on the screen, and the request behind it.
import type { Locator, Page } from 'playwright-core';

/** Addresses in the API of what the day works on; of the account its id. */
export type DayWork = {
  proposal: string;
  dispute: string;
  payout: string;
  line: string;
  account: string;
  merchant: string;
};

export type DayAct = {
  what: string;
  screen: (day: DayWork) => string;
  control: (page: Page) => Locator;
  path: (day: DayWork) => string;
  method?: 'GET';
  body?: object;
};

/** A button may show its key after its name. */
const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });

export const DAY_ACTS: readonly DayAct[] = [
  {
    what: 'imports a statement',
    screen: () => '/bank/import',
    control: (page) => page.locator('input[type=file]'),
    path: ({ account }) => `/statements?receiving_account_id=${account}`,
  },
  {
    what: 'decides a bank line',
    screen: ({ line }) => `/bank${line.replace('bank_lines', 'lines')}`,
    control: button('Undo'),
    path: ({ line }) => `${line}/undo`,
    body: { note: 'Trying' },
  },
  {
    what: 'takes a pay-out',
    screen: ({ payout }) => payout,
    control: button('Put back'),
    path: ({ payout }) => `${payout}/take`,
    body: { note: 'Trying' },
  },
  {
    what: 'approves',
    screen: ({ proposal }) => proposal,
    control: button('Approve'),
    path: ({ proposal }) => `${proposal}/approve`,
    body: {},
  },
  {
    what: 'answers a dispute',
    screen: ({ dispute }) => dispute,
    control: button('Write'),
    path: ({ dispute }) => `${dispute}/message`,
    body: { text: 'Trying', visibility: 'shared' },
  },
  {
    what: 'rotates a token',
    screen: ({ merchant }) => `${merchant}/tokens`,
    control: button('Rotate'),
    path: ({ merchant }) => `${merchant}/tokens`,
    body: { mode: 'token', note: 'Trying' },
  },
  {
    what: 'exports trades',
    screen: () => '/trades',
    control: button('Export'),
    path: () => '/trades.csv',
    method: 'GET',
  },
];
