// Adds a message to a dispute. If the party answers that it waits for, it waits for operators.
import type { ChangeDispute } from '../batch/command.ts';
import type { Change, Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { type DisputeMessage, mostFiles, mostMessages } from '../record/dispute-message.ts';
import type { Dispute, DisputeState } from '../record/dispute-record.ts';
import type { Actor } from '../record/origin.ts';
import type { Trade } from '../record/trade.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { changedDispute, decidedDispute, foundDispute, tellDispute } from './dispute-change.ts';

type Message = Extract<ChangeDispute['step'], { act: 'message' }>;

function stateAfter({ state }: Dispute, role: string): DisputeState {
  return state === `waiting_for_${role}` && role !== 'operator' ? 'waiting_for_operator' : state;
}

const noMore = (what: 'messages' | 'files', { state }: Dispute, role: Actor['role']): Refusal =>
  refuse('act_not_allowed', `A ${role} can add no more ${what} to this dispute.`, {
    extra: { act: 'message', state },
  });

/** Of a file before it is read, as of its message afterwards. */
export function refuseMoreFiles(dispute: Dispute, role: Actor['role']): Refusal | null {
  const is_full = dispute.files >= mostFiles(role) || dispute.messages >= mostMessages(role);
  return is_full ? noMore('files', dispute, role) : null;
}

function refuseMore(dispute: Dispute, role: Actor['role'], has_file: boolean): Refusal | null {
  if (dispute.messages >= mostMessages(role)) return noMore('messages', dispute, role);
  return has_file ? refuseMoreFiles(dispute, role) : null;
}

export function sendMessage(
  world: World,
  command: ChangeDispute,
  step: Message,
  { trade, dispute }: { trade: Trade; dispute: Dispute },
): Verdict {
  const { message_id, text, visibility, file } = step;
  if (dispute.last_message_id === message_id) return foundDispute(trade, dispute);
  const { role, id } = command.actor;
  const refused = refuseMore(dispute, role, file !== null);
  if (refused !== null) return refused;
  const { merchant_id, dispute_id } = dispute;
  const is_told = visibility !== 'internal';
  const number = dispute.messages + 1;
  const author = { role, id };
  const sent_at = world.now;
  const message: DisputeMessage = {
    ...{ merchant_id, dispute_id, number, author, visibility, text, file, sent_at },
  };
  const fields = {
    messages: number,
    last_message_id: message_id,
    files: dispute.files + (file === null ? 0 : 1),
    state: is_told ? stateAfter(dispute, role) : dispute.state,
  };
  const next = changedDispute(dispute, fields, world.now);
  const told = is_told ? tellDispute(trade, next, ['updated'], command, world.now) : [];
  const added: Change = { kind: 'dispute_message_added', message };
  return decidedDispute(trade, next, [added], told);
}
