// Says above every page that the database is a copy that nobody has adopted: what rests until then,
// who may adopt it, and for an owner the act itself. Its code is loaded only on a copy.
import { lazy, Suspense } from 'react';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.tsx';

const CopyAlert = lazy(async () => ({ default: (await import('./copy-alert.tsx')).CopyAlert }));
const EVERY_MS = 30_000;

export function CopyNote() {
  const { can } = useSession();
  const { data } = useRead({
    ...readOf('getService', {}),
    enabled: can('alerts.read'),
    refetchInterval: EVERY_MS,
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
