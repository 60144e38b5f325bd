// A route of the operator API as data: its parameters and body, its answer, and the use case behind
// it.
import type { TSchema } from 'typebox';
import type { LiveCounts } from '../../../app/alert/live-counts.ts';
import type { Operations } from '../../../app/approval/operations.ts';
import type { CellAnswer } from '../../../app/cell/ask-all.ts';
import type { ServedCells } from '../../../app/cell/cells.ts';
import type { App } from '../../../app/process/app.ts';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import type { Right } from '../../../domain/access/rights.ts';
import type { ApprovalAct } from '../../../domain/record/proposal.ts';
import type { RawFields } from '../../../domain/request/read-request.ts';
import type { Refusal } from '../../../domain/service/refusal.ts';
import type { ItemsAnswer } from './items-answer.ts';

type ParamNames<Url extends string> = Url extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<Tail>
    : Rest
  : never;

/** Where a request names the merchant whose things it is about. */
export type NamedMerchant<Names extends string = string> =
  | { readonly param: Names }
  /** A filter, which is set to their own merchant if they leave it out. */
  | { readonly query: 'merchant_id' }
  /** A field of the body. */
  | { readonly field: 'merchant_id' }
  /** It names none: the route is about the caller's own things only. */
  | { readonly caller: true };

export type Call<Names extends string = string> = {
  app: App;
  operator: OperatorCaller;
  /** The secret of the caller's cookie; null with a token. */
  session_secret: string | null;
  params: Readonly<Record<Names, string>>;
  query: Readonly<Record<string, string>>;
  /** Empty if the route takes no body. */
  fields: RawFields;
  idempotency_key: string | undefined;
  /** The counts to watch if the caller asked for a stream; otherwise null. */
  live: LiveCounts | null;
  /** Null for a service with one cell. */
  cells: ServedCells | null;
  /** The requests that proposals carry out. */
  operations: Operations;
  /** The file of an upload route. */
  upload: AsyncIterable<Uint8Array>;
};

/** How the answers of several cells become one. Written with methods, as `handle` below. */
export type CombinedAnswer = {
  /** Members whose rows then name their cell. */
  readonly rows?: readonly string[];
  readonly is_file?: true;
  /** What all cells are asked, if the caller's question does not mean the same in each of them. */
  begin?(call: Call): Promise<Call | Refusal>;
  ask?(call: Call): Promise<object | Refusal>;
  /** `away`: the cells that did not answer. */
  join(
    answers: readonly [CellAnswer<object>, ...CellAnswer<object>[]],
    call: Call,
    away: readonly string[],
  ): object | Promise<object>;
};

type Definition<Url extends string> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /operator/v1. */
  url: Url;
  operation_id: string;
  /** What the caller needs; checked before the body is read. */
  right: Right;
  /** A second one that it needs, as an export of what `right` reads. */
  also_right?: Right;
  /** Pages ask it by themselves: it is no use of the session, which ends without any. */
  background?: true;
  /**
   * Open to the people of a merchant as well, for their own merchant: what names it. Without it the
   * route is closed to them, whatever their rights.
   */
  own_merchant?: NamedMerchant<ParamNames<Url>>;
  tag: string;
  summary: string;
  description?: string;
  query?: Readonly<Record<string, TSchema>>;
  body?: TSchema;
  /** True if every field may be absent, and so the whole body. */
  body_optional?: true;
  /** In live mode it does not exist. */
  sandbox_only?: true;
  /** Set for changes that have no words of their own for the reason: see reason.ts. */
  takes_note?: true;
  /** Set for changes of a setting that two people may edit at once: see expected-version.ts. */
  takes_version?: true;
  idempotent?: true;
  /** Media types of a file that is sent instead of a JSON body. */
  upload?: readonly string[];
  status?: 201;
  /** The acts for which it may need a second person: then the answer is 202 with a proposal. */
  approval?: { acts: readonly ApprovalAct[] };
  /** The fields of its answer that are shown once, to whoever asked for it. */
  shows_once?: readonly string[];
  /** Its answer opens or ends a session, or begins or ends a visit to the OpenID provider. */
  sets_cookie?: true;
  /** The digest of the file is a header of its answer. */
  has_digest?: true;
  /** Media types of an answer that is a file. */
  produces?: readonly string[];
  answer: TSchema;
  /** Of an operation in the scope `combined` of cell-scopes.ts. */
  combined?: CombinedAnswer;
  // Written as a method, so that routes with different params fit into one table.
  handle(call: Call<ParamNames<Url>>): Promise<object | Refusal>;
};

export type OperatorRoute = Omit<Definition<string>, 'own_merchant'> & {
  own_merchant?: NamedMerchant;
  /** Each item of the request has its own result, and perhaps its own proposal. */
  per_item?: true;
};

/** Infers the names of the params from the address. */
export function route<const Url extends string>(definition: Definition<Url>): OperatorRoute {
  return definition;
}

type OfItems<Url extends string> = Omit<Definition<Url>, 'handle'> & {
  handle(call: Call<ParamNames<Url>>): Promise<ItemsAnswer | Refusal>;
};

/** A route whose items are decided one by one. */
export function routeOfItems<const Url extends string>(definition: OfItems<Url>): OperatorRoute {
  return { ...route(definition), per_item: true };
}
