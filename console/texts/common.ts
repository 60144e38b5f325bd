// The texts that are everywhere: the product, a copied value, a refused screen, an error.

export const PRODUCT = 'Payment Orders';

export const COMMON_TEXTS = {
  show_all: (rows: number) => `Show all ${rows}`,
  loading: 'Loading…',
  try_again: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
  sign_out: 'Sign out',
  not_signed_out: 'You are still signed in',
  open_menu: 'Menu',
  colours: 'Light or dark',
  nothing: '–',
} as const;

export const ERROR_TEXTS = {
  unreachable: 'The service cannot be reached',
  unreachable_detail: 'Nothing on this page has changed since. It asks again by itself.',
  problem_page: 'What this means',
  request_id: 'Request',
  forbidden: 'Your role does not allow this',
  forbidden_screen: (role: string) => `This screen is not part of your role, ${role}.`,
  forbidden_advice: 'If you need it for your work, ask whoever invited you.',
  forbidden_right: 'It needs the right',
  to_home: 'Go to Home',
  not_found: 'There is nothing here',
  not_found_advice:
    'Check the address. If somebody sent it to you, they may see more than your role does.',
  not_done: 'Not done as asked',
  act_refused: (act: string) => `${act}: not done`,
  act_unknown: (act: string) => `${act}: not known whether it was done`,
  act_not_sent: (act: string) => `${act}: not sent`,
  act_not_sent_detail:
    'The service does not answer, so nothing was sent. What you entered stays; send it when the service answers again.',
  broken: 'This page has failed',
  broken_detail:
    'The service was not asked to do anything. Reload the page; if it fails again, tell whoever runs the service.',
} as const;
