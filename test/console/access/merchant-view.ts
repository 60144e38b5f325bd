// What the people of a merchant see of each screen: their own merchant's things, or that it is
// forbidden. A screen of ../screens.ts without a row here fails the test.

/** One thing of each kind that a merchant has. */
export type Things = {
  merchant_id: string;
  name: string;
  trade_id: string;
  order_id: string;
  /** Of the trade. */
  client_id: string;
  settlement_id: string;
  dispute_id: string;
  scheduled_report_id: string;
  /** The end of the address of a delivery. */
  delivery: string;
};

export type OwnScreen = {
  /** Its query names the thing. */
  is_thing?: true;
  /** Their viewers are told that it is forbidden. */
  admins_only?: true;
  /** Filled with another merchant's things, it is an address that somebody typed. */
  address: (things: Things) => string;
  /** On the page, and only there if it is theirs. */
  shows: (own: Things) => string | RegExp;
  /** The acts that their administrators are offered; their viewers are offered only `anyone`. */
  acts?: readonly string[];
  anyone?: readonly string[];
};

type View = OwnScreen | 'forbidden';

const ofMerchant =
  (tab: string) =>
  ({ merchant_id }: Things) =>
    `/merchants/${merchant_id}${tab}`;

const name = (own: Things) => own.name;

export const MERCHANT_VIEW: Readonly<Record<string, View>> = {
  '/': { address: () => '/', shows: () => 'Today' },
  '/trades': { address: () => '/trades', shows: (own) => own.order_id, acts: ['Export'] },
  '/trades/$merchant_id/$id': {
    address: ({ merchant_id, trade_id }) => `/trades/${merchant_id}/${trade_id}`,
    shows: (own) => own.order_id,
  },
  '/trades/customer': {
    is_thing: true,
    address: ({ merchant_id, client_id }) =>
      `/trades/customer?merchant_id=${merchant_id}&client_id=${client_id}`,
    shows: name,
  },
  '/trades/refunds': 'forbidden',
  '/search': {
    address: ({ order_id }) => `/search?q=${order_id}`,
    shows: (own) => own.order_id,
  },
  '/payouts': 'forbidden',
  '/payouts/batches': 'forbidden',
  '/payouts/batches/$id': 'forbidden',
  '/payouts/answers': 'forbidden',
  '/ledger': 'forbidden',
  '/ledger/entries': 'forbidden',
  '/ledger/months': 'forbidden',
  '/ledger/verify': 'forbidden',
  '/ledger/proofs': 'forbidden',
  '/verify': 'forbidden',
  '/bank': 'forbidden',
  '/bank/lines/$id': 'forbidden',
  '/bank/review': 'forbidden',
  '/bank/import': 'forbidden',
  '/bank/waiting': 'forbidden',
  '/bank/waiting/$id': 'forbidden',
  '/bank/owed': 'forbidden',
  '/bank/days': 'forbidden',
  '/bank/days/$account_id/$day': 'forbidden',
  '/bank/rules': 'forbidden',
  '/bank/rules/$id': 'forbidden',
  '/settlements': { address: () => '/settlements', shows: name },
  '/settlements/$merchant_id/$id': {
    address: ({ merchant_id, settlement_id }) => `/settlements/${merchant_id}/${settlement_id}`,
    shows: name,
  },
  '/merchants': { address: () => '/merchants', shows: name },
  '/merchants/$id': { address: ofMerchant(''), shows: name },
  '/merchants/$id/tariffs': 'forbidden',
  '/merchants/$id/limits': { address: ofMerchant('/limits'), shows: name },
  '/merchants/$id/tokens': {
    address: ofMerchant('/tokens'),
    shows: () => 'Active',
    acts: ['Issue a token', 'Revoke', 'Rotate'],
  },
  '/merchants/$id/endpoints': {
    address: ofMerchant('/endpoints'),
    shows: () => 'Bookkeeping',
    acts: ['Add an endpoint'],
  },
  '/merchants/$id/endpoints/$number': {
    address: ofMerchant('/endpoints/1'),
    shows: () => 'Bookkeeping',
    acts: ['Change', 'Remove', 'Rotate the secret', 'Send a test event', 'Switch off'],
  },
  '/merchants/$id/branding': {
    address: ofMerchant('/branding'),
    shows: () => 'Name on the page',
    acts: ['Discard changes', 'Save changes', 'Upload a logo'],
  },
  '/merchants/$id/balance': { address: ofMerchant('/balance'), shows: name },
  '/merchants/$id/settlements': { address: ofMerchant('/settlements'), shows: name },
  '/merchants/$id/people': 'forbidden',
  '/accounts': 'forbidden',
  '/accounts/$id': 'forbidden',
  '/callbacks': {
    address: () => '/callbacks',
    shows: (own) => own.order_id,
    acts: ['Send a period again', 'Send again'],
  },
  '/callbacks/$merchant_id/$trade_id/$sequence/$endpoint': {
    address: ({ merchant_id, delivery }) => `/callbacks/${merchant_id}/${delivery}`,
    shows: () => 'deposit.completed',
    acts: ['Send again'],
  },
  '/approvals': 'forbidden',
  '/approvals/bands': 'forbidden',
  '/approvals/$id': 'forbidden',
  '/disputes': { address: () => '/disputes', shows: () => 'Disputes' },
  '/disputes/$merchant_id/$id': {
    address: ({ merchant_id, dispute_id }) => `/disputes/${merchant_id}/${dispute_id}`,
    shows: (own) => own.order_id,
    acts: ['Accept', 'Appeal', 'Withdraw', 'Write'],
  },
  '/reports': { address: () => '/reports', shows: () => 'Period by period' },
  '/reports/scheduled': {
    admins_only: true,
    address: () => '/reports/scheduled',
    shows: () => 'Failed yesterday',
    acts: ['Schedule a report'],
  },
  '/reports/scheduled/$id': {
    admins_only: true,
    address: ({ scheduled_report_id }) => `/reports/scheduled/${scheduled_report_id}`,
    shows: () => 'What was sent',
    acts: [
      'Change: Failed yesterday',
      'Delete: Failed yesterday',
      'Pause: Failed yesterday',
      'Send now: Failed yesterday',
    ],
  },
  '/people': 'forbidden',
  '/people/$id': 'forbidden',
  '/account': {
    address: () => '/account',
    shows: () => 'Authenticator app',
    anyone: ['Add a passkey', 'Change your password', 'Set up'],
  },
  '/settings': 'forbidden',
  '/audit': 'forbidden',
};
