// What the help says of an option’s bounds: those of the request’s field of the same name.
import type { Command, Option } from 'commander';
import { BOUNDS, NOTE } from './client/bounds.gen.ts';
import { apiName, commandWords } from './client/options.ts';

type Told = {
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
};
type Operation = keyof typeof BOUNDS;

/** The request of each command with bounds; reasons are as long wherever they are asked for. */
const REQUESTS: Readonly<Record<string, Operation>> = {
  'alerts settings': 'changeAlertSettings',
  'alerts recipients add': 'createAlertRecipient',
  'alerts recipients change': 'changeAlertRecipient',
  'merchants create': 'createMerchant',
  'merchants update': 'updateMerchant',
  'accounts create': 'createReceivingAccount',
  'accounts update': 'updateReceivingAccount',
  'accounts day': 'getAccountDay',
  'accounts close-day': 'closeAccountDay',
  'operator-tokens change': 'changeOperatorToken',
  'operator-tokens rotate': 'rotateOperatorToken',
  'callbacks endpoints add': 'createCallbackEndpoint',
  'callbacks endpoints update': 'updateCallbackEndpoint',
  'branding set': 'updateBranding',
  'statements import': 'importStatement',
  'statements guess': 'guessStatement',
  'feeds issue': 'issueFeedToken',
  'feeds change': 'changeFeedToken',
  'lines list': 'listBankLines',
  'lines return': 'returnBankLine',
  'lines csv': 'exportBankLines',
  'lines rules add': 'createLineRule',
  'lines rules change': 'changeLineRule',
  'trades list': 'listTrades',
  'trades export': 'exportTradesWorkbook',
  'trades complete': 'completeTrade',
  'trades resolve': 'resolveTrade',
  'trades refund': 'refundTrade',
  report: 'exportReport',
  'disputes list': 'listDisputes',
  'disputes decide': 'decideDispute',
  'disputes message': 'messageDispute',
  'disputes assign': 'assignDispute',
  'disputes send-file': 'sendDisputeFile',
  'payouts batches create': 'createPayoutBatch',
  'payouts batches take': 'takeIntoPayoutBatch',
  'payouts batches names': 'listChangedNames',
  'payouts batches file': 'listChangedNames',
  'settlements draft': 'draftSettlement',
  'settlements account set': 'putSettlementAccount',
  'events resend': 'resendEvents',
  'deliveries resend': 'resendDelivery',
  'deliveries resend-many': 'resendEvents',
  'ledger entries': 'listLedgerEntries',
  'audit list': 'listAudit',
  'audit own': 'listOwnAudit',
  'audit export': 'exportAuditLines',
  'views save': 'createSavedView',
  'people invite': 'invitePerson',
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

/** How long a time or a day is, its form says. */
const HAS_FORM = /<(?:time|day)>/;

const REASONS: Readonly<Record<string, Told>> = { note: NOTE, reason: NOTE };

/** What the help adds to the option’s description; null: nothing. */
export function boundsOfOption(operation: string | undefined, option: Option): string | null {
  if (HAS_FORM.test(option.flags)) return null;
  const requests: Readonly<Record<string, Readonly<Record<string, Told>>>> = BOUNDS;
  const fields = operation === undefined ? REASONS : requests[operation];
  const told = fields?.[apiName(option.attributeName())];
  return told === undefined ? null : tellBounds(told);
}

/** Call it once all options are there. */
export function addBounds(program: Command): void {
  for (const command of program.commands) {
    const operation = REQUESTS[commandWords(command)];
    for (const option of command.options) {
      const told = boundsOfOption(operation, option);
      if (told !== null) option.description += ` (${told})`;
    }
    addBounds(command);
  }
}
