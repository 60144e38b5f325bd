// The cell that has a proposal, for a request that names proposals of several.
import type { PlaceOfProposal } from '../../../app/approval/approve-many.ts';
import { findObject } from '../../../app/cell/find-object.ts';
import { refuseActsIn } from '../../../app/cell/open-for-acts.ts';
import { refuseUnknown } from '../../../domain/service/refusal.ts';
import { parseUuid } from '../../../lib/uuid.ts';
import { cellsAway } from '../../error/reply.ts';
import type { Call } from '../route/route.ts';

/** The given use cases if the service has one cell. */
export function proposalPlaces({ app, cells }: Pick<Call, 'app' | 'cells'>): PlaceOfProposal {
  if (cells === null) return () => Promise.resolve(app);
  return async (id) => {
    const proposal_id = parseUuid(id);
    if (proposal_id === null) return refuseUnknown();
    const found = await findObject(cells, { kind: 'approvals', ids: [proposal_id] });
    if (found.kind === 'away') return cellsAway(found.names);
    if (found.kind !== 'cell') return refuseUnknown();
    return (await refuseActsIn(cells, found)) ?? found.app;
  };
}
