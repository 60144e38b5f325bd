// Hashes passwords with Argon2id, a few at a time and off the event loop, so that a flood of
// sign-ins cannot take the machine's memory and processors from the payments.
import {
  type Argon2Algorithm,
  type Argon2Parameters,
  argon2,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { canonicalPassword } from '../../domain/access/password.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';

export type HashCost = { memory_kib: number; passes: number; lanes: number };

/** OWASP's first choice for Argon2id. */
const COST: HashCost = { memory_kib: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Each takes 19 MiB and a thread of Node's four for some 40 ms. */
const AT_ONCE = 2;
const WAITING_MOST = 20;
const RETRY_AFTER_S = 2;

const compute = promisify<Argon2Algorithm, Argon2Parameters, Buffer>(argon2);

type Stored = { cost: HashCost; salt: Buffer; hash: Buffer };

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/-]{11,88})\$([\w+/-]{22,88})$/;

const plain64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function phcText({ cost, salt, hash }: Stored): string {
  const { memory_kib, passes, lanes } = cost;
  const parameters = `m=${memory_kib},t=${passes},p=${lanes}`;
  return `$argon2id$v=19$${parameters}$${plain64(salt)}$${plain64(hash)}`;
}

export function readPhc(text: string): Stored {
  const [, memory, passes, lanes, salt = '', hash = ''] = PHC.exec(text) ?? [];
  if (memory === undefined) throw new Error('A stored password is not in the form of Argon2id');
  return {
    cost: { memory_kib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

async function derive(password: string, cost: HashCost, salt: Buffer): Promise<Buffer> {
  return await compute('argon2id', {
    message: Buffer.from(canonicalPassword(password)),
    nonce: salt,
    parallelism: cost.lanes,
    tagLength: HASH_BYTES,
    memory: cost.memory_kib,
    passes: cost.passes,
  });
}

const sameCost = (a: HashCost, b: HashCost) =>
  a.memory_kib === b.memory_kib && a.passes === b.passes && a.lanes === b.lanes;

export type Verified = {
  matches: boolean;
  /** It was hashed with other parameters than new ones are. */
  is_outdated: boolean;
};

export type PasswordHasher = {
  /** In PHC form, with a salt of its own. */
  hash(password: string): Promise<string | Refusal>;
  /** With null it computes as much and never matches. */
  verify(password: string, stored: string | null): Promise<Verified | Refusal>;
  /** Computations so far. */
  computed(): number;
};

/** Runs work a few at a time; refuses it if too much waits already. */
function createQueue(at_once: number, waiting_most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Value>(work: () => Promise<Value>): Promise<Value | Refusal> => {
    if (running >= at_once) {
      if (waiting.length >= waiting_most) {
        return refuse('rate_limited', 'Too many people sign in at this moment.', {
          retry_after_s: RETRY_AFTER_S,
        });
      }
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

export function createPasswordHasher(
  cost = COST,
  limits = { at_once: AT_ONCE, waiting_most: WAITING_MOST },
): PasswordHasher {
  const queue = createQueue(limits.at_once, limits.waiting_most);
  const nobody: Stored = { cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };
  let count = 0;
  const deriveOne = (password: string, of: HashCost, salt: Buffer) => {
    count += 1;
    return derive(password, of, salt);
  };
  return {
    hash: (password) =>
      queue(async () => {
        const salt = randomBytes(SALT_BYTES);
        return phcText({ cost, salt, hash: await deriveOne(password, cost, salt) });
      }),
    verify: (password, stored) =>
      queue(async () => {
        const known = stored === null ? nobody : readPhc(stored);
        const hash = await deriveOne(password, known.cost, known.salt);
        const matches = timingSafeEqual(hash, known.hash) && stored !== null;
        return { matches, is_outdated: !sameCost(known.cost, cost) };
      }),
    computed: () => count,
  };
}
