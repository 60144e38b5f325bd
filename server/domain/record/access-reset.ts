// An access that was set anew with a link that somebody else made, as the audit trail has it.
import type { AuditAction } from './audit.ts';

/** A password or all second factors were set anew with a link that somebody made. */
export type AccessReset = {
  person_id: string;
  /** Null: a token that belongs to nobody, so anybody. */
  made_by_person: string | null;
};

/** The entries that say so. */
export const RESET_ACTIONS: readonly AuditAction[] = ['factors_reset', 'person_link_used'];
