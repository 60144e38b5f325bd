// The texts of the screen that says from which amount an act needs two people.

export const BAND_TEXTS = {
  title: 'When two people are needed',
  open: 'When two people are needed',
  off: {
    title: 'One person alone can do what two should',
    everything: 'Nothing needs a second person.',
    without_limit: (acts: readonly string[]) =>
      acts.length > 4
        ? `Without a limit: ${acts.slice(0, 3).join(', ')} and ${acts.length - 3} more.`
        : `Without a limit: ${acts.join(', ')}.`,
    by: (who: string, second: string | null) =>
      `Switched off by ${who}${second === null ? '' : `, approved by ${second}`},`,
    unknown: 'The audit trail does not say who switched the rules off.',
  },
  intro:
    'From these amounts on, an act waits until a second person approves it. The sums count what one person did alone in 24 hours, and what was done alone for one payee, merchant or receiving account. Nobody is exempt, and changing an amount needs two people itself.',
  intro_alone:
    'From these amounts on, an act waits until a second person approves it. At present one person alone can change them: set “Change when two people are needed” to always.',
  money: 'Acts with an amount',
  settings: 'Settings and access',
  act: 'What',
  currency: 'Currency',
  every: 'Every other currency',
  needs: 'One act needs two people',
  needs_sum: 'Many acts in 24 hours',
  what_for: 'Limits',
  one_act: 'One act',
  many_acts: 'All such acts that somebody does alone in 24 hours',
  set_by: 'Set',
  is_default: 'Default',
  is_set: 'Set here',
  rules: { always: 'Always', never: 'Never', from: 'From an amount on' },
  from: 'From',
  by_currency: 'By the currency, as below',
  default_title: 'If nobody has set an amount',
  default_what: 'For every act with an amount, and for all acts of 24 hours together:',
  sum: 'in 24 hours',
  decimals: (count: number) => (count === 1 ? '1 decimal' : `${count} decimals`),
  change: 'Change',
  add: 'Set an amount',
  add_what: 'For one act in one currency. It takes the place of the general rule there.',
  what: 'It counts from the moment that a second person approves it, also for what waits already.',
  amount: 'Amount',
  wrong: 'No amount of this currency',
  reason: 'Reason',
  reason_hint: 'Whoever approves it sees this, and the audit trail keeps it.',
  preview: 'What would change',
  same: 'This is how it is now.',
  submit: 'Ask for it',
  done: 'The amounts are changed.',
  back: 'All approvals',
} as const;
