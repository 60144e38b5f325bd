// What the audit trail keeps of an act: who did what to what, and why.
import type { Actor } from './trade.ts';

export type AuditNote = {
  action: string;
  /** A path, as in `trades/MERCHANT/TRADE`. */
  target: string;
  /** What was asked, without secrets and numbers. */
  detail: Readonly<Record<string, unknown>>;
};

export type AuditEntry = AuditNote & { at: number; actor: Actor };
