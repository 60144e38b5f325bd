// Who may do what: every right of the operator API with the roles that have it.
import type { OperatorRole, RightScope } from './roles.ts';

export type RightRow = {
  readonly scope: RightScope;
  /** Who has it: nobody else. */
  readonly roles: readonly OperatorRole[];
  readonly allows: string;
  /** Why these roles, where that is not obvious. */
  readonly reason?: string;
};

const HOUSE = ['owner', 'operator', 'finance', 'viewer'] as const;
const HOUSE_AND_MERCHANTS = [...HOUSE, 'merchant_admin', 'merchant_viewer'] as const;
const OWNER = ['owner'] as const;
const OPERATORS = ['owner', 'operator'] as const;
const FINANCE = ['owner', 'finance'] as const;

export const RIGHT_TABLE = {
  'own.use': {
    scope: 'own',
    roles: ['owner', 'operator', 'finance', 'viewer', 'merchant_admin', 'merchant_viewer'],
    allows: 'Your own password, second factors, sessions and log',
  },
  'views.share': {
    scope: 'own',
    roles: ['owner', 'operator', 'finance', 'merchant_admin'],
    allows: 'Share saved views of the console with colleagues, or stop sharing them',
  },
  'trades.read': {
    scope: 'read',
    roles: HOUSE_AND_MERCHANTS,
    allows: 'Trades, their timeline, paid notices and the list of receipts; numbers are masked',
  },
  'callbacks.read': {
    scope: 'read',
    roles: HOUSE_AND_MERCHANTS,
    allows: 'Events, deliveries and callback endpoints',
  },
  'settlements.read': {
    scope: 'read',
    roles: HOUSE_AND_MERCHANTS,
    allows: 'Settlements with their documents, settlement accounts (masked) and holds',
  },
  'merchants.read': {
    scope: 'read',
    roles: HOUSE_AND_MERCHANTS,
    allows: 'Merchants and their balances',
  },
  'branding.read': {
    scope: 'read',
    roles: HOUSE_AND_MERCHANTS,
    allows: 'The look of payment pages: name, colour, logo, contact',
  },
  'disputes.read': {
    scope: 'read',
    roles: HOUSE_AND_MERCHANTS,
    allows: 'Disputes and their messages',
  },
  'settings.read': {
    scope: 'read',
    roles: HOUSE,
    allows: 'Tariffs, rates, currencies, layouts, ages of encryption keys, how long data is kept',
  },
  'payouts.read': {
    scope: 'read',
    roles: HOUSE,
    allows: 'The queue of pay-outs, batches and attempts; numbers are masked',
  },
  'bank.read': {
    scope: 'read',
    roles: HOUSE,
    allows: 'Receiving accounts (masked), bank lines, suspense, statements, line rules, days',
    reason: 'Trying a statement or a rule changes nothing, so it belongs here too',
  },
  'ledger.read': {
    scope: 'read',
    roles: HOUSE,
    allows: 'Accounts and entries of the ledger, proofs and their public keys',
  },
  'alerts.read': { scope: 'read', roles: HOUSE, allows: 'What needs a decision, with counts' },
  'approvals.read': { scope: 'read', roles: HOUSE, allows: 'Proposals and approval bands' },
  'audit.read': {
    scope: 'audit',
    roles: ['owner', 'finance', 'viewer'],
    allows: 'The audit trail and its export',
    reason: 'Auditors are viewers; whoever decides trades sees only their own log',
  },
  'receipts.open': {
    scope: 'files',
    roles: OPERATORS,
    allows: 'Open and remove the files that payers sent',
    reason: 'Personal data that only deciding a pay-in needs; each opening is in the audit trail',
  },
  'dispute_files.open': {
    scope: 'files',
    roles: ['owner', 'operator', 'merchant_admin'],
    allows: 'Open the files that were sent with messages about disputes',
    reason: 'Merchants’ people only those that their merchant sees; each opening is in the trail',
  },
  'payout_files.open': {
    scope: 'files',
    roles: OPERATORS,
    allows: 'Export a batch of pay-outs and open its files',
    reason: 'They have the full numbers of payees; only paying needs them',
  },
  'exports.make': {
    scope: 'export',
    roles: ['owner', 'finance', 'merchant_admin'],
    allows: 'Trades, bank lines, exceptions and closings as files',
    reason: 'Many rows leave the service at once; a merchant’s administrator gets only its trades',
  },
  'trades.decide': {
    scope: 'trades',
    roles: OPERATORS,
    allows: 'Confirm pay-ins, fail and cancel trades',
  },
  'trades.reverse': {
    scope: 'trades',
    roles: OPERATORS,
    allows: 'Reverse completed trades whose money was taken back',
    reason: 'It follows what the bank did, as other decisions about lines do',
  },
  'disputes.write': {
    scope: 'trades',
    roles: ['owner', 'operator', 'merchant_admin'],
    allows: 'Open disputes, send messages and files, accept, withdraw, appeal',
    reason: 'Merchants’ people do so for their merchant, as its API tokens can',
  },
  'disputes.decide': { scope: 'trades', roles: OPERATORS, allows: 'End disputes' },
  'bank_lines.give': {
    scope: 'bank',
    roles: ['owner', 'operator', 'finance', 'feed'],
    allows: 'Send bank lines and import statements',
    reason: 'A feed’s token does nothing else; its limits are those of the feed',
  },
  'bank_lines.decide': {
    scope: 'bank',
    roles: OPERATORS,
    allows: 'Assign, split, return, credit and undo bank lines',
  },
  'line_rules.change': {
    scope: 'bank',
    roles: OPERATORS,
    allows: 'Rules that decide bank lines',
    reason: 'A rule does what its author could do line by line',
  },
  'payouts.pay': {
    scope: 'payouts',
    roles: OPERATORS,
    allows: 'Take, pay, release and reject pay-outs, fill batches, import banks’ answers',
  },
  'days.close': { scope: 'finance', roles: FINANCE, allows: 'Close days of receiving accounts' },
  'adjustments.add': { scope: 'finance', roles: FINANCE, allows: 'Adjust merchants’ balances' },
  'refunds.make': {
    scope: 'finance',
    roles: FINANCE,
    allows: 'Refund pay-ins',
    reason: 'Nobody who confirms a pay-in can also send its money elsewhere, except an owner',
  },
  'settlements.decide': {
    scope: 'finance',
    roles: FINANCE,
    allows: 'Draft, approve and discard settlements; release holds early',
  },
  'settlement_accounts.change': {
    scope: 'finance',
    roles: FINANCE,
    allows: 'The accounts to which settlements are paid',
    reason: 'Merchants’ people do not: a stolen session could redirect the money',
  },
  'tariffs.change': { scope: 'finance', roles: FINANCE, allows: 'Tariffs of merchants' },
  'rates.change': { scope: 'finance', roles: FINANCE, allows: 'Rates and enabled currencies' },
  'books.verify': {
    scope: 'finance',
    roles: FINANCE,
    allows: 'Verify all books, make a proof now',
    reason: 'It reads everything, so viewers cannot start it',
  },
  'approvals.decide': {
    scope: 'approvals',
    roles: ['owner', 'operator', 'finance'],
    allows: 'Approve and reject proposals of others',
    reason: 'Approving also needs the right to do the act itself',
  },
  'merchants.change': {
    scope: 'merchants',
    roles: OWNER,
    allows: 'Create merchants; their names and settings',
    reason: 'The settings have limits and policies that decide which pay-ins are credited',
  },
  'branding.change': {
    scope: 'merchants',
    roles: ['owner', 'merchant_admin'],
    allows: 'The look of payment pages, and the sites that may frame them',
  },
  'callbacks.change': {
    scope: 'merchants',
    roles: ['owner', 'merchant_admin'],
    allows: 'Callback endpoints and their secrets',
  },
  'callbacks.resend': {
    scope: 'merchants',
    roles: ['owner', 'operator', 'merchant_admin'],
    allows: 'Send callbacks again',
  },
  'merchant_tokens.read': {
    scope: 'merchants',
    roles: ['owner', 'merchant_admin', 'merchant_viewer'],
    allows: 'List merchants’ API tokens; never the tokens themselves',
  },
  'merchant_tokens.change': {
    scope: 'merchants',
    roles: ['owner', 'merchant_admin'],
    allows: 'Issue and revoke merchants’ API tokens',
    reason: 'A token can create pay-outs',
  },
  'receiving_accounts.change': {
    scope: 'accounts',
    roles: OPERATORS,
    allows: 'Receiving accounts: numbers, limits, on and off',
    reason: 'Switching them is daily work; a new number needs a second person',
  },
  'alerts.change': { scope: 'alerts', roles: OPERATORS, allows: 'Acknowledge and set up alerts' },
  'people.read': { scope: 'access', roles: OWNER, allows: 'People, invitations and sessions' },
  'people.change': { scope: 'access', roles: OWNER, allows: 'Invite, change and disable people' },
  'operator_tokens.manage': { scope: 'access', roles: OWNER, allows: 'Operators’ API tokens' },
  'feed_tokens.manage': { scope: 'access', roles: OWNER, allows: 'Tokens of feeds' },
  'approval_bands.change': { scope: 'access', roles: OWNER, allows: 'Approval bands' },
  'retention.change': {
    scope: 'access',
    roles: OWNER,
    allows: 'How long each kind of data is kept',
    reason: 'What has ended is gone for good',
  },
  'payers.erase': {
    scope: 'access',
    roles: OWNER,
    allows: 'Erase the data of a payer',
    reason: 'What is erased is gone for good',
  },
  'keys.rotate': {
    scope: 'access',
    roles: OWNER,
    allows: 'Keys that encrypt the rows and sign the proofs',
  },
  'copies.adopt': {
    scope: 'access',
    roles: OWNER,
    allows: 'Adopt a copy of the database, which sends nothing before',
  },
} as const satisfies Readonly<Record<string, RightRow>>;
