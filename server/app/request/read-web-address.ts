// Reads the addresses in a request: callback_url, return_url and the like.
import { frameAncestorProblem } from '../../domain/merchant/branding.ts';
import type { RequestFacts } from '../../domain/request/request-shape.ts';
import { WEB_ADDRESS_RULE } from '../../domain/values/text.ts';
import {
  type CallbackPolicy,
  callbackUrlProblem,
  type LocalPolicy,
  returnUrlProblem,
  type WebAddress,
} from '../../domain/values/web-address.ts';
import type { PrivatePlaces } from '../../lib/private-places.ts';

export function parseWebAddress(raw: string): WebAddress | null {
  const url = URL.parse(raw);
  if (url === null) return null;
  return {
    scheme: url.protocol.slice(0, -1),
    host: url.hostname,
    port: url.port,
    has_credentials: url.username !== '' || url.password !== '',
    raw,
  };
}

const PROBLEMS = { callback: callbackUrlProblem, return: returnUrlProblem };

const PASSED_ADDRESSES_MAX = 1_000;

/** Remembers the addresses that passed: a shop sends the same one with every order. */
function createWebAddressCheck(policy: CallbackPolicy): AddressRules['addressProblem'] {
  /** Oldest first. */
  const passed = new Set<string>();
  return (value, kind) => {
    const name = `${kind} ${value}`;
    if (passed.has(name)) return null;
    const address = parseWebAddress(value);
    if (address === null) return WEB_ADDRESS_RULE;
    const problem = PROBLEMS[kind](address, policy);
    if (problem !== null) return problem;
    const [oldest] = passed;
    if (oldest !== undefined && passed.size >= PASSED_ADDRESSES_MAX) passed.delete(oldest);
    passed.add(name);
    return null;
  };
}

function originProblem(given: unknown, policy: LocalPolicy): string | null {
  const address = typeof given === 'string' ? parseWebAddress(given) : null;
  if (address === null) return 'must be an origin like https://shop.example';
  const { origin } = new URL(address.raw);
  return frameAncestorProblem({ ...address, origin }, policy);
}

type AddressRules = Pick<RequestFacts, 'addressProblem' | 'originProblem'>;

const rulesOf = (policy: CallbackPolicy): AddressRules => ({
  addressProblem: createWebAddressCheck(policy),
  originProblem: (given) => originProblem(given, policy),
});

const bothRules = (places: PrivatePlaces) => ({
  local: rulesOf({ allow_local: true, places }),
  public: rulesOf({ allow_local: false, places }),
});
const RULES = new WeakMap<PrivatePlaces, ReturnType<typeof bothRules>>();

/** For requests that name web addresses. */
export function addressRules(app: {
  readonly allow_local_callbacks: boolean;
  readonly private_places: PrivatePlaces;
}): AddressRules {
  const { private_places } = app;
  const rules = RULES.get(private_places) ?? bothRules(private_places);
  RULES.set(private_places, rules);
  return app.allow_local_callbacks ? rules.local : rules.public;
}
