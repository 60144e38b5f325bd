// Reads the addresses in a request: callback_url, return_url and the like.
import { frameAncestorProblem } from '../../domain/merchant/branding.ts';
import type { RequestFacts } from '../../domain/request/request-shape.ts';
import { WEB_ADDRESS_RULE } from '../../domain/values/text.ts';
import {
  callbackUrlProblem,
  type LocalPolicy,
  returnUrlProblem,
  type WebAddress,
} from '../../domain/values/web-address.ts';

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

/** Addresses that passed the check: a shop sends the same one with every order. Oldest first. */
const passed_addresses = new Set<string>();
const PASSED_ADDRESSES_MAX = 1_000;

function webAddressProblem(value: string, kind: keyof typeof PROBLEMS, policy: LocalPolicy) {
  const name = `${kind} ${policy.allow_local} ${value}`;
  if (passed_addresses.has(name)) return null;
  const address = parseWebAddress(value);
  if (address === null) return WEB_ADDRESS_RULE;
  const problem = PROBLEMS[kind](address, policy);
  if (problem === null) {
    const [oldest] = passed_addresses;
    if (oldest !== undefined && passed_addresses.size >= PASSED_ADDRESSES_MAX) {
      passed_addresses.delete(oldest);
    }
    passed_addresses.add(name);
  }
  return problem;
}

function originProblem(given: unknown, policy: LocalPolicy): string | null {
  const address = typeof given === 'string' ? parseWebAddress(given) : null;
  if (address === null) return 'must be an origin like https://shop.example';
  const { origin } = new URL(address.raw);
  return frameAncestorProblem({ ...address, origin }, policy);
}

type AddressRules = Pick<RequestFacts, 'addressProblem' | 'originProblem'>;

const rulesOf = (policy: LocalPolicy): AddressRules => ({
  addressProblem: (address, kind) => webAddressProblem(address, kind, policy),
  originProblem: (given) => originProblem(given, policy),
});

const RULES = { local: rulesOf({ allow_local: true }), public: rulesOf({ allow_local: false }) };

/** For requests that name web addresses. */
export const addressRules = (app: { readonly allow_local_callbacks: boolean }): AddressRules =>
  app.allow_local_callbacks ? RULES.local : RULES.public;
