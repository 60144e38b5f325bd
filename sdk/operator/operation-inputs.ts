// What callers give to an operation of the operator API, and what they get: from its document.
import type { CallOptions } from '../api/call-api.ts';
import type { Operations } from './schema.gen.ts';

type Name = keyof Operations;

type Part<Operation, Key extends string> = Key extends keyof Operation
  ? Record<never, never> extends Operation[Key]
    ? { readonly [K in Key]?: Operation[Key] }
    : { readonly [K in Key]: Operation[Key] }
  : { readonly [K in Key]?: never };

/** Path, query and body; what an operation has not got cannot be given. */
export type OperationInput<N extends Name> = Part<Operations[N], 'path'> &
  Part<Operations[N], 'query'> &
  Part<Operations[N], 'body'>;

export type OperatorCallOptions = CallOptions & {
  /** Your own, if you keep it to send the same again later; else each call has a new one. */
  idempotencyKey?: string;
};

/** The input may be left out if nothing in it is required. */
export type OperationArguments<N extends Name> =
  Record<never, never> extends OperationInput<N>
    ? [input?: OperationInput<N>, options?: OperatorCallOptions]
    : [input: OperationInput<N>, options?: OperatorCallOptions];

export type AnswerOf<N extends Name> = Operations[N]['answer'];

type Page = { readonly data: readonly unknown[] } & (
  | { readonly next_cursor: string | null }
  | { readonly next_after: number; readonly has_more: boolean }
);

/** The operations that answer with one page of a list. */
export type ListName = {
  [N in Name]: AnswerOf<N> extends Page ? N : never;
}[Name];

export type PageOf<N extends ListName> = AnswerOf<N>;

export type ItemOf<N extends ListName> = AnswerOf<N>['data'][number];
