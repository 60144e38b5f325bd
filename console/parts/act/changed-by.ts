// The refusal that names who changed a setting, a trade, a dispute or a bank line meanwhile.
import { Problem } from '../../api/client.ts';
import { auditWords } from '../../texts/audit.ts';
import { ACTS_DONE } from '../../texts/trade-words.ts';
import type { Now } from './about.ts';

const TRADE_ACTS: Readonly<Record<string, string>> = ACTS_DONE;

/** An act on a trade, or one that the audit trail has. */
const wordsOf = (act: string): string => TRADE_ACTS[act] ?? auditWords(act);

/** Who was first, and when; null: the act was not refused for this. */
export function changedBy(error: unknown): Now | null {
  if (!(error instanceof Problem) || error.body.code !== 'changed_meanwhile') return null;
  const { changed_act: act, changed_by: name = null, changed_at: at = null } = error.body;
  const what = act === undefined ? error.body.detail : wordsOf(act);
  return { version: '', actor: { name }, what, at };
}
