// In a dialog: what became of its object since the dialog opened, and after a lost answer, whether
// the act was done. Nothing is offered before that is known.
import { Alert, Text } from '@mantine/core';
import { Unreachable } from '../../api/client.ts';
import { meanwhileKey } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.tsx';
import { MEANWHILE_TEXTS as texts } from '../../texts/acts.ts';
import { Moment } from '../moment.tsx';
import { actorWords } from '../names/actor-words.ts';
import type { About, Now } from './about.ts';
import { changedBy } from './changed-by.ts';
import { type Meanwhile, meanwhileOf } from './meanwhile-of.ts';

const EVERY_MS = 3_000;

type Sent = {
  readonly is_pending: boolean;
  readonly error: unknown;
  /** When the answer was lost or came; 0: nothing was sent. */
  readonly answered_at: number;
};

/**
 * `about` is null if nobody else decides about it, or if only the answer tells: of settings, which
 * are changed much more rarely. Whatever it is about, a refusal for its version says who was first.
 */
export function useMeanwhile(
  about: About | null,
  { is_pending, error, answered_at }: Sent,
): Meanwhile {
  const { data, dataUpdatedAt: read_at } = useRead({
    queryKey: meanwhileKey(about?.kind, about?.id, about?.version),
    queryFn: ({ signal }) => {
      if (about === null) throw new Error('Nothing to look at');
      return about.look(signal);
    },
    enabled: about !== null,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { live: true },
  });
  // The refusal names who was first before the object has been read again.
  const first = is_pending ? null : changedBy(error);
  if (first !== null) return { kind: 'changed', now: first } as const;
  return meanwhileOf(about, {
    now: data,
    is_pending,
    is_lost: error instanceof Unreachable,
    is_read_since: read_at > answered_at,
  });
}

function Who({ now: { actor } }: { now: Now }) {
  const { me } = useSession();
  if (actor === null) return null;
  if ('id' in actor && actor.id !== null && actor.id === me.person_id) return <> · {texts.you}</>;
  const words = 'role' in actor ? actorWords(actor) : actor.name;
  return words === null ? null : <> · {words}</>;
}

/** What was done, by whom and when. */
export function DoneBy({ now }: { now: Now }) {
  return (
    <Text size="sm" fw={600} component="div">
      {now.what}
      <Who now={now} />
      {now.at === null ? null : (
        <>
          {' '}
          · <Moment at={now.at} />
        </>
      )}
    </Text>
  );
}

export function MeanwhileNote({ meanwhile }: { meanwhile: Meanwhile }) {
  if (meanwhile.kind === 'same') return null;
  if (meanwhile.kind !== 'changed') {
    const { title, what } = texts[meanwhile.kind];
    return (
      <Alert color="yellow" title={title} role="alert">
        <Text size="sm">{what}</Text>
      </Alert>
    );
  }
  return (
    <Alert color="orange" title={texts.changed} role="alert">
      <DoneBy now={meanwhile.now} />
      <Text size="sm">{texts.close_first}</Text>
    </Alert>
  );
}
