// Each operation of the operator API has its place if the service has several cells.
import { deepEqual, ok, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CellScope,
  cellScopeOf,
  OPERATIONS_IN,
} from '../../../../server/http/operator/route/cell-scopes.ts';
import { MERGED_LISTS } from '../../../../server/http/operator/route/merged-lists.ts';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';

const scopesOf = (scope: CellScope) =>
  OPERATOR_ROUTES.filter(({ operation_id }) => cellScopeOf(operation_id) === scope);

describe('each operation', () => {
  it('is in exactly one list, and a new one is refused until it is', () => {
    const listed = Object.values(OPERATIONS_IN).flat();
    const served = OPERATOR_ROUTES.map(({ operation_id }) => operation_id);
    deepEqual(listed.toSorted(), served.toSorted());
    throws(() => cellScopeOf('sendMoneyAway'), /sendMoneyAway has no cell scope: name it/);
  });

  it('that is merged over cells is a list whose order is known', () => {
    deepEqual(OPERATIONS_IN.merged.toSorted(), [...MERGED_LISTS.keys()].toSorted());
    for (const { query } of scopesOf('merged')) ok(query !== undefined && 'cursor' in query);
  });

  it('that names a merchant is carried out where the merchant is', () => {
    const control = scopesOf('control').flatMap(({ operation_id, own_merchant, url }) => {
      const names_one = own_merchant !== undefined && !('caller' in own_merchant);
      return names_one || url.includes(':merchant_id') ? [operation_id] : [];
    });
    deepEqual(control, []);
  });
});
