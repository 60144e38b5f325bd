// A route's entry in the reference: parameters, body, answers and errors.
import { type TSchema, Type } from 'typebox';
import { responses } from '../../error/error-schema.ts';
import { withCellsOf } from './combined-answer.ts';
import { MERGED_LISTS } from './merged-lists.ts';
import { withCells } from './merged-schema.ts';
import { pathParam } from './path-param.ts';
import { ProposalSchema } from './proposal-schema.ts';
import type { OperatorRoute } from './route.ts';

function paramNames(url: string): string[] {
  return [...url.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}

const paramsOf = (url: string, names: readonly string[]): TSchema =>
  Type.Object(Object.fromEntries(names.map((name) => [name, pathParam(url, name)])));

/** Their query or body names a record that may not exist. */
const NAMED_ELSEWHERE = ['/customers', '/events', '/events/resend', '/deliveries/resend'];

/** Things of a person: a token that is nobody’s has none. */
const OWN_THINGS = /^\/(?:own_|session)/;

/** What the reference says of a route, with a caller or without. */
type Described = Omit<OperatorRoute, 'right' | 'also_right' | 'own_merchant' | 'handle'>;

function errorsOf({ url, body, upload }: Described): number[] {
  const may_miss =
    paramNames(url).length > 0 || NAMED_ELSEWHERE.includes(url) || OWN_THINGS.test(url);
  const takes_body = body !== undefined || upload !== undefined;
  return [
    ...(body === undefined ? [] : [400]),
    401,
    403,
    ...(may_miss ? [404] : []),
    ...(takes_body ? [413, 415] : []),
    422,
    429,
    503,
  ];
}

/** Whether the whole request may wait for a second person. */
const mayWait = ({ approval, per_item }: Described): boolean =>
  approval !== undefined && per_item !== true;

/** With what several cells add to it. */
function answerOf({ operation_id, combined, answer }: Described): TSchema {
  if (combined !== undefined) return withCellsOf(combined, answer);
  const list = MERGED_LISTS.get(operation_id);
  return list === undefined ? answer : withCells(answer, list.rows);
}

export function schemaOf(route: Described): object {
  const names = paramNames(route.url);
  const { body, query, upload, description, produces, sets_cookie, has_digest } = route;
  const answer = answerOf(route);
  return {
    operationId: route.operation_id,
    tags: [route.tag],
    summary: route.summary,
    ...(description === undefined ? {} : { description }),
    ...(names.length === 0 ? {} : { params: paramsOf(route.url, names) }),
    ...(query === undefined ? {} : { querystring: Type.Object({ ...query }) }),
    ...(body === undefined ? {} : { body }),
    ...(upload === undefined ? {} : { consumes: upload }),
    ...(produces === undefined ? {} : { produces }),
    answer_headers: [
      ...(sets_cookie === true ? ['Set-Cookie'] : []),
      ...(has_digest === true ? ['Repr-Digest'] : []),
    ],
    response: {
      ...responses(route.status ?? 200, answer, ...errorsOf(route)),
      ...(mayWait(route) ? { 202: ProposalSchema } : {}),
    },
  };
}
