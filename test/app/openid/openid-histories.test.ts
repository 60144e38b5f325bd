// Random histories of people and accounts at the provider: whatever was connected, disconnected,
// linked, disabled and enabled, an account signs in the person who has it now, and nobody else.
import { equal } from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  disablePerson,
  enablePerson,
  relinkPerson,
} from '../../../server/app/access/change-person.ts';
import { disconnectOpenid, startConnecting } from '../../../server/app/openid/own-openid.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { cleanup } from '../../support/cleanup.ts';
import { fc, longRuns } from '../../support/property.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import { active, callerOf, PASSWORD, trySignIn, useLink } from '../access/people-scene.ts';
import * as rows from '../scene.ts';
import { begin, finish, type OpenidScene, openOpenidScene, visit } from './openid-scene.ts';

const opened = cleanup();
let scene: OpenidScene;
before(async () => {
  scene = await openOpenidScene(opened);
});

const REASON = raw({ reason: 'because' });
const PEOPLE = 3;
const ACCOUNTS = 3;
const person = fc.nat({ max: PEOPLE - 1 });
const account = fc.nat({ max: ACCOUNTS - 1 });

const ACTS = ['connect', 'disconnect', 'accept', 'password', 'disable', 'enable'] as const;
type Act = (typeof ACTS)[number];
const STEP = fc.record({ act: fc.constantFrom(...ACTS), person, account });

/** What the rules say: kept apart from the service. */
type Known = { id: string; email: string; account: number | null; password: boolean; on: boolean };
type Turn = {
  known: Known;
  account: number;
  /** Whom the account of the step signs in by now. */
  holder: Known | undefined;
  subjectOf: (number: number) => string;
};

const visited = async (subject: string, link?: string) => {
  const started = accepted(await begin(scene.app, link));
  return await finish(scene.app, await visit(scene, started, subject), started.secret);
};

/** A session by whatever signs them in; null if nothing does. */
async function sessionOf({ known, subjectOf }: Turn): Promise<string | null> {
  const ways = [
    known.password ? await trySignIn(scene.app, known.email) : null,
    known.account === null ? null : await visited(subjectOf(known.account)),
  ];
  const secrets = ways.flatMap((way) => {
    const is_in = way !== null && !isRefusal(way) && 'secret' in way;
    return is_in ? [way.secret] : [];
  });
  equal(secrets.length > 0, known.on, 'a session');
  return secrets[0] ?? null;
}

async function linkFor({ known }: Turn): Promise<string | null> {
  const linked = await relinkPerson(scene.app, OPERATOR, known.id);
  equal(isRefusal(linked), !known.on, 'a link');
  return isRefusal(linked) ? null : linked.link.url;
}

const PLAYS: Readonly<Record<Act, (turn: Turn) => Promise<void>>> = {
  async disable({ known }) {
    await disablePerson(scene.app, OPERATOR, known.id, REASON);
    known.on = false;
  },
  async enable({ known }) {
    await enablePerson(scene.app, OPERATOR, known.id, REASON);
    known.on = true;
  },
  async password(turn) {
    const link = await linkFor(turn);
    if (link === null) return;
    accepted(await useLink(scene.app, link, PASSWORD));
    Object.assign(turn.known, { account: null, password: true });
  },
  async accept(turn) {
    const { known, account: number, holder, subjectOf } = turn;
    const link = await linkFor(turn);
    if (link === null) return;
    const may = holder === undefined || holder === known;
    equal(isRefusal(await visited(subjectOf(number), link)), !may, 'accepting');
    if (may) Object.assign(known, { account: number, password: false });
  },
  async disconnect(turn) {
    const { known } = turn;
    const secret = await sessionOf(turn);
    if (secret === null) return;
    const may = known.account !== null && known.password;
    const caller = accepted(await callerOf(scene.app, secret));
    equal(isRefusal(await disconnectOpenid(scene.app, caller)), !may, 'disconnecting');
    if (may) known.account = null;
  },
  async connect(turn) {
    const { known, account: number, holder, subjectOf } = turn;
    const secret = await sessionOf(turn);
    if (secret === null) return;
    const started = await startConnecting(scene.app, accepted(await callerOf(scene.app, secret)));
    equal(isRefusal(started), known.account !== null, 'starting to connect');
    if (isRefusal(started)) return;
    const answer = await visit(scene, started, subjectOf(number));
    const done = await finish(scene.app, answer, started.secret, secret);
    equal(isRefusal(done), holder !== undefined, 'connecting');
    if (holder === undefined) known.account = number;
  },
};

async function signedInTo(subject: string): Promise<string | null> {
  const finished = await visited(subject);
  if (isRefusal(finished) || !('secret' in finished)) return null;
  return accepted(await callerOf(scene.app, finished.secret)).person_id;
}

let runs = 0;

async function play(history: readonly { act: Act; person: number; account: number }[]) {
  const { app } = scene;
  runs += 1;
  const run = runs;
  const subjectOf = (number: number) => `run-${run}-account-${number}`;
  const people: Known[] = [];
  for (let made = 0; made < PEOPLE; made += 1) {
    const { id, email } = await active(app);
    people.push({ id, email, account: null, password: true, on: true });
  }
  for (const step of history) {
    const known = people[step.person];
    if (known === undefined) throw new Error('Nobody there');
    const holder = people.find((one) => one.account === step.account);
    await rows.sql(app, 'delete from sign_in_tries');
    await PLAYS[step.act]({ known, account: step.account, holder, subjectOf });
  }
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const holder = people.find((one) => one.account === number && one.on);
    equal(await signedInTo(subjectOf(number)), holder?.id ?? null, `account ${number}`);
  }
}

test('an account signs in the person who has it now, after any history', async () => {
  const histories = fc.array(STEP, { minLength: 1, maxLength: 12 });
  await fc.assert(fc.asyncProperty(histories, play), { numRuns: longRuns(80) });
});
