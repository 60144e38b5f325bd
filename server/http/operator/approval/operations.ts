// Carries out the requests of proposals by the same routes that received them.
import { Readable } from 'node:stream';
import type { CarriedOut, Operations } from '../../../app/approval/operations.ts';
import type { ServedCells } from '../../../app/cell/cells.ts';
import type { ProposedRequest } from '../../../domain/record/proposal.ts';
import { isRefusal, refuse } from '../../../domain/service/refusal.ts';
import { checkAccess, checkBodyAccess } from '../access/check-access.ts';
import { ItemsAnswer } from '../route/items-answer.ts';
import { withStoredReason } from '../route/reason.ts';
import type { OperatorRoute } from '../route/route.ts';

const GONE = refuse('not_found', 'This act does not exist any more.');

/** No such request has a file. */
const NO_UPLOAD = Readable.from([]);

function carriedOut(answer: object): CarriedOut {
  if (isRefusal(answer)) return { kind: 'refused', refusal: answer, answer: null };
  if (!(answer instanceof ItemsAnswer)) return { kind: 'done', answer };
  // A proposal is about one item.
  const [refused = null] = answer.refusals;
  if (refused === null) return { kind: 'done', answer: answer.body };
  const { code, detail } = refused;
  return { kind: 'refused', refusal: refuse(code, detail), answer: answer.body };
}

/** `cells`: null for a service with one cell. */
export function routedOperations(
  routes: () => readonly OperatorRoute[],
  cells: ServedCells | null,
): Operations {
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
    shownOnce: (request) => routeOf(request)?.shows_once ?? [],
    async run(app, request, caller) {
      const route = routeOf(request);
      if (route === undefined) return carriedOut(GONE);
      const answer = await route.handle({
        app,
        operator: withStoredReason(route, caller, request.fields),
        session_secret: null,
        params: request.params,
        query: {},
        fields: { fields: request.fields, errors: [] },
        idempotency_key: request.idempotency_key ?? undefined,
        upload: NO_UPLOAD,
        live: null,
        cells,
        operations,
      });
      return carriedOut(answer);
    },
  };
  return operations;
}
