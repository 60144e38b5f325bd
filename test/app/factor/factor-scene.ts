// People with sessions for the tests of second factors: made in the store, because hashing
// passwords would take most of the time.
import { createHmac } from 'node:crypto';
import { startSession } from '../../../server/app/access/start-session.ts';
import { activateTotp, offerTotp } from '../../../server/app/factor/enrol-totp.ts';
import type { FactorOwner } from '../../../server/app/factor/factor-owner.ts';
import type { App } from '../../../server/app/process/app.ts';
import { newId } from '../../../server/app/process/ids.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import type { PersonRole } from '../../../server/domain/access/roles.ts';
import type { SessionStage } from '../../../server/domain/access/session.ts';
import { TOTP, totpCode, totpStep } from '../../../server/domain/factor/totp.ts';
import { openedHere } from '../../../server/domain/record/tie.ts';
import { insertPerson, savePassword } from '../../../server/store/access/people.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';

let networks = 0;

/** Another one each time: tries are counted per address, too. */
export function newAddress(): string {
  networks += 1;
  return `203.0.${networks >> 8}.${networks & 255}`;
}

/** Not a hash: nothing in these tests compares a password with it. */
const NO_PASSWORD = 'none';

let made = 0;

export async function makePerson(
  app: App,
  role: PersonRole = 'operator',
  password_hash = NO_PASSWORD,
): Promise<string> {
  const person_id = newId();
  made += 1;
  const at = app.settings.now();
  await app.store.db.transaction(async (tx) => {
    const person = {
      person_id,
      name: 'Ada',
      email: `ada-${made}-${person_id}@shop.example`,
      role,
      merchant_id: null,
      state: 'invited',
      second_factors: [],
      has_password: false,
      openid: null,
      created_at: at,
      changed_at: at,
    } as const;
    await insertPerson(tx, app.store.cipher, person, openedHere('machine_owner'));
    await savePassword(tx, person_id, password_hash);
  });
  return person_id;
}

export async function makeOwner(
  app: App,
  person_id: string,
  stage: SessionStage = 'open',
): Promise<FactorOwner> {
  const address = newAddress();
  const origin = { address, request_id: 'r', user_agent: undefined };
  const { session_id } = await app.store.db.transaction((tx) =>
    startSession(tx, app.store.cipher, person_id, stage, origin),
  );
  return {
    person_id,
    session_id,
    stage,
    origin: { address, request_id: 'r', session_id, operator_token_id: null },
  };
}

export const callerOf = ({ person_id, session_id, origin }: FactorOwner): OperatorCaller => ({
  ...OPERATOR,
  person_id,
  operator_token_id: null,
  session_id,
  origin,
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app: makes codes from what the service shows. */
export function openAuthenticator(uri: string) {
  const params = new URL(uri).searchParams;
  const bits = [...(params.get('secret') ?? '')].map((one) =>
    ALPHABET.indexOf(one).toString(2).padStart(5, '0'),
  );
  const bytes =
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((one) => Number.parseInt(one, 2)) ?? [];
  const hmac = (message: Uint8Array) =>
    createHmac('sha1', Uint8Array.from(bytes)).update(message).digest();
  return {
    /** Steps from the present one. */
    code: (now: number, later = 0) => totpCode(hmac, totpStep(now) + later),
    /** A code that is wrong now and in the steps around. */
    wrongCode(now: number): string {
      const near = [-2, -1, 0, 1, 2].map((later) => totpCode(hmac, totpStep(now) + later));
      const found = ['000000', '111111', '222222', '333333', '444444', '555555'];
      return found.find((one) => !near.includes(one)) ?? '';
    },
  };
}

/**
 * The same use cases with a clock that stands still, so that no step of 30 seconds ends within a
 * test.
 */
export function withClock(app: App) {
  let now = app.settings.now();
  const stopped: App = { ...app, settings: { ...app.settings, now: () => now } };
  return {
    app: stopped,
    /** Until the next code. */
    nextStep() {
      now += TOTP.step_s * 1_000;
    },
  };
}

/** Sets up an app, with its present code. */
export async function withTotp(app: App, owner: FactorOwner) {
  const { otpauth_uri } = accepted(await offerTotp(app, owner));
  const authenticator = openAuthenticator(otpauth_uri);
  const code = authenticator.code(app.settings.now());
  const added = accepted(await activateTotp(app, owner, raw({ code })));
  return { authenticator, added };
}
