// Adds a message to a dispute. If the party answers that it waits for, it waits for operators.
import type { ChangeDispute } from '../batch/command.ts';
import type { Change, Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { type DisputeMessage, mostFiles, mostMessages } from '../record/dispute-message.ts';
import type { Dispute, DisputeState } from '../record/dispute-record.ts';
import type { Actor, Trade } from '../record/trade.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { changedDispute, decidedDispute, foundDispute, tellDispute } from './dispute-change.ts';

type Message = Extract<ChangeDispute['step'], { act: 'message' }>;

function stateAfter({ state }: Dispute, role: string): DisputeState {
  return state === `waiting_for_${role}` && role !== 'operator' ? 'waiting_for_operator' : state;
}

function refuseMore(dispute: Dispute, role: Actor['role'], has_file: boolean): Refusal | null {
  const extra = { act: 'message', state: dispute.state };
  if (dispute.messages >= mostMessages(role)) {
    const detail = `A ${role} can add no more messages to this dispute.`;
    return refuse('act_not_allowed', detail, { extra });
  }
  if (!has_file || dispute.files < mostFiles(role)) return null;
  return refuse('act_not_allowed', `A ${role} can add no more files to this dispute.`, { extra });
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
