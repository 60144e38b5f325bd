// The keys that encrypt the rows and those that sign the daily proofs.
import { useSession } from '../../session/session.tsx';
import { EncryptionKeys } from './encryption-keys.tsx';
import { ProofKeys } from './proof-keys.tsx';

export function Keys() {
  const { can } = useSession();
  const may_rotate = can('keys.rotate');
  return (
    <>
      <EncryptionKeys may_rotate={may_rotate} />
      {can('ledger.read') ? <ProofKeys may_rotate={may_rotate} /> : null}
    </>
  );
}
