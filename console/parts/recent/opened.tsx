// An object's page says by this that it was opened, under which name.
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../session/session.tsx';
import { noteRecent } from './recent.ts';

export function Opened({ name }: { name: string }) {
  const to = useRouterState({ select: ({ location }) => location.pathname });
  const { person_id } = useSession().me;
  useEffect(() => noteRecent(person_id, { to, name }), [person_id, to, name]);
  return null;
}
