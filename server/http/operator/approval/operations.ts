// Carries out the requests of proposals by the same routes that received them.
import { Readable } from 'node:stream';
import type { Operations } from '../../../app/approval/operations.ts';
import type { ProposedRequest } from '../../../domain/record/proposal.ts';
import { refuse } from '../../../domain/service/refusal.ts';
import { checkAccess, checkBodyAccess } from '../access/check-access.ts';
import { withStoredReason } from '../route/reason.ts';
import type { OperatorRoute } from '../route/route.ts';

const GONE = refuse('not_found', 'This act does not exist any more.');

/** No such request has a file. */
const NO_UPLOAD = Readable.from([]);

export function routedOperations(routes: () => readonly OperatorRoute[]): Operations {
  const routeOf = ({ operation }: ProposedRequest) =>
    routes().find((route) => route.operation_id === operation);
  const operations: Operations = {
    refuseCaller(request, caller) {
      const route = routeOf(request);
      if (route === undefined) return GONE;
      const { params, fields } = request;
      return (
        checkAccess(caller, route, { params, query: {} }) ?? checkBodyAccess(caller, route, fields)
      );
    },
    async run(app, request, caller) {
      const route = routeOf(request);
      if (route === undefined) return GONE;
      return await route.handle({
        app,
        operator: withStoredReason(route, caller, request.fields),
        session_secret: null,
        params: request.params,
        query: {},
        fields: { fields: request.fields, errors: [] },
        idempotency_key: request.idempotency_key ?? undefined,
        upload: NO_UPLOAD,
        live: null,
        operations,
      });
    },
  };
  return operations;
}
