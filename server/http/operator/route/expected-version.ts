// The version of a setting on which somebody decided: routes that change such a setting take an
// optional `expected_version`.
import type { TSchema } from 'typebox';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import { type RawFields, readRequest } from '../../../domain/request/read-request.ts';
import { requestShape } from '../../../domain/request/request-shape.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { EXPECTED_VERSION } from '../../../domain/setting/setting-version.ts';
import { bodyOf } from '../../schema/request-schema.ts';
import { request } from '../../schema/shapes.ts';
import type { OperatorRoute } from './route.ts';

const NAME = 'expected_version';
const SHAPE = requestShape('', { [NAME]: EXPECTED_VERSION });

const propertiesOf = (body: TSchema | undefined): Readonly<Record<string, TSchema>> =>
  body !== undefined && 'properties' in body ? Object(body.properties) : {};

function withVersion(route: OperatorRoute): OperatorRoute {
  const { body } = route;
  const title = body !== undefined && 'title' in body ? String(body.title) : route.operation_id;
  return {
    ...route,
    body: request(title, { ...propertiesOf(body), ...propertiesOf(bodyOf(SHAPE)) }),
  };
}

/** The routes as they are served: a change of such a setting can name what it was decided on. */
export const withVersions = (routes: readonly OperatorRoute[]): readonly OperatorRoute[] =>
  routes.map((route) => (route.takes_version === true ? withVersion(route) : route));

/** The caller with the version that the request names. A wrong one is reported with the fields. */
export function withVersionOf(
  { takes_version }: OperatorRoute,
  operator: OperatorCaller,
  fields: RawFields,
): { operator: OperatorCaller; fields: RawFields } {
  if (takes_version !== true) return { operator, fields };
  // No use case needs it: two proposals of the same change are the same.
  const { [NAME]: given, ...others } = fields.fields;
  const rest = { ...fields, fields: others };
  const read = readRequest(SHAPE, { fields: { [NAME]: given }, errors: [] });
  if (isRefusal(read)) {
    const errors = [...fields.errors, ...(read.errors ?? [])];
    return { operator, fields: { ...rest, errors } };
  }
  const { expected_version } = read;
  return {
    operator: expected_version === null ? operator : { ...operator, expected_version },
    fields: rest,
  };
}
