// Everything that the service sends by itself goes through here, each kind by its name: nothing
// leaves a copy of the database before somebody has adopted it.
import type { App } from '../app/process/app.ts';
import { type CallbackClient, createCallbackClient } from './callback-client.ts';
import { createMailClient, type MailClient, type MailServer } from './mail-client.ts';

/** What is sent, and the ways by which it goes. */
export const OUTGOING = {
  callback: ['post'],
  test_event: ['post'],
  notice: ['post', 'send'],
  report: ['post', 'send'],
} as const satisfies Readonly<Record<string, readonly ('post' | 'send')[]>>;
export type OutgoingKind = keyof typeof OUTGOING;

type Senders = Pick<CallbackClient, 'post'> & Pick<MailClient, 'send'>;

export type Outgoing = {
  readonly [Kind in OutgoingKind]: Pick<Senders, (typeof OUTGOING)[Kind][number]>;
} & { close(): Promise<void> };

/** Thrown instead of sending: whatever waits is sent once the copy was adopted. */
export class NotAdopted extends Error {
  override readonly name = 'NotAdopted';

  constructor(kind: OutgoingKind) {
    super(`A copy of the database sends nothing before it was adopted: no ${kind}`);
  }
}

export function createOutgoing(
  app: Pick<App, 'settings' | 'allow_local_callbacks' | 'private_places'>,
  mail: MailServer | null,
): Outgoing {
  const client = createCallbackClient({
    allow_local: app.allow_local_callbacks,
    places: app.private_places,
    now: app.settings.now,
  });
  const mails = createMailClient(mail);
  const leave = async <Result>(kind: OutgoingKind, go: () => Promise<Result>): Promise<Result> => {
    const { copy } = await app.settings.current();
    if (copy !== null) throw new NotAdopted(kind);
    return await go();
  };
  const sendersOf = (kind: OutgoingKind): Senders => ({
    post: (callback) => leave(kind, () => client.post(callback)),
    send: (one) => leave(kind, () => mails.send(one)),
  });
  return {
    callback: sendersOf('callback'),
    test_event: sendersOf('test_event'),
    notice: sendersOf('notice'),
    report: sendersOf('report'),
    close: () => client.close(),
  };
}
