// Who else looks at the same thing: said while the page is open and seen, and told at once.
import { Alert } from '@mantine/core';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { readKey } from '../../api/keys.ts';
import type { SharePresence } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.tsx';
import { LIVE_TEXTS as live } from '../../texts/live.ts';

type Props = Pick<SharePresence, 'subject_type' | 'subject_id'>;

/** The service forgets whoever has said nothing for 40 seconds. */
const EVERY_MS = 10_000;
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

function Others({ subject_type, subject_id }: Props) {
  const { data } = useRead({
    queryKey: readKey('sharePresence', {}, subject_type, subject_id),
    queryFn: ({ signal }) => call('sharePresence', { body: { subject_type, subject_id }, signal }),
    refetchInterval: EVERY_MS,
    staleTime: 0,
    retry: false,
  });
  useEffect(
    () => () => {
      // Whoever closes the page is forgotten by the clock.
      call('sharePresence', { body: { subject_type, subject_id, leaving: true } }).catch(
        () => undefined,
      );
    },
    [subject_type, subject_id],
  );
  const others = data?.data ?? [];
  if (others.length === 0) return null;
  const names = others.map(
    ({ name, since }) => `${name} (${live.since} ${TIME.format(new Date(since))})`,
  );
  return (
    <Alert color="yellow" my="sm" role="status" title={`${live.also_here} ${names.join(', ')}`}>
      {live.ask_first}
    </Alert>
  );
}

/** Only among the operator's own people: a merchant's people are not told who looks. */
export function AlsoHere(props: Props) {
  const { me } = useSession();
  return me.session_id === null || me.merchant_id !== null ? null : <Others {...props} />;
}
