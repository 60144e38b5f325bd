// Files with messages about disputes: judged by their content, kept without metadata, encrypted,
// and sent as a part of a message.

import type { ChangeDispute } from '../../domain/batch/command.ts';
import { refuseMoreFiles } from '../../domain/dispute/send-message.ts';
import type { MessageVisibility } from '../../domain/record/dispute-message.ts';
import type { Dispute } from '../../domain/record/dispute-record.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../../domain/service/refusal.ts';
import type { Unfit } from '../../lib/picture/picture-content.ts';
import { now } from '../../store/batch/store.ts';
import { deleteUnsentFile, keepDisputeFile } from '../../store/dispute/dispute-files.ts';
import type { App } from '../process/app.ts';
import { idFrom } from '../process/ids.ts';
import { readPictureApart } from '../threads/read-apart.ts';
import type { ReadPicture } from '../threads/readers.ts';
import { disputeTarget, type Submitted, stepCommand, submitDispute } from './submit-dispute.ts';

const MOST_BYTES = LIMITS.receipt_max_bytes;

const BUSY = refuse('unavailable', 'Many files are being read. Send the file again.', {
  retry_after_s: 10,
});

const TOO_LARGE = refuse('body_too_large', `A file may have at most ${MOST_BYTES} bytes.`);

const MESSAGES: Readonly<Record<Unfit['why'], string>> = {
  empty: 'is empty',
  too_large: `may have at most ${MOST_BYTES} bytes`,
  wrong_type: 'must be a JPEG, PNG or WebP picture, by its content',
  damaged: 'is damaged or incomplete',
  mixed: 'has something else hidden in it',
  oversized: 'is too large when it is opened',
  animated: 'is a moving picture',
};

export type FileProblem = Unfit | { kind: 'busy' };

/** What was wrong with a file, for callers of an API. */
export function refuseFile(problem: FileProblem): Refusal {
  if (problem.kind === 'busy') return BUSY;
  if (problem.why === 'too_large') return TOO_LARGE;
  const found = problem.found === null ? '' : `; this is a ${problem.found} file`;
  const message = `${MESSAGES[problem.why]}${found}`;
  return refuseFields([{ field: 'file', code: 'format', message }]);
}

/** The file, as far as it is not larger than allowed. */
export async function bytesOfUpload(
  upload: AsyncIterable<Uint8Array>,
): Promise<Uint8Array | Refusal> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of upload) {
    size += piece.length;
    if (size > MOST_BYTES) return TOO_LARGE;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export type FileWith = {
  actor: Requester;
  text: string;
  visibility: MessageVisibility;
};

type Picture = Extract<ReadPicture, { kind: 'fit' }>;

/** The same file of the same sender for the same readers is sent once. */
function fileIdOf(
  { store: { cipher } }: App,
  { dispute_id }: Dispute,
  { actor, visibility }: FileWith,
  { sha256 }: Picture,
): string {
  const hash = Buffer.from(cipher.lookup(sha256)).toString('hex');
  return idFrom(`dispute file/${dispute_id}/${actor.role}/${visibility}/${hash}`);
}

function messageWith(
  dispute: Dispute,
  { actor, text, visibility }: FileWith,
  picture: Picture,
  file_id: string,
): ChangeDispute {
  const file = { file_id, file_type: picture.type, size_bytes: picture.bytes.length };
  const step = { act: 'message', message_id: file_id, text, visibility, file } as const;
  const detail = { visibility, file_id };
  const audit = {
    action: 'dispute_message_sent' as const,
    target: disputeTarget(dispute),
    detail,
  };
  return stepCommand(dispute, step, { actor, note: null, audit });
}

/**
 * Sends a file with a message. The content is written first: a message never names a file that is
 * not there.
 */
export async function sendDisputeFile(
  app: App,
  dispute: Dispute,
  given: FileWith,
  bytes: Uint8Array,
): Promise<Submitted | 'sent' | Refusal | { problem: FileProblem }> {
  const refused = refuseMoreFiles(dispute, given.actor.role);
  if (refused !== null) return refused;
  const picture = await readPictureApart(bytes, MOST_BYTES);
  if (picture.kind !== 'fit') return { problem: picture };
  const { merchant_id, dispute_id } = dispute;
  const { db, cipher } = app.store;
  const file_id = fileIdOf(app, dispute, given, picture);
  const key = { merchant_id, file_id };
  const file = { ...key, dispute_id, content: picture.bytes, given_at: await now(app.store) };
  if ((await keepDisputeFile(db, cipher, file)) === 'sent') return 'sent';
  const sent = await submitDispute(app, messageWith(dispute, given, picture, file_id));
  if (isRefusal(sent)) await deleteUnsentFile(db, key);
  return sent;
}
