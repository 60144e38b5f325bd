// Routes of the merchant API: a merchant's own proofs and entries, and the keys that sign the
// proofs.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../app/process/app.ts';
import { listProofKeys } from '../../app/proof/proof-keys.ts';
import { getOwnProof, listOwnEntries, listOwnProofs } from '../../app/proof/show-proofs.ts';
import { responses } from '../error/error-schema.ts';
import { BalancePathSchema } from '../schema/schemas.ts';
import {
  count,
  flag,
  integer,
  moment,
  momentOrNull,
  PAGING,
  pageRows,
  text,
  textOrNull,
  uuidOrNull,
  words,
} from '../schema/shapes.ts';
import { answer, answerQuery } from './answer.ts';
import { callerOf } from './authenticate.ts';

const PathStepSchema = Type.Object(
  {
    side: words(['left', 'right'], 'On which side the hash is joined'),
    hash: text('The hash to join with, lower-case hex'),
  },
  { title: 'ProofPathStep' },
);

const OwnProofSchema = Type.Object(
  {
    statement: text('What is signed, byte for byte: JSON with day, root and the hash before'),
    signature: text('Ed25519 over the statement, base64url'),
    public_key: text('32 bytes, base64url'),
    leaf: text('Your leaf, byte for byte: JSON with the head of your book and its balances'),
    path: Type.Array(PathStepSchema, { description: 'From your leaf to the root' }),
  },
  { title: 'Proof' },
);

const ProofPageSchema = Type.Object(
  {
    data: pageRows(
      Type.Object(
        {
          number: integer('1, 2, 3 …'),
          day: Type.String({ format: 'date', description: 'The UTC day that had ended' }),
          hash: text('SHA-256 of its statement, which the next one names'),
          made_at: moment('When it was signed'),
        },
        { title: 'ProofSummary' },
      ),
      'The proofs of this page, newest first',
    ),
    next_cursor: textOrNull('Send as `cursor` for the next page; null on the last'),
  },
  { title: 'ProofPage' },
);

const EntryFeedSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          book: text('Your id'),
          number: integer('1, 2, 3 … without gaps'),
          act: text('What was posted'),
          trade_id: uuidOrNull('The trade that it is about'),
          bank_line_id: uuidOrNull('The bank line that caused it'),
          adjustment_id: uuidOrNull('The adjustment that it is about'),
          postings: Type.Array(
            Type.Object({
              account: text('An account of your book, as in `available`'),
              currency: text('ISO 4217 code'),
              amount_cents: integer('The change of the account, in minor units'),
            }),
            { description: 'They sum to zero in each currency' },
          ),
          entered_at: moment('When it was posted'),
          hash: text('Over this entry and the hash before it'),
        },
        { title: 'BookEntry' },
      ),
      { description: 'The entries of this page, in order' },
    ),
    next_after: integer('Send as `after` for the next page'),
    has_more: flag('There are more entries already'),
  },
  { title: 'BookEntryPage' },
);

const ProofKeysSchema = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          key_id: integer('1, 2, 3 …'),
          algorithm: words(['Ed25519'], 'How it signs'),
          public_key: text('32 bytes, base64url'),
          created_at: moment('When it began to sign'),
          ended_at: momentOrNull('When it stopped signing; null: it signs'),
        },
        { title: 'ProofKey' },
      ),
      { description: 'The newest one signs' },
    ),
  },
  { title: 'ProofKeys' },
);

const ListQuerySchema = Type.Object(PAGING);
const EntryQuerySchema = Type.Object({
  after: count('The number of the last entry that you have'),
  limit: PAGING.limit,
});

const tags = ['Proofs'];
const scopes = ['read'] as const;

const LIST = {
  config: { scopes },
  schema: {
    operationId: 'listProofs',
    tags,
    summary: 'List the daily proofs that include your book, newest first',
    description: 'One per UTC day in which your book existed.',
    params: BalancePathSchema,
    querystring: ListQuerySchema,
    response: responses(200, ProofPageSchema, 401, 404, 422, 429, 503),
  },
};

const GET = {
  config: { scopes },
  schema: {
    operationId: 'getProof',
    tags,
    summary: 'Get the signed proof of a day, for your own book',
    description:
      'Keep it: it proves later that your history has not changed. If your book was opened ' +
      'after the newest proof, `latest` is 404 `no_proof_yet` until the next night.',
    params: Type.Object({
      merchant_id: BalancePathSchema.properties.merchant_id,
      day: text('`2026-11-20`, or `latest`', {
        maxLength: 10,
        pattern: '^(?:latest|[0-9]{4}-[0-9]{2}-[0-9]{2})$',
      }),
    }),
    response: responses(200, OwnProofSchema, 401, 404, 429, 503),
  },
};

const ENTRIES = {
  config: { scopes },
  schema: {
    operationId: 'listBookEntries',
    tags,
    summary: 'List the entries of your book in order',
    description: 'They lead to the head that the proof signs, and sum to your balances.',
    params: BalancePathSchema,
    querystring: EntryQuerySchema,
    response: responses(200, EntryFeedSchema, 401, 404, 422, 429, 503),
  },
};

const KEYS = {
  schema: {
    operationId: 'listProofKeys',
    tags,
    summary: 'List the public keys of the daily proofs, including those that have ended',
    description: 'Trust a key only if you have it by another way as well.',
    security: [],
    response: responses(200, ProofKeysSchema, 503),
  },
};

type OfMerchant = { Params: { merchant_id: string } };

export function registerProofs(scope: FastifyInstance, app: App): void {
  scope.get<OfMerchant>('/merchant/proofs/:merchant_id', LIST, (request, reply) =>
    answerQuery(request, reply, ListQuerySchema, (query) =>
      listOwnProofs(app, callerOf(request), request.params.merchant_id, query),
    ),
  );
  scope.get<{ Params: { merchant_id: string; day: string } }>(
    '/merchant/proofs/:merchant_id/:day',
    GET,
    async (request, reply) => {
      return answer(reply, 200, await getOwnProof(app, callerOf(request), request.params));
    },
  );
  scope.get<OfMerchant>('/merchant/entries/:merchant_id', ENTRIES, (request, reply) =>
    answerQuery(request, reply, EntryQuerySchema, (query) =>
      listOwnEntries(app, callerOf(request), request.params.merchant_id, query),
    ),
  );
}

/** Without a token: whoever checks a proof need not be a merchant. */
export function registerProofKeys(scope: FastifyInstance, app: App): void {
  scope.get('/proof_keys', KEYS, async () => await listProofKeys(app));
}
