// The client of the operator API, by the names of its operations; merchants do not need it.
import { PaymentOrdersError } from './api/api-errors.ts';
import {
  type ClientHooks,
  type ClientOptions,
  createCall,
  type RepeatTable,
} from './api/call-api.ts';
import { type List, listOf } from './api/pages.ts';
import type {
  AnswerOf,
  ItemOf,
  ListName,
  OperationArguments,
  OperationInput,
  OperatorCallOptions,
  PageOf,
} from './operator/operation-inputs.ts';
import { type Operations, PLACES, REPEATABLE } from './operator/schema.gen.ts';

export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PaymentOrdersError,
  RateLimitError,
  RefusedError,
  RequestTimeoutError,
  ServiceError,
} from './api/api-errors.ts';
export type { OperationInput, OperatorCallOptions } from './operator/operation-inputs.ts';
export type {
  Error as OperatorErrorBody,
  Operations as OperatorOperations,
} from './operator/schema.gen.ts';

export type OperatorOptions = Omit<ClientOptions, 'token' | 'signingSecret' | 'merchantId'> & {
  /** An operator's token. */
  token: string;
};

const KEYED: RepeatTable<Operations> = REPEATABLE;

/** Each call has a key where one is of use, so it can be sent again. */
const REPEATS: RepeatTable<Operations> = Object.assign(
  { ...KEYED },
  Object.fromEntries(
    Object.entries(KEYED)
      .filter(([, when]) => when === 'with_key')
      .map(([name]) => [name, 'always']),
  ),
);

/** A page says where the next one begins: by a cursor, or by the number of its last event. */
type Position = { next_cursor: string | null } | { next_after: number; has_more: boolean };

const nextOf = (page: Position) => {
  if ('next_cursor' in page) return page.next_cursor === null ? null : { cursor: page.next_cursor };
  return page.has_more ? { after: page.next_after } : null;
};

/** An operator's client: `call` and `list` take the name that an operation has in the document. */
export class OperatorClient {
  readonly call: <Name extends keyof Operations>(
    name: Name,
    ...input: OperationArguments<Name>
  ) => Promise<AnswerOf<Name>>;

  readonly list: <Name extends ListName>(
    name: Name,
    ...input: OperationArguments<Name>
  ) => List<ItemOf<Name>, PageOf<Name>>;

  constructor(options: OperatorOptions) {
    const { token, hooks = {}, ...rest } = options;
    if (!token) throw new PaymentOrdersError('Give the token of an operator');

    const send = <Name extends keyof Operations>(
      name: Name,
      input: OperationInput<Name> | undefined,
      { idempotencyKey, ...own }: OperatorCallOptions = {},
    ) => {
      // One key for all attempts of a call; the service acts once for each.
      const key = idempotencyKey ?? (KEYED[name] === 'with_key' ? crypto.randomUUID() : undefined);
      const headers: ClientHooks['headers'] = (attempt) => ({
        ...hooks.headers?.(attempt),
        authorization: `Bearer ${token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      });
      const given = { ...rest, hooks: { ...hooks, headers } };
      const call = createCall<Operations>(given, PLACES, REPEATS);
      return call(name, input ?? {}, own);
    };

    this.call = (name, ...[input, own]) => send(name, input, own);
    this.list = (name, ...[input, own]) =>
      listOf(async (position: object | undefined) => {
        const query = { ...Object(input).query, ...position };
        const page = await send(name, { ...Object(input), query }, own);
        // `ListName` has only operations whose answer is a page.
        return page as never;
      }, nextOf as never);
  }
}
