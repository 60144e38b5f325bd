// Who did it: a person by name if this one may see people, else the role and a short id.

import { BOUNDS } from '../api/bounds.gen.ts';
import { call } from '../api/client.ts';
import type { AuditEntry } from '../api/schema.gen.ts';
import { useRead } from '../api/use-read.ts';
import { useSession } from '../session/session.tsx';
import { TEXTS } from '../texts/en.ts';
import { AnchorLink } from './links.tsx';

const LONG_MS = 60_000;
const SHORT = 8;

/** The names of the first people, by their ids. */
function usePeopleNames(): ReadonlyMap<string, string> {
  const { can } = useSession();
  const { data } = useRead({
    queryKey: ['names of people'],
    queryFn: ({ signal }) =>
      call('listPeople', { query: { limit: BOUNDS.listPeople.limit.max }, signal }),
    enabled: can('people.read'),
    staleTime: LONG_MS,
  });
  return new Map(data?.data.map(({ id, name }) => [id, name]));
}

export function ActorName({ actor: { role, id } }: Pick<AuditEntry, 'actor'>) {
  const names = usePeopleNames();
  const name = id === null ? undefined : names.get(id);
  if (id === null || name === undefined) {
    // Ids of one minute begin alike.
    return `${TEXTS.actors[role]}${id === null ? '' : ` …${id.slice(-SHORT)}`}`;
  }
  return (
    <AnchorLink to="/people/$id" params={{ id }}>
      {name}
    </AnchorLink>
  );
}
