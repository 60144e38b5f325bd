// Routes of the merchant API: a merchant's own proofs and entries, and the keys that sign the
// proofs.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../app/process/app.ts';
import { listProofKeys } from '../../app/proof/proof-keys.ts';
import { getOwnProof, listOwnEntries, listOwnProofs } from '../../app/proof/show-proofs.ts';
import { responses } from '../error/error-schema.ts';
import { refuseQuery } from '../error/validate.ts';
import { BalancePathSchema } from '../schema/schemas.ts';
import { answer } from './answer.ts';
import { callerOf } from './authenticate.ts';

const Text = (description: string) => Type.String({ description });
const IdOrNull = Type.Unsafe({ type: ['string', 'null'], format: 'uuid' });

const PathStepSchema = Type.Object(
  { side: Type.String({ enum: ['left', 'right'] }), hash: Type.String() },
  { title: 'ProofPathStep' },
);

const OwnProofSchema = Type.Object(
  {
    statement: Text('What is signed, byte for byte: JSON with day, root and the hash before'),
    signature: Text('Ed25519 over the statement, base64url'),
    public_key: Text('32 bytes, base64url'),
    leaf: Text('Your leaf, byte for byte: JSON with the head of your book and its balances'),
    path: Type.Array(PathStepSchema, { description: 'From your leaf to the root' }),
  },
  { title: 'Proof' },
);

const ProofPageSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          number: Type.Integer({ description: '1, 2, 3 …' }),
          day: Type.String({ format: 'date', description: 'The UTC day that had ended' }),
          hash: Text('SHA-256 of its statement, which the next one names'),
          made_at: Type.String({ format: 'date-time' }),
        },
        { title: 'ProofSummary' },
      ),
    ),
    next_cursor: Type.Unsafe({ type: ['string', 'null'] }),
  },
  { title: 'ProofPage' },
);

const EntryFeedSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          book: Text('Your id'),
          number: Type.Integer({ description: '1, 2, 3 … without gaps' }),
          act: Text('What was posted'),
          trade_id: IdOrNull,
          bank_line_id: IdOrNull,
          adjustment_id: IdOrNull,
          postings: Type.Array(
            Type.Object({
              account: Type.String(),
              currency: Type.String(),
              amount_cents: Type.Integer(),
            }),
          ),
          entered_at: Type.String({ format: 'date-time' }),
          hash: Text('Over this entry and the hash before it'),
        },
        { title: 'BookEntry' },
      ),
    ),
    next_after: Type.Integer({ description: 'Send as `after` for the next page' }),
    has_more: Type.Boolean(),
  },
  { title: 'BookEntryPage' },
);

const ProofKeysSchema = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          key_id: Type.Integer(),
          algorithm: Type.String({ enum: ['Ed25519'] }),
          public_key: Text('32 bytes, base64url'),
          created_at: Type.String({ format: 'date-time' }),
          ended_at: Type.Unsafe({
            type: ['string', 'null'],
            format: 'date-time',
            description: 'When it stopped signing; null: it signs',
          }),
        },
        { title: 'ProofKey' },
      ),
    ),
  },
  { title: 'ProofKeys' },
);

const limit = Type.Optional(
  Type.String({ format: 'integer', description: 'How many: 1 to 200; default 50' }),
);

const tags = ['Proofs'];
const scopes = ['read'] as const;

const LIST = {
  attachValidation: true,
  config: { scopes },
  schema: {
    operationId: 'listProofs',
    tags,
    summary: 'List the daily proofs that include your book, newest first',
    params: BalancePathSchema,
    querystring: Type.Object({
      cursor: Type.Optional(Text('`next_cursor` of the page before')),
      limit,
    }),
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
      day: Text('`2026-11-20`, or `latest`'),
    }),
    response: responses(200, OwnProofSchema, 401, 404, 429, 503),
  },
};

const ENTRIES = {
  attachValidation: true,
  config: { scopes },
  schema: {
    operationId: 'listBookEntries',
    tags,
    summary: 'List the entries of your book in order',
    params: BalancePathSchema,
    querystring: Type.Object({
      after: Type.Optional(
        Type.String({
          format: 'integer',
          description: 'The number of the last entry that you have',
        }),
      ),
      limit,
    }),
    response: responses(200, EntryFeedSchema, 401, 404, 422, 429, 503),
  },
};

const KEYS = {
  schema: {
    operationId: 'listProofKeys',
    tags,
    summary: 'List the public keys of the daily proofs, including those that have ended',
    security: [],
    response: responses(200, ProofKeysSchema, 503),
  },
};

type OfMerchant = { Params: { merchant_id: string } };
type Texts = { Querystring: Readonly<Record<string, string>> };

export function registerProofs(scope: FastifyInstance, app: App): void {
  scope.get<OfMerchant & Texts>('/merchant/proofs/:merchant_id', LIST, async (request, reply) => {
    const { params, query } = request;
    const caller = callerOf(request);
    const refused = refuseQuery(request);
    answer(reply, 200, refused ?? (await listOwnProofs(app, caller, params.merchant_id, query)));
  });
  scope.get<{ Params: { merchant_id: string; day: string } }>(
    '/merchant/proofs/:merchant_id/:day',
    GET,
    async (request, reply) => {
      answer(reply, 200, await getOwnProof(app, callerOf(request), request.params));
    },
  );
  scope.get<OfMerchant & Texts>(
    '/merchant/entries/:merchant_id',
    ENTRIES,
    async (request, reply) => {
      const { params, query } = request;
      const caller = callerOf(request);
      const refused = refuseQuery(request);
      answer(reply, 200, refused ?? (await listOwnEntries(app, caller, params.merchant_id, query)));
    },
  );
}

/** Without a token: whoever checks a proof need not be a merchant. */
export function registerProofKeys(scope: FastifyInstance, app: App): void {
  scope.get('/proof_keys', KEYS, async () => await listProofKeys(app));
}
