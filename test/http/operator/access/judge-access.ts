// Sends every request as every role, and says where an answer is not what the table of rights says.
import { roleHas } from '../../../../server/domain/access/rights.ts';
import {
  isMerchantRole,
  OPERATOR_ROLES,
  type OperatorRole,
} from '../../../../server/domain/access/roles.ts';
import type { OperatorRoute } from '../../../../server/http/operator/route/route.ts';
import type { OperatorService, Reply } from '../operator-service.ts';
import type { RoleCallers } from './role-callers.ts';

export const NOBODY = '01890000-0000-7000-8000-000000000000';

type Guarded = Pick<OperatorRoute, 'method' | 'url' | 'right' | 'own_merchant'>;

export type Merchants = { own: string; other: string };

type Scoped = 'with' | 'without';

/** The path and body that name this merchant; every other id is nobody's. */
function requestFor({ method, url, own_merchant }: Guarded, merchant_id: string) {
  const named = own_merchant ?? {};
  const param = 'param' in named ? named.param : null;
  const path = url.replace(/:(\w+)/g, (_, name: string) => (name === param ? merchant_id : NOBODY));
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  if ('query' in named) return { path: `${path}?merchant_id=${merchant_id}`, body };
  return { path, body: 'field' in named ? { merchant_id } : body };
}

export type Judged = { line: string; holes: string[] };

const words = (reply: Reply) => JSON.stringify({ ...reply.body, request_id: '' });

/** Rights that the service has no more than the table says, and no fewer. */
export async function judgeRoute(
  service: OperatorService,
  callers: RoleCallers,
  { own, other }: Merchants,
  route: Guarded,
): Promise<Judged> {
  const { method, right, own_merchant } = route;
  const name = `${method.padEnd(6)} ${route.url}`;
  const holes: string[] = [];
  const ask = async (role: OperatorRole, scoped: Scoped, merchant_id: string) => {
    const { path, body } = requestFor(route, merchant_id);
    const authorization = callers.headerOf(role, right, scoped);
    return await service.ask(method, path, { authorization, body });
  };
  const denied = (who: string, reply: Reply) => {
    if (reply.status !== 403 || reply.body.missing_right !== right) {
      holes.push(`${name}: ${who} gets ${reply.status} instead of 403 ${right}`);
    }
  };
  const cells: string[] = [];
  for (const role of OPERATOR_ROLES) {
    const confined = isMerchantRole(role);
    const may = roleHas(role, right) && !(confined && own_merchant === undefined);
    const with_scope = await ask(role, 'with', own);
    const without = await ask(role, 'without', own);
    denied(`${role} without the scope`, without);
    if (!may) denied(role, with_scope);
    else if ([401, 403, 500].includes(with_scope.status) && !isSessionOnly(with_scope)) {
      holes.push(`${name}: ${role} gets ${with_scope.status}, but has ${right}`);
    }
    const cell = `${with_scope.status}/${without.status}`;
    if (!confined) cells.push(cell);
    else cells.push(`${cell}/${await judgeOther(role, may, with_scope)}`);
  }

  /** Another merchant, existing or not, is answered like nothing at all. */
  async function judgeOther(role: OperatorRole, may: boolean, own_reply: Reply): Promise<number> {
    const theirs = await ask(role, 'with', other);
    const nobody = await ask(role, 'with', NOBODY);
    if (words(theirs) !== words(nobody) || theirs.status !== nobody.status) {
      holes.push(`${name}: ${role} can tell another merchant from one that does not exist`);
    }
    const as_a_stranger = 'caller' in (own_merchant ?? {}) ? own_reply.status : 404;
    const expected = may ? as_a_stranger : 403;
    if (theirs.status !== expected) {
      holes.push(`${name}: ${role} gets ${theirs.status} for another merchant`);
    }
    return theirs.status;
  }

  return { line: `${name.padEnd(52)} ${right.padEnd(27)} ${cells.join('  ')}`, holes };
}

/** Routes about one's own session answer a token that it has none. */
const isSessionOnly = ({ status, body }: Reply) =>
  status === 403 && body.missing_right === undefined;

export const HEAD = [
  'Status with the scope of the right / without it / with it, naming another merchant.',
  `${''.padEnd(52)} ${'right'.padEnd(27)} ${OPERATOR_ROLES.join('  ')}`,
].join('\n');
