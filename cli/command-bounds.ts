// What the help says of an option’s bounds: those of the request’s field that it sets.
import type { Command, Option } from 'commander';
import { BOUNDS, MERCHANT_BOUNDS, NOTE } from './client/bounds.gen.ts';
import { apiName, commandWords } from './client/options.ts';

type Told = {
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
};
type Operation = keyof typeof BOUNDS;
type MerchantOperation = keyof typeof MERCHANT_BOUNDS;

/** Two operations of the two APIs may have one name. */
type Api = 'operator' | 'merchant';
type Bounds = Readonly<Record<string, Readonly<Record<string, Told>>>>;
const BOUNDS_OF: Readonly<Record<Api, Bounds>> = { operator: BOUNDS, merchant: MERCHANT_BOUNDS };

type Request = {
  readonly api: Api;
  readonly operation: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** The request of a command, and the fields of those options that have another name. */
const request = <Of extends Operation>(
  operation: Of,
  fields: Readonly<Record<string, keyof (typeof BOUNDS)[Of] & string>> = {},
): Request => ({ api: 'operator', operation, fields });

/** The request that a command makes with a merchant's token. */
const asMerchant = (operation: MerchantOperation): Request => ({
  api: 'merchant',
  operation,
  fields: {},
});

const ALLOWED = { allow_ip: 'allowed_ips', scope: 'scopes' } as const;
const FED = { account: 'receiving_account_ids', allow_ip: 'allowed_ips' } as const;

/** The request of each command with bounds; reasons are as long wherever they are asked for. */
const REQUESTS: Readonly<Record<string, Request>> = {
  'alerts settings': request('changeAlertSettings'),
  'alerts recipients add': request('createAlertRecipient', { kind: 'kinds' }),
  'alerts recipients change': request('changeAlertRecipient', { kind: 'kinds' }),
  'merchants create': request('createMerchant'),
  'payers erase': request('erasePayer'),
  'removals allow': request('allowRemoval'),
  'payers erase-customer': request('eraseCustomer'),
  'merchants update': request('updateMerchant'),
  'accounts create': request('createReceivingAccount'),
  'accounts update': request('updateReceivingAccount'),
  'accounts day': request('getAccountDay'),
  'accounts close-day': request('closeAccountDay'),
  'ledger month': request('showMonth'),
  'ledger journal': request('exportJournal'),
  'ledger tally': request('exportTally'),
  'tokens issue': request('issueToken', {
    ...ALLOWED,
    rate_limit: 'rate_limit_per_second',
  }),
  'operator-tokens issue': request('issueOperatorToken', ALLOWED),
  'operator-tokens change': request('changeOperatorToken', ALLOWED),
  'own-tokens issue': request('issueOwnToken', { scope: 'scopes' }),
  'operator-tokens rotate': request('rotateOperatorToken'),
  'rates set': request('putRates', { source: 'rates.source' }),
  'callbacks endpoints add': request('createCallbackEndpoint', { event: 'event_types' }),
  'callbacks endpoints update': request('updateCallbackEndpoint', {
    event: 'event_types',
    address: 'url',
  }),
  'branding set': request('updateBranding', {
    name: 'display_name',
    frame_ancestor: 'frame_ancestors',
    email: 'contact_email',
    phone: 'contact_phone',
    help_url: 'contact_url',
  }),
  'statements import': request('importStatement'),
  'statements guess': request('guessStatement'),
  'feeds issue': request('issueFeedToken', FED),
  'feeds change': request('changeFeedToken', FED),
  'lines list': request('listBankLines'),
  'lines return': request('returnBankLine'),
  'lines add': request('takeBankLines', {
    utr: 'lines.utr',
    text: 'lines.text',
    bank_id: 'lines.bank_id',
  }),
  'lines split': request('splitBankLine', { part: 'parts' }),
  'lines same': request('decideSameLine', { line: 'bank_line_ids' }),
  'lines csv': request('exportBankLines'),
  'lines rules add': request('createLineRule'),
  'lines rules change': request('changeLineRule'),
  'trades list': request('listTrades'),
  'trades export': request('exportTradesWorkbook'),
  'trades complete': request('completeTrade'),
  'trades resolve': request('resolveTrade'),
  'trades refund': request('refundTrade'),
  'refunds import': request('importRefunds'),
  report: request('exportReport'),
  'customers show': request('showCustomer'),
  'disputes list': request('listDisputes'),
  'disputes decide': request('decideDispute'),
  'disputes message': request('messageDispute'),
  'disputes assign': request('assignDispute'),
  'disputes send-file': request('sendDisputeFile'),
  'payouts batches create': request('createPayoutBatch'),
  'payouts batches take': request('takeIntoPayoutBatch'),
  'payouts batches names': request('listChangedNames'),
  'payouts batches file': request('listChangedNames'),
  'payouts batches problems': request('listFileProblems'),
  'settlements draft': request('draftSettlement'),
  'settlements account set': request('putSettlementAccount'),
  'events resend': request('resendEvents'),
  'deliveries resend': request('resendDelivery'),
  'deliveries resend-many': request('resendEvents'),
  'ledger entries': request('listLedgerEntries'),
  'ledger accounts': request('listLedgerAccounts'),
  'merchants list': request('listMerchants'),
  'accounts list': request('listReceivingAccounts'),
  'people list': request('listPeople'),
  'audit list': request('listAudit'),
  'audit own': request('listOwnAudit'),
  'audit export': request('exportAuditLines'),
  'reports add': request('createScheduledReport', {
    recipient: 'recipients',
  }),
  'reports change': request('changeScheduledReport', {
    recipient: 'recipients',
  }),
  'views save': request('createSavedView', { column: 'columns' }),
  'people invite': request('invitePerson'),
  'sandbox faults set': asMerchant('setSandboxFault'),
};

/** Nobody reaches more than this: a bound that is larger says nothing. */
const TELLING_MOST = 1_000_000;

/** In words; null: nothing that somebody has to know. */
function tellBounds({ maxLength, min, max, maxItems }: Told): string | null {
  if (maxLength !== undefined) return `at most ${maxLength} characters`;
  if (maxItems !== undefined) return `at most ${maxItems}`;
  if (max !== undefined && max <= TELLING_MOST) {
    return min === undefined ? `at most ${max}` : `${min} to ${max}`;
  }
  return null;
}

/** Comes from an answer: nobody makes one up. */
const COPIED = 'expected_version';

/** How long a time or a day is, its form says. */
const HAS_FORM = /<(?:time|day)>/;

const REASONS: Readonly<Record<string, Told>> = { note: NOTE, reason: NOTE };

/** In words; null: nothing that somebody has to know. Without an operation: of reasons. */
export function boundsOfField(
  asked: Pick<Request, 'api' | 'operation'> | undefined,
  field: string,
): string | null {
  const fields = asked === undefined ? REASONS : BOUNDS_OF[asked.api][asked.operation];
  const told = fields?.[field];
  return told === undefined || field === COPIED ? null : tellBounds(told);
}

/** What the help adds to the option’s description; null: nothing. */
function boundsOfOption(asked: Request | undefined, option: Option): string | null {
  if (HAS_FORM.test(option.flags)) return null;
  const name = apiName(option.attributeName());
  return boundsOfField(asked, asked?.fields[name] ?? name);
}

/** Call it once all options are there. */
export function addBounds(program: Command): void {
  for (const command of program.commands) {
    const asked = REQUESTS[commandWords(command)];
    for (const option of command.options) {
      const told = boundsOfOption(asked, option);
      if (told !== null) option.description += ` (${told})`;
    }
    addBounds(command);
  }
}
