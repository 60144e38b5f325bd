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

/** Of dialogs whose object was decided by others, or whose answer was lost. */
export const MEANWHILE_TEXTS = {
  changed: 'It has been decided or changed since you opened this',
  you: 'you',
  close_first: 'Nothing can be sent from here any more. Close this to see it as it is now.',
  edited: {
    title: 'It has changed since you began',
    what: 'What you typed is still here, but it cannot be saved: it was decided on what was there before.',
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
