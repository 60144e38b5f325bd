// Says above every page that the database is a copy that nobody has adopted: what rests until then,
// who may adopt it, and for an owner the act itself. Its code is loaded only on a copy.
import { lazy, Suspense } from 'react';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.tsx';

const CopyAlert = lazy(async () => ({ default: (await import('./copy-alert.tsx')).CopyAlert }));

export function CopyNote() {
  const { can } = useSession();
  const { data } = useRead({
    ...readOf('getService', {}),
    enabled: can('alerts.read'),
    // Once for the session, after acts, and whenever somebody comes back: a copy is made by people,
    // who start the service anew.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  });
  const copy = data?.copy ?? null;
  return (
    <div role="status">
      {copy === null ? null : (
        <Suspense fallback={null}>
          <CopyAlert copy={copy} />
        </Suspense>
      )}
    </div>
  );
}
