// No request by a token that a person made is ever allowed that the person could not make at that
// moment, whatever happened to either, in every process.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  changePersonRole,
  disablePerson,
  enablePerson,
} from '../../../../server/app/access/change-person.ts';
import { resetFactors } from '../../../../server/app/factor/reset-factors.ts';
import type { OpenApp } from '../../../../server/app/open-app.ts';
import { revokeOperatorToken } from '../../../../server/app/operator-token/operator-tokens.ts';
import { issueOwnToken, revokeOwnToken } from '../../../../server/app/operator-token/own-tokens.ts';
import type { OperatorCaller } from '../../../../server/app/request/caller.ts';
import { confirmationPlace } from '../../../../server/app/request/confirmation-place.ts';
import {
  isMerchantRole,
  PERSON_ROLES,
  RIGHT_SCOPES,
} from '../../../../server/domain/access/roles.ts';
import { isRefusal, type Refusal } from '../../../../server/domain/service/refusal.ts';
import {
  checkAccess,
  checkConfirmation,
} from '../../../../server/http/operator/access/check-access.ts';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import { byToken, HERE, sessionOf } from '../../../app/access/own-token-scene.ts';
import { makePerson } from '../../../app/factor/factor-scene.ts';
import { fc, longRuns } from '../../../support/property.ts';
import { OPERATOR, openTestApp, raw, type TestApp } from '../../../support/test-app.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
  other = await service.another();
});
after(() => service.stop());

/** What the caller may ask for, by operation: as the hook before every request decides it. */
function allowedTo(caller: OperatorCaller | Refusal): string[] {
  if (isRefusal(caller)) return [];
  const now = app.settings.now();
  return OPERATOR_ROUTES.filter(
    (route) =>
      checkAccess(caller, route, { params: {}, query: {} }) === null &&
      checkConfirmation(caller, route, now) === null,
  ).map(({ operation_id }) => operation_id);
}

type Made = { id: string; token: string; is_narrow: boolean; is_confirmed: boolean };
type Scene = { person_id: string; made: Made[] };
type Step = (scene: Scene) => Promise<unknown>;

/** Of the house: a role of a merchant’s people needs a merchant. */
const ROLES = PERSON_ROLES.filter((role) => !isMerchantRole(role));
const reason = 'as agreed';
const sql = (text: string, values: unknown[]) => app.store.db.query('', text, values);

const issue =
  (scopes: readonly string[] | null): Step =>
  async ({ person_id, made }) => {
    const caller = await sessionOf(app, person_id);
    if (isRefusal(caller)) return;
    const issued = await issueOwnToken(app, caller, raw({ name: 'x', scopes }));
    // Refused if the role has nothing of a scope, or the person has too many.
    if (isRefusal(issued)) return;
    const { id, token } = issued;
    made.push({ id, token, is_narrow: scopes !== null, is_confirmed: false });
  };

/** As a code does it. */
const confirm =
  (which: number): Step =>
  async ({ made }) => {
    const one = made[which % made.length];
    if (one === undefined) return;
    one.is_confirmed = true;
    await sql(
      `update operator_tokens set confirmed_at = statement_timestamp(), confirmed_from = $2
       where operator_token_id = $1`,
      [one.id, confirmationPlace(app, one.id, HERE)],
    );
  };

const idOf = ({ made }: Scene, which: number) => made[which % made.length]?.id ?? '';

const MAKING: readonly fc.Arbitrary<Step>[] = [
  fc
    .option(fc.uniqueArray(fc.constantFrom(...RIGHT_SCOPES), { minLength: 1, maxLength: 3 }))
    .map(issue),
  fc.constant<Step>(async (scene) => {
    await issue(null)(scene);
    await confirm(scene.made.length - 1)(scene);
  }),
  fc.nat(9).map(confirm),
];
const CHANGING: readonly fc.Arbitrary<Step>[] = [
  fc.constantFrom(...ROLES).map(
    (role): Step =>
      ({ person_id }) =>
        changePersonRole(app, OPERATOR, person_id, raw({ role, reason })),
  ),
  // By whatever else may change a person: no token has ended.
  fc.constantFrom(...ROLES).map(
    (role): Step =>
      ({ person_id }) =>
        sql('update people set role = $2 where person_id = $1', [person_id, role]),
  ),
  fc.constantFrom('active', 'disabled').map(
    (state): Step =>
      ({ person_id }) =>
        sql('update people set state = $2 where person_id = $1', [person_id, state]),
  ),
  fc.constant<Step>(({ person_id }) => disablePerson(app, OPERATOR, person_id, raw({ reason }))),
  fc.constant<Step>(({ person_id }) => enablePerson(app, OPERATOR, person_id, raw({ reason }))),
  fc.constant<Step>(({ person_id }) =>
    resetFactors(app, OPERATOR, { id: person_id, raw: raw({ reason }) }),
  ),
  fc.nat(9).map(
    (which): Step =>
      (scene) =>
        revokeOperatorToken(app, OPERATOR, idOf(scene, which)),
  ),
  fc.nat(9).map(
    (which): Step =>
      (scene) =>
        revokeOwnToken(app, { ...OPERATOR, person_id: scene.person_id }, idOf(scene, which)),
  ),
  fc.nat(9).map(
    (which): Step =>
      (scene) =>
        sql(
          `update operator_tokens set created_at = created_at - interval '40 days',
         expires_at = expires_at - interval '40 days' where operator_token_id::text = $1`,
          [idOf(scene, which)],
        ),
  ),
];

type Seen = { asked: number; allowed: number; equal: number };

/** Whatever a process knows of the token may be as old as its settings. */
async function judge({ person_id, made }: Scene, seen: Seen): Promise<void> {
  for (const { token, is_narrow, is_confirmed } of made) {
    for (const process of [app, other]) {
      const may = allowedTo(await byToken(process, token));
      const person = allowedTo(await sessionOf(app, person_id));
      assert.deepEqual(
        may.filter((operation) => !person.includes(operation)),
        [],
      );
      seen.asked += 1;
      if (may.length === 0) continue;
      seen.allowed += 1;
      // What the other process knows depends on when it read the settings.
      if (process === app && !is_narrow && is_confirmed)
        seen.equal += Number(may.length === person.length);
    }
  }
}

test('a token never does more than its person at that moment', async () => {
  const seen: Seen = { asked: 0, allowed: 0, equal: 0 };
  const history = fc.array(fc.oneof(...MAKING, ...MAKING, ...CHANGING), {
    minLength: 3,
    maxLength: 14,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ROLES), history, async (role, steps) => {
      const scene: Scene = { person_id: await makePerson(app, role), made: [] };
      for (const step of steps) {
        await step(scene);
        await judge(scene, seen);
      }
    }),
    { numRuns: longRuns(120) },
  );
  // Neither always refused nor always allowed; and a confirmed one does all that its person does.
  assert.ok(seen.allowed > 20 && seen.allowed < seen.asked, JSON.stringify(seen));
  assert.ok(seen.equal > 10, JSON.stringify(seen));
});
