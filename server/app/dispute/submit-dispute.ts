// Gives a command about a dispute to the writer, and finds the dispute that a request names.
import type { ChangeDispute } from '../../domain/batch/command.ts';
import type { MessageStep } from '../../domain/record/dispute-message.ts';
import type { Dispute, DisputeKey } from '../../domain/record/dispute-record.ts';
import type { DisputeStep } from '../../domain/record/dispute-step.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readDispute } from '../../store/dispute/disputes.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { withLastStep } from './last-step.ts';

/** Null if the ids are malformed, or there is no such dispute. */
export async function findDispute(app: App, merchant: string, id: string): Promise<Dispute | null> {
  const [merchant_id, dispute_id] = [parseUuid(merchant), parseUuid(id)];
  if (merchant_id === null || dispute_id === null) return null;
  return await readDispute(app.store.db, { merchant_id, dispute_id });
}

export const disputeTarget = ({ merchant_id, dispute_id }: DisputeKey): string =>
  `disputes/${merchant_id}/${dispute_id}`;

/** The same key sends one message, however often it is sent. */
export function messageStep(
  { text, visibility }: Pick<MessageStep, 'text' | 'visibility'>,
  sender: string,
  key: string | undefined,
): MessageStep {
  const message_id = key === undefined ? newId() : idFrom(`dispute message/${sender}/${key}`);
  return { act: 'message', text, message_id, visibility, file: null };
}

type Command = Parameters<App['writer']['submit']>[0] & {
  kind: 'open_dispute' | 'decide_dispute' | 'change_dispute';
};

export type Submitted = { dispute: Dispute; trade: Trade; found: boolean };

export async function submitDispute(app: App, command: Command): Promise<Submitted | Refusal> {
  const result = expectKind(await app.writer.submit(command), 'dispute');
  if (!isRefusal(result)) return result;
  return result.code === 'not_found' ? refuseUnknown() : await withLastStep(app, command, result);
}

/** A step of a person or of the clock; `audit` records it. */
export function stepCommand(
  dispute: Dispute,
  step: DisputeStep,
  {
    actor,
    note,
    ...more
  }: { actor: Requester; note: string | null } & Pick<
    ChangeDispute,
    'audit' | 'expected_dispute_sequence'
  >,
): ChangeDispute {
  const { merchant_id, trade_id, dispute_id } = dispute;
  return {
    kind: 'change_dispute',
    command_id: newId(),
    actor,
    merchant_id,
    trade_id,
    dispute_id,
    note,
    step,
    ...more,
  };
}
