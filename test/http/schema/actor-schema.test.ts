// Who acted is one list, in every schema that shows an actor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTOR_ROLES } from '../../../server/domain/record/origin.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';

type Schema = { $ref?: string; properties?: Record<string, Schema>; enum?: readonly string[] };

test('every role that can act is in every schema of an actor', async () => {
  const { components } = Object(await renderOpenApi('operator'));
  const schemas: Readonly<Record<string, Schema>> = components.schemas;
  const found = Object.entries(schemas).flatMap(([name, { properties = {} }]) => {
    const named = properties.actor?.$ref?.split('/').at(-1);
    const actor = named === undefined ? properties.actor : schemas[named];
    return actor === undefined ? [] : [{ name, roles: actor.properties?.role?.enum }];
  });
  assert.deepEqual(
    found.map(({ name }) => name),
    ['AuditEntry', 'DisputeEvent', 'LineAct', 'SinceChange', 'Statement', 'TimelineAct'],
  );
  for (const { name, roles } of found) assert.deepEqual(roles, [...ACTOR_ROLES], name);
});
