// A recipient of alerts: an address for signed callbacks, or an e-mail address.
import type { AlertChannel } from '../alert/alert-notice.ts';
import type { AttentionKind, Severity } from '../alert/attention-kinds.ts';

export type AlertRecipient = {
  alert_recipient_id: string;
  channel: AlertChannel;
  name: string;
  /** Whose person it is; null: the house's. */
  merchant_id: string | null;
  /** Null: it cannot be decrypted. */
  address: string | null;
  /** Of a callback; null of an e-mail address, and if it cannot be decrypted. */
  secret: string | null;
  previous_secret: string | null;
  previous_secret_until: number | null;
  min_severity: Severity;
  kinds: readonly AttentionKind[];
  enabled: boolean;
  created_at: number;
  failing_since: number | null;
  last_problem: string | null;
  last_delivered_at: number | null;
};
