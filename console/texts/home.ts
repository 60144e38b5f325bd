// The texts of the desk, and the names of what waits.

export const HOME_TEXTS = {
  nothing: 'Nothing waits for anybody.',
  waits_since: 'Since',
  since: {
    title: 'Since you were here',
    from: 'From',
    nothing: 'Nothing happened that you would want to know.',
    kinds: {
      payins_credited: (count: string, is_one: boolean) =>
        `${count} ${is_one ? 'pay-in' : 'pay-ins'} credited`,
      payouts_paid: (count: string, is_one: boolean) =>
        `${count} ${is_one ? 'pay-out' : 'pay-outs'} paid`,
      payouts_failed: (count: string, is_one: boolean) =>
        `${count} ${is_one ? 'pay-out' : 'pay-outs'} failed`,
      disputes_opened: (count: string, is_one: boolean) =>
        `${count} ${is_one ? 'dispute' : 'disputes'} opened`,
      approvals_for_you: (count: string, is_one: boolean) =>
        `${count} ${is_one ? 'act waits' : 'acts wait'} for your approval`,
      endpoints_failing: (count: string, is_one: boolean) =>
        `${count} ${is_one ? 'endpoint began' : 'endpoints began'} to fail`,
      settings_changed: (count: string, is_one: boolean) =>
        `${count} ${is_one ? 'setting' : 'settings'} changed by colleagues`,
    },
  },
  oldest: 'Oldest:',
  worst: 'Worst:',
  also: (names: readonly string[], more: number) =>
    `Also ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`,
  kinds: {
    payins_to_verify: 'Pay-ins to verify',
    payouts_to_send: 'Pay-outs to pay',
    payouts_unconfirmed: 'Pay-outs without an answer',
    disputes_overdue: 'Disputes past their deadline',
    approvals_waiting: 'Acts for a second person',
    two_people_off: 'Rules for two people are off',
    settlements_waiting: 'Settlements to approve',
    lines_in_suspense: 'Bank lines without a trade',
    lines_waiting: 'Bank lines to compare',
    payins_without_line: 'Pay-ins without a bank line',
    payouts_without_line: 'Pay-outs without a bank line',
    suspense_unequal: 'Suspense and ledger differ',
    books_unsound: 'The books do not add up',
    proofs_missing: 'Daily proofs missing',
    balances_negative: 'Negative balances',
    accounts_near_limit: 'Accounts near their limit',
    payins_over_share: 'Pay-ins lost to a merchant’s share',
    callbacks_failing: 'Callbacks that fail',
    callbacks_exhausted: 'Callbacks given up',
    reports_undelivered: 'Reports that did not arrive',
    imports_unfinished: 'Imports not finished',
    recipients_failing: 'Alerts that do not arrive',
    disk_filling: 'Disk space',
  },
} as const;
