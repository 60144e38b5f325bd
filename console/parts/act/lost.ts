// What is known of a change whose answer was lost: whether it can be sent again, and where to look.
import type { Request } from '../../api/client.ts';
import { DONE_ONCE, MAKES_ANOTHER } from '../../api/repeats.gen.ts';
import { PLACES } from '../../api/schema.gen.ts';
import { LOST_TEXTS } from '../../texts/acts.ts';

export type Making = (typeof MAKES_ANOTHER)[number];

const { places } = LOST_TEXTS;

type Where = {
  /** How the list is called. */
  readonly name: string;
  /** Null: it stands where the person is. */
  readonly to: string | null;
  readonly search?: { readonly tab: string };
  /** What cannot be seen again, and what to do if it is there. */
  readonly advice?: string;
};

const { secret, link } = LOST_TEXTS.advice;

const OPERATOR_TOKENS: Where = {
  name: places.operator_tokens,
  to: '/settings',
  search: { tab: 'tokens' },
  advice: secret,
};

/** The list in which what was made stands, by the operation that makes another one each time. */
export const MADE_IN: { readonly [N in Making]: Where } = {
  createMerchant: { name: places.merchants, to: '/merchants' },
  issueToken: { name: places.tokens, to: '/merchants/$id/tokens', advice: secret },
  createReceivingAccount: { name: places.accounts, to: '/accounts' },
  createLineRule: { name: places.rules, to: '/bank/rules' },
  issueFeedToken: {
    name: places.feed_tokens,
    to: '/settings',
    search: { tab: 'feeds' },
    advice: secret,
  },
  issueOperatorToken: OPERATOR_TOKENS,
  rotateOperatorToken: OPERATOR_TOKENS,
  issueOwnToken: {
    name: places.own_tokens,
    to: '/account',
    search: { tab: 'tokens' },
    advice: secret,
  },
  createScheduledReport: { name: places.scheduled, to: '/reports/scheduled' },
  draftSettlement: { name: places.settlements, to: '/merchants/$id/settlements' },
  createAlertRecipient: {
    name: places.recipients,
    to: '/settings',
    search: { tab: 'alerts' },
  },
  createSavedView: { name: places.views, to: null },
  invitePerson: { name: places.people, to: '/people', advice: link },
};

export type Lost =
  /** With the same key it is done once. */
  | { readonly kind: 'once' }
  /** The same again changes nothing more. */
  | { readonly kind: 'same' }
  | { readonly kind: 'another'; readonly where: Where; readonly path: Request['path'] }
  | { readonly kind: 'look' };

const isMaking = (name: string): name is Making => MAKES_ANOTHER.some((one) => one === name);

export function lostOf(asked: Request | null): Lost {
  if (asked === null) return { kind: 'look' };
  const { name, path } = asked;
  if (isMaking(name)) return { kind: 'another', where: MADE_IN[name], path };
  if (DONE_ONCE.some((one) => one === name)) return { kind: 'once' };
  return { kind: PLACES[name][0] === 'POST' ? 'look' : 'same' };
}
