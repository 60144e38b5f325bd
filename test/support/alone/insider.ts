// One person who tries everything: random requests of every operation that changes something, with
// every way to sign in that an answer ever gave them.
import type { Fields } from '../../../bench/harness/http-client.ts';
import type { Client } from '../../http/operator/factor/person-client.ts';
import type { Reply } from '../../http/operator/operator-service.ts';
import { type Operation, pick, type Random, requestFor } from '../openapi-fuzz.ts';
import { AMOUNTS, type Company, enterByLink, order, UNKNOWN_AMOUNTS } from './company.ts';
import { type Draw, fileFor, knownFor, look, NEVER } from './requests.ts';

export type PlayedOperations = {
  by_operators: readonly Operation[];
  by_merchants: readonly Operation[];
};

export type Played = { operation_id: string; path: string; status: number; sent: unknown };

/** A session, or a token of the operators' API. */
type Identity = (method: string, path: string, body: unknown, type?: string) => Promise<Reply>;

/** Links and tokens in an answer, with what they belong to. */
function* secretsIn(value: unknown): Generator<Fields> {
  if (typeof value !== 'object' || value === null) return;
  if ('link' in value || 'token' in value) yield value as Fields;
  for (const member of Object.values(value)) yield* secretsIn(member);
}

const withType = (type: string | undefined) =>
  type === undefined ? {} : { headers: { 'content-type': type } };

const sessionOf =
  (client: Client): Identity =>
  (method, path, body, type) =>
    client.ask(method, path, body, withType(type));

const tokenOf =
  ({ service }: Company, token: string): Identity =>
  (method, path, body, type) =>
    service.ask(method, path, {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { body }),
      ...withType(type),
    });

export class Insider {
  readonly #company: Company;
  readonly #operations: PlayedOperations;
  readonly #random: Random;
  readonly #own: Identity;
  readonly #gained: Identity[] = [];
  /** By merchant: tokens that the insider got. */
  readonly #merchant_tokens = new Map<string, string>();

  constructor(company: Company, operations: PlayedOperations, random: Random) {
    this.#company = company;
    this.#operations = operations;
    this.#random = random;
    this.#own = sessionOf(company.insider);
    this.#gained.push(tokenOf(company, company.feed_token));
  }

  /** As how many people and tokens they can act. */
  identities(): number {
    return this.#gained.length + 1;
  }

  /** Sends one request, or makes one order as a customer of a merchant. */
  async step(): Promise<Played> {
    const [random, company] = [this.#random, this.#company];
    if (random.chance(0.1)) {
      const kind = random.chance(0.5) ? 'deposit' : 'withdrawal';
      const amount = pick(random, kind === 'deposit' ? [...AMOUNTS, ...UNKNOWN_AMOUNTS] : AMOUNTS);
      await order(company, pick(random, company.shops), kind, amount);
      return { operation_id: `order ${kind}`, path: '/api/v1', status: 201, sent: amount };
    }
    const draw = { random, company, things: await look(company) };
    return random.chance(0.1) ? await this.#actAsMerchant(draw) : await this.#operate(draw);
  }

  /** Notes always, because proposals need one; of the other optional members some. */
  #includes(path: string, name: string, is_required: boolean): boolean {
    if (is_required || ['note', 'receiving_account_id'].includes(name)) return true;
    if (path.includes('/refund') && ['type', 'number', 'name'].includes(name)) return true;
    return !NEVER.some((one) => one.test(`${path} ${name}`)) && this.#random.chance(0.3);
  }

  #requestFor(draw: Draw, operation: Operation) {
    const known = knownFor(draw, operation.path);
    const includes = this.#includes.bind(this);
    return requestFor({ random: this.#random, known, careful: { includes } }, operation);
  }

  async #operate(draw: Draw): Promise<Played> {
    const operation = pick(this.#random, this.#operations.by_operators);
    const file = fileFor(draw, operation.path);
    const made = this.#requestFor(draw, operation);
    const path = made.path.replace(/^\/operator\/v1/, '');
    const body = file?.body ?? (made.body === undefined ? undefined : JSON.parse(made.body));
    // Ending their own access ends the history.
    if (path.startsWith(`/people/${this.#company.insider_id}`)) return await this.#operate(draw);
    const is_other = this.#gained.length > 0 && this.#random.chance(0.4);
    const by = is_other ? pick(this.#random, this.#gained) : this.#own;
    const reply = await by(operation.method, path, body, file?.type);
    if (reply.status === 401 && is_other) this.#gained.splice(this.#gained.indexOf(by), 1);
    if (reply.status < 300) await this.#takeSecrets(path, reply);
    return { operation_id: operation.operation_id, path, status: reply.status, sent: body };
  }

  /**
   * Merchants do what the insider would like them to, but give away no money of their own: for that
   * the insider needs a token of theirs.
   */
  async #actAsMerchant(draw: Draw): Promise<Played> {
    const operation = pick(this.#random, this.#operations.by_merchants);
    const { path, body } = this.#requestFor(draw, operation);
    const sent: Fields = JSON.parse(body ?? '{}');
    const shop = this.#company.shops.find(({ merchant_id }) => merchant_id === sent.merchant_id);
    const token = this.#merchant_tokens.get(String(sent.merchant_id));
    const { operation_id } = operation;
    const is_own_loss = operation_id === 'acceptDispute' && token === undefined;
    if (shop === undefined || is_own_loss) return { operation_id, path, status: 0, sent };
    const as = token === undefined ? shop : { ...shop, token };
    const { status } = await this.#company.merchantPost(as, path.replace('/api/v1', ''), sent);
    return { operation_id, path, status: Number(status), sent };
  }

  /** Signs in as whoever an answer makes it possible to be. */
  async #takeSecrets(path: string, { body }: Reply): Promise<void> {
    for (const given of secretsIn(body)) {
      if (typeof given.token === 'string') {
        const [, kind, merchant_id = ''] = path.split('/');
        if (kind === 'merchants') this.#merchant_tokens.set(merchant_id, given.token);
        else this.#gained.push(tokenOf(this.#company, given.token));
      }
      const url = Object(given.link).url;
      if (typeof url !== 'string') continue;
      const email = await this.#emailOf(given, path);
      const client = await enterByLink(this.#company.service, url, email);
      if (client !== null) this.#gained.push(sessionOf(client));
    }
  }

  async #emailOf(given: Fields, path: string): Promise<string> {
    if (typeof given.email === 'string') return given.email;
    const person_id = String(given.person_id ?? given.id ?? path.split('/')[2]);
    const { body } = await this.#company.insider.ask('GET', `/people/${person_id}`);
    return String(body.email);
  }
}
