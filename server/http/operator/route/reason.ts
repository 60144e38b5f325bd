// The reason of a change: routes that have no words of their own for it take an optional `note`,
// which becomes part of the entry in the audit trail.
import type { TSchema } from 'typebox';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import { noteField } from '../../../domain/request/common-fields.ts';
import { type RawFields, readRequest } from '../../../domain/request/read-request.ts';
import { optionalField, requestShape } from '../../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { bodyOf, queryOf } from '../../schema/request-schema.ts';
import { request } from '../../schema/shapes.ts';
import type { OperatorRoute } from './route.ts';

const WHY = 'Why, in your words; recorded in the audit trail';
const noted = (description: string) =>
  requestShape('', { note: optionalField(noteField(description)) });
const NOTED = noted(WHY);
/** A proposal is never without a reason. */
const NOTED_IF_APPROVED = noted(`${WHY}; required if a second person has to approve it`);

const noteOf = ({ approval }: OperatorRoute): Readonly<Record<string, TSchema>> =>
  propertiesOf(bodyOf(approval === undefined ? NOTED : NOTED_IF_APPROVED));

/** Changes for which nobody is asked why. */
const WITHOUT_REASON: Readonly<Record<string, string>> = {
  sendDisputeFile: 'the message that goes with the file says why',
  importStatement: 'the file is the reason',
  guessStatement: 'changes nothing',
  importPayoutAnswers: 'the file is the reason',
  importRefunds: 'the list or its `note` gives the reason of each refund',
  takeBankLines: 'sent by programs, line by line',
  tryLineRule: 'changes nothing',
  openDispute: 'its text is the reason',
  messageDispute: 'its text is the reason',
  makeProof: 'changes nothing that was there',
  sharePresence: 'changes nothing: it is forgotten within a minute',
  createSavedView: 'a bookmark of one’s own',
  removeSavedView: 'a bookmark of one’s own',
  shareSavedView: 'a bookmark; who shared it is in the trail',
};

const propertiesOf = (body: TSchema | undefined): Readonly<Record<string, TSchema>> =>
  body !== undefined && 'properties' in body ? Object(body.properties) : {};

/** What people do with their own session, password and factors. */
const isOwn = ({ url }: OperatorRoute) => /^\/(?:session|own_\w+)(?:\/|$)/.test(url);

/** Whether the route has words of its own for the reason. */
const hasReason = ({ body }: OperatorRoute) =>
  ['note', 'reason'].some((name) => name in propertiesOf(body));

function asksForReason(route: OperatorRoute): boolean {
  if (route.method === 'GET' || isOwn(route) || hasReason(route)) return false;
  return !Object.hasOwn(WITHOUT_REASON, route.operation_id);
}

function withNote(route: OperatorRoute): OperatorRoute {
  const { body, upload, operation_id } = route;
  const noted = { ...route, takes_note: true } as const;
  // The body is the file.
  if (upload !== undefined) return { ...noted, query: { ...route.query, ...queryOf(NOTED) } };
  if (body === undefined) {
    const title = `${operation_id[0]?.toUpperCase()}${operation_id.slice(1)}`;
    return { ...noted, body: request(title, noteOf(route)), body_optional: true };
  }
  const title = 'title' in body ? String(body.title) : operation_id;
  return { ...noted, body: request(title, { ...propertiesOf(body), ...noteOf(route) }) };
}

/** The routes as they are served: each change can say why it is made. */
export const withReasons = (routes: readonly OperatorRoute[]): readonly OperatorRoute[] =>
  routes.map((route) => (asksForReason(route) ? withNote(route) : route));

type Given = { fields: RawFields; query: Readonly<Record<string, string>> };

/** The caller with the reason of a request that was checked when it came. */
export const withStoredReason = (
  { takes_note }: OperatorRoute,
  operator: OperatorCaller,
  { note }: RawFields['fields'],
): OperatorCaller =>
  takes_note === true && typeof note === 'string' ? { ...operator, note } : operator;

/** The caller with the reason of their request. A wrong one is reported with the other fields. */
export function withReasonOf(
  route: OperatorRoute,
  operator: OperatorCaller,
  { fields, query }: Given,
): { operator: OperatorCaller; fields: RawFields } | Refusal {
  if (route.takes_note !== true) return { operator, fields };
  const given = { note: fields.fields.note ?? query.note };
  const read = readRequest(NOTED, { fields: given, errors: [] });
  if (!isRefusal(read)) {
    return { operator: read.note === null ? operator : { ...operator, note: read.note }, fields };
  }
  const is_alone = Object.keys(propertiesOf(route.body)).length <= 1;
  if (is_alone) return read;
  return { operator, fields: { ...fields, errors: [...fields.errors, ...(read.errors ?? [])] } };
}
