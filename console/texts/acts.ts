// The texts of the dialogs in which something is done, and of what happens meanwhile.

export const ACT_TEXTS = {
  reason: 'Reason',
  reason_stays: 'Stays in the audit trail with your name.',
  usual_reasons: 'Usual reasons',
  not_now: 'Not now',
} as const;

export const FORM_TEXTS = {
  why: 'Reason (may be left out)',
  merchant: 'Merchant',
  merchant_hint: 'Type a part of the name.',
  no_merchant: 'No merchant has such a name.',
  once: {
    title: 'Shown only now',
    until: 'Works until',
    stored: 'I have it; close',
  },
} as const;

const YES_OR_NO = { true: 'Yes', false: 'No' } as const;

export const yesOrNo = (flag: boolean): string => YES_OR_NO[`${flag}`];

/** Of dialogs whose object was decided by others, or whose answer was lost. */
export const MEANWHILE_TEXTS = {
  changed: 'It has been decided or changed since you opened this',
  you: 'you',
  close_first: 'Nothing can be sent from here any more. Close this to see it as it is now.',
  edited: {
    title: 'It has changed since you began',
    what: 'What you typed is still here. Before it can be saved, see what somebody else has changed.',
    before: 'As you began',
    theirs: 'Now',
    mine: 'Typed by you',
    keep: 'Go on with what I typed',
    renew: 'Show it as it is now',
  },
  unknown: {
    title: 'Whether it was done is not known',
    what: 'No answer came. The console looks at what became of it; wait, or close this and look yourself.',
  },
  not_done: {
    title: 'It was not done so far',
    what: 'No answer came, and it was looked at again: nothing has changed. You can send it again; it is not done twice.',
  },
} as const;

/** Of an act whose answer was lost, when only the person can look what became of it. */
export const LOST_TEXTS = {
  once: 'No answer came. Send it again from here: it is done once, even if the first try was done.',
  same: 'No answer came. Send it again: the same once more changes nothing.',
  look: 'No answer came, so it may have been done. Close this and look before you do it again.',
  another: (list: string) =>
    `No answer came, so it may have been done. Look in “${list}” first: if it is not there, send it again; if it is, sending it again makes a second one. What you typed stays here.`,
  open: (list: string) => `Open ${list} in another tab`,
  repeating: {
    title: 'No answer came; it is sent again',
    what: 'As the same request, which is done once. You will see here what became of it.',
  },
  advice: {
    secret: 'If it is there, its secret cannot be seen any more: revoke it, and make another.',
    link: 'If the person is there, make a new link on their page: the first one cannot be seen any more.',
  },
  places: {
    merchants: 'Merchants',
    tokens: 'API tokens',
    accounts: 'Receiving accounts',
    rules: 'Rules of the house',
    feed_tokens: 'Feed tokens',
    operator_tokens: 'Operator tokens',
    own_tokens: 'Your tokens',
    scheduled: 'Scheduled reports',
    settlements: 'Settlements',
    recipients: 'Recipients',
    views: 'Saved views',
    people: 'People',
  },
} as const;
