// Whoever set somebody's access anew is no second person for them, whichever act it is.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cleanup } from '../../../support/cleanup.ts';
import { setBandsOfAll } from '../../../support/set-bands.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import {
  type Asked,
  ask,
  proposalIn,
  type Someone,
  someone,
  tokenOf,
  WAYS,
} from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
before(async () => {
  service = await openOperatorService();
  opened(() => service.stop());
});

async function setBands(from_cents: 0 | null): Promise<void> {
  await setBandsOfAll(service.app.store.db, from_cents);
  await service.app.settings.refresh();
}

async function prepared(name: string): Promise<Asked> {
  await setBands(null);
  const make = WAYS[name] ?? assert.fail(name);
  const asked = await make(service);
  await setBands(0);
  return asked;
}

const get = (who: Someone, path: string) => ask(service, who, { method: 'GET', path });
const decide = (who: Someone, id: string) =>
  ask(service, who, { method: 'POST', path: `/approvals/${id}/approve` });

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${String(body.code ?? '')}`.trim();

test('whoever made the link for a password is no second person for that access', async () => {
  const [one, other, third] = [
    await someone(service),
    await someone(service),
    await someone(service),
  ];
  const { body } = await ask(service, one, {
    method: 'POST',
    path: `/people/${other.person_id}/link`,
  });
  const { url: link } = Object(body.link);
  const password = 'seven slow herons at the lake';
  const used = await service.ask('POST', '/session/link', {
    authorization: null,
    body: { link, password },
  });
  assert.equal(used.status, 200, JSON.stringify(used.body));
  // Its tokens ended with the old password; a new one is the same person.
  other.authorization = await tokenOf(service, other.person_id);
  await setBands(0);
  for (const [name, made_by, by] of [
    ['adjust a balance', one, other],
    ['set tariffs', other, one],
  ] as const) {
    const id = proposalIn(await ask(service, made_by, await prepared(name)));
    assert.equal(codeOf(await decide(by, id)), '403 second_person_required', name);
    assert.match(String(Object((await get(by, `/approvals/${id}`)).body.acts).approve), /72 hours/);
    assert.equal((await decide(third, id)).status, 200, name);
  }
  const later = proposalIn(await ask(service, one, await prepared('adjust a balance')));
  service.app.store.clock_offset_ms += 71 * 3_600_000;
  assert.equal(codeOf(await decide(other, later)), '403 second_person_required');
  service.app.store.clock_offset_ms += 3_600_000;
  assert.equal(codeOf(await decide(other, later)), '422 proposal_closed');
  service.app.store.clock_offset_ms -= 72 * 3_600_000;
});
