// Routes of the operator API: list, show and make signed proofs, and the keys that sign them.

import { type MadeProofBody, makeProofNow } from '../../../app/proof/make-proof-now.ts';
import { listProofKeys, type ProofKeyBody } from '../../../app/proof/proof-keys.ts';
import { type RotatedKeyBody, rotateProofKey } from '../../../app/proof/rotate-proof-key.ts';
import {
  getWholeProof,
  listAllProofs,
  type ProofSummary,
  type WholeProofBody,
} from '../../../app/proof/show-proofs.ts';
import { ROTATE_KEY } from '../../../domain/proof/proof-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  integer,
  integerOrNull,
  list,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  request,
  shape,
  text,
  textOrNull,
  words,
} from '../../schema/shapes.ts';
import { onlyWord } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Proofs';

const SUMMARY = {
  number: integer('1, 2, 3 …'),
  day: text('The UTC day that had ended', { format: 'date' }),
  hash: text('SHA-256 of its statement, which the next one names'),
  made_at: moment('When'),
};

const KEY = shape<ProofKeyBody>('ProofKey', {
  key_id: integer('1, 2, 3 …'),
  algorithm: onlyWord('Ed25519'),
  public_key: text('32 bytes, base64url'),
  created_at: moment('When'),
  ended_at: momentOrNull('When it stopped signing; null: it signs'),
});

export const PROOF_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/proofs',
    operation_id: 'listAllProofs',
    right: 'ledger.read',
    tag,
    summary: 'List the signed proofs, newest first',
    description:
      'One for each UTC day that has ended, each naming the hash of the one before. Ask for a ' +
      'day to get its signature and the heads of the books.',
    query: PAGING,
    answer: pageShape('ProofPage', shape<ProofSummary>('ProofSummary', SUMMARY)),
    handle: ({ app, query }) => listAllProofs(app, query),
  }),
  route({
    method: 'GET',
    url: '/proofs/:day',
    operation_id: 'getWholeProof',
    right: 'ledger.read',
    tag,
    summary: 'Get a day’s proof with the heads of all books',
    description:
      '`latest` is the newest. Keep it in a place that nobody with write access to the database can change.',
    answer: shape<WholeProofBody>('WholeProof', {
      statement: text('What is signed, byte for byte: JSON with day, root and the hash before'),
      signature: text('Ed25519 over the statement, base64url'),
      public_key: text('32 bytes, base64url'),
      leaves: list(text('JSON, byte for byte'), {
        description: 'The totals first, then the head of each book',
      }),
    }),
    handle: ({ app, params }) => getWholeProof(app, params.day),
  }),
  route({
    method: 'POST',
    url: '/proofs',
    operation_id: 'makeProof',
    right: 'books.verify',
    tag,
    summary: 'Make the proof of the day that has ended, if it does not exist yet',
    description: 'The service does so by itself. Nothing is signed if the books do not hold.',
    body: request('MakeProof', {}),
    body_optional: true,
    answer: shape<MadeProofBody>('MadeProof', {
      outcome: words(['made', 'found', 'refused'], '`refused`: see `problems`'),
      number: integerOrNull('The proof’s number; null if it was refused'),
      day: textOrNull('The UTC day that had ended'),
      hash: textOrNull('SHA-256 of its statement'),
      problems: list(text('What is wrong'), { description: 'The first hundred' }),
    }),
    handle: ({ app, operator }) => makeProofNow(app, operator),
  }),
  route({
    method: 'GET',
    url: '/proof_keys',
    operation_id: 'listProofKeysForOperators',
    right: 'ledger.read',
    tag,
    summary: 'List the public keys of the proofs',
    description:
      'The oldest first, in one answer; the one without `ended_at` signs. Private keys are never ' +
      'shown.',
    answer: shape<{ keys: ProofKeyBody[] }>('ProofKeys', {
      keys: list(KEY, { description: 'The oldest first; the one without `ended_at` signs' }),
    }),
    handle: ({ app }) => listProofKeys(app),
  }),
  route({
    method: 'POST',
    url: '/proof_keys',
    operation_id: 'rotateProofKey',
    right: 'keys.rotate',
    tag,
    summary: 'End the key that signs the proofs; a new one signs from then on',
    description:
      'The old key stays published with its end, so that its signatures can still be checked. ' +
      'Give merchants and auditors the new public key through another channel than this API.',
    body: strictBodyOf(ROTATE_KEY),
    answer: shape<RotatedKeyBody>('RotatedProofKey', {
      outcome: words(['rotated', 'found'], '`found`: it had ended already'),
      ended: KEY,
      key: KEY,
    }),
    handle: ({ app, operator, fields }) => rotateProofKey(app, operator, fields),
  }),
];
