// The texts of the settings that say how long data is kept.
import type { RetentionKind } from '../../api/schema.gen.ts';

const days = (value: number): string => (value === 1 ? '1 day' : `${value.toLocaleString()} days`);

export const RETENTION_TEXTS = {
  title: 'How long data is kept',
  what: 'What is older ends by itself, a few rows at a time, and is gone for good. Amounts, times, states, the ledger and the audit trail always stay.',
  kind: 'Data',
  kept: 'Kept for',
  usual: 'Default',
  oldest: 'Oldest kept',
  ended: 'Ended so far',
  looked: 'Last looked at',
  none_kept: 'None',
  not_yet: 'Not yet',
  never: 'No end',
  days,
  why: 'Why',
  stays: 'What stays',
  bounds: (least: number, most: number, may_stay: boolean) =>
    `From ${least.toLocaleString()} to ${most.toLocaleString()} days.${may_stay ? ' Empty: no end.' : ''}`,
  field: 'Days',
  change: 'Change',
  changed: 'The period is changed.',
  save: 'Save',
  shorter: 'A shorter period needs a second person: what has ended cannot be brought back.',
  kinds: {
    receipts: 'Pictures of payers’ receipts',
    dispute_files: 'Files about disputes',
    proposal_files: 'Statements that wait for a second person',
    sessions: 'From where people were signed in',
    alerts: 'Alerts that are over',
    alert_notices: 'Notices of alerts',
    report_sendings: 'Sendings of reports',
    callback_attempts: 'Single attempts of callbacks',
    deliveries: 'Callbacks of finished trades',
  } satisfies Readonly<Record<RetentionKind['kind'], string>>,
} as const;
