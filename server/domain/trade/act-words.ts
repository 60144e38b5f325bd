// Acts on trades in words: the acts that cannot be done, and those that are possible instead.
import { type Act, actsFrom, type Trade } from '../record/trade.ts';

/** The words after "cannot". */
const WORDS: Readonly<Record<Act, string>> = {
  create: 'be created',
  assign: 'get a receiving account',
  attach_utr: 'take a UTR',
  match: 'take a bank line',
  unmatch: 'give up a bank line',
  recall: 'give back a part to the bank',
  charge: 'be charged',
  refund: 'be refunded',
  confirm: 'be confirmed',
  complete: 'be completed',
  take: 'be taken',
  release: 'be released',
  fail: 'be failed',
  cancel: 'be canceled',
  expire: 'expire',
  dispute: 'be disputed',
  resolve: 'be resolved',
  reverse: 'be reversed',
  update_dispute: 'be updated about a dispute',
};

export const actInWords = (act: Act): string => WORDS[act];

/** Acts of the service itself: by its timers, on its pages, or with bank lines. */
const OF_THE_SERVICE: ReadonlySet<Act> = new Set([
  'create',
  'assign',
  'match',
  'unmatch',
  'recall',
  'charge',
  'expire',
  'update_dispute',
]);

/** A sentence with the acts that are possible on the trade. */
export function possibleActs({ direction, state }: Pick<Trade, 'direction' | 'state'>): string {
  const acts = actsFrom(direction, state).filter((act) => !OF_THE_SERVICE.has(act));
  return acts.length === 0
    ? 'Nothing can be done with it any more.'
    : `Possible are: ${acts.join(', ')}.`;
}
