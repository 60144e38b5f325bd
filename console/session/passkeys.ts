// Passkeys by the browser's own functions: what the service asks for, and what the device answers.
import { obstacleOf, type PasskeyFault } from './passkey-obstacle.ts';

/** The browser or the person made or used none. */
export class NoPasskey extends Error {
  readonly fault: PasskeyFault;

  constructor(fault: PasskeyFault, options: ErrorOptions = {}) {
    super(`No passkey: ${fault}`, options);
    this.fault = fault;
  }
}

export const passkeyObstacle = (): PasskeyFault | null =>
  obstacleOf(
    window.location.hostname,
    'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential,
  );

/** The browser's own names of what went wrong. */
const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  NotAllowedError: 'canceled',
  AbortError: 'canceled',
  InvalidStateError: 'known',
  SecurityError: 'elsewhere',
  NotSupportedError: 'unsupported',
};

type Json = Readonly<Record<string, unknown>>;

async function answerOf(asked: () => Promise<Credential | null>): Promise<Json> {
  const obstacle = passkeyObstacle();
  if (obstacle !== null) throw new NoPasskey(obstacle);
  try {
    const made = await asked();
    if (made instanceof PublicKeyCredential) return { ...made.toJSON() };
    throw new NoPasskey('canceled');
  } catch (error) {
    const fault = error instanceof DOMException ? FAULTS[error.name] : undefined;
    if (fault === undefined) throw error;
    throw new NoPasskey(fault, { cause: error });
  }
}

/** What the service gives are the options that W3C's Web Authentication describes. */
export const makePasskey = (options: Json): Promise<Json> =>
  answerOf(() => {
    const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json),
    });
  });

export const givePasskey = (options: Json): Promise<Json> =>
  answerOf(() => {
    const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json),
    });
  });
