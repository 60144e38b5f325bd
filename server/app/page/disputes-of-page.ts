// What a customer's page shows of the disputes about its trade.
import type { PageDispute } from '../../domain/page/page-view.ts';
import { SEEN_BY } from '../../domain/record/dispute-message.ts';
import { isBinding } from '../../domain/record/dispute-record.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { readDisputeMessages, type ShownMessage } from '../../store/dispute/dispute-messages.ts';
import { readDisputesOf } from '../../store/dispute/disputes.ts';
import type { App } from '../process/app.ts';

/** A page has a bounded size; whoever needs more asks the merchant. */
const SHOWN_MESSAGES = 10;

function shownMessage({ author: { role }, text, file, sent_at }: ShownMessage) {
  const author = role === 'customer' || role === 'merchant' ? role : ('operator' as const);
  return { author, text: text ?? '', has_file: file !== null, sent_at };
}

export type DisputesOfPage = {
  dispute: PageDispute | null;
  has_contested: boolean;
  /** Of the open one, whoever sees them. */
  messages: number;
};

const NONE: DisputesOfPage = { dispute: null, has_contested: false, messages: 0 };

const MAY_HAVE: readonly Trade['state'][] = ['disputed', 'expired', 'canceled', 'failed'];

/** Nothing is read for pay-outs, and in states in which the page shows nothing of disputes. */
export async function disputesOfPage(app: App, trade: Trade): Promise<DisputesOfPage> {
  if (trade.direction === 'payout' || !MAY_HAVE.includes(trade.state)) return NONE;
  const { db, cipher } = app.store;
  const disputes = await readDisputesOf(db, [trade]);
  const has_contested = disputes.some(({ opener }) => opener.role === 'customer');
  const open = disputes.find(isBinding);
  const shown = open ?? disputes.find(({ opener }) => opener.role === 'customer');
  if (shown === undefined) return { ...NONE, has_contested };
  const messages = await readDisputeMessages(db, cipher, shown, SEEN_BY.customer);
  const dispute = {
    is_open: open !== undefined,
    waits_for_customer: shown.state === 'waiting_for_customer',
    opened_at: shown.opened_at,
    own_message_count: messages.filter(({ author }) => author.role === 'customer').length,
    messages: messages.slice(-SHOWN_MESSAGES).map(shownMessage),
  };
  return { dispute, has_contested, messages: open?.messages ?? 0 };
}
