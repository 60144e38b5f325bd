// What is decided about a setting: the record to save, what the audit trail says of it, and what a
// second person is asked.
import type { OperatorRole, RightScope } from '../access/roles.ts';
import type { AuditAction, AuditNote } from '../record/audit.ts';
import type { Identity } from '../record/proposal.ts';
import type { Refusal } from '../service/refusal.ts';
import type { SettingsAsk } from './settings-ask.ts';

/** Who wants the change, as far as the rules ask. */
export type Asker = {
  /** Null: the service itself, or a token of nobody. */
  person_id: string | null;
  operator_token_id: string | null;
  role: OperatorRole;
  /** Null: everything that the role has. */
  scopes: readonly RightScope[] | null;
  /** Set for the people of a merchant. */
  merchant_id: string | null;
  identity: Identity;
  /** A token of nobody made the proposal that is carried out, and this person took its place. */
  is_for_nobody?: true;
};

/** `Ask` is null if one person is always enough. */
export type SettingsDecision<Saved, Ask = SettingsAsk | null> = Pick<
  AuditNote,
  'target' | 'detail'
> & {
  /** What is saved, and what the answer is made from. */
  saved: Saved;
  /** What a second person is asked; null: nothing. */
  ask: Ask;
  /** A word for the audit trail in place of that of the act. */
  action?: AuditAction;
  /** Fields of the answer that nobody sees again. */
  shown_once?: Readonly<Record<string, unknown>>;
};

/** What is asked for is so already: nothing is saved, and nothing is noted. */
export type Unchanged<Saved> = { saved: Saved; is_unchanged: true };

export type SettingsVerdict<Saved, Ask = SettingsAsk | null> =
  | SettingsDecision<Saved, Ask>
  | Unchanged<Saved>
  | Refusal;
