// Routes of the operator API: list and rotate the keys that encrypt the rows; keys are never shown.
import {
  COLUMN_STATES,
  type ColumnBody,
  type EncryptionKeyBody,
  type EncryptionKeysBody,
  KEY_STATES,
  listEncryptionKeys,
  type RotatedEncryptionKeyBody,
  rotateEncryptionKey,
} from '../../../app/access/encryption-keys.ts';
import { KEY_PURPOSES, ROTATED_PURPOSES } from '../../../domain/service/encryption-key.ts';
import {
  integer,
  integerOrNull,
  list,
  moment,
  optional,
  request,
  shape,
  text,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Encryption keys';

const KEY = shape<EncryptionKeyBody>('EncryptionKey', {
  key_id: integer('1, 2, 3 …'),
  purpose: words(KEY_PURPOSES, 'Encrypts rows, finds by keyed hash, or makes page addresses'),
  state: words(KEY_STATES, 'Coming: every process reads it before any uses it'),
  created_at: moment('When'),
  starts_at: moment('From when it is used'),
  rows_left: integerOrNull(
    'About how many rows may still have to leave it; null where none has to',
  ),
});

const COLUMN = shape<ColumnBody>('EncryptedColumn', {
  column: text('Table and column'),
  state: words(COLUMN_STATES, 'Waits for owner: no process has the address of the tables’ owner'),
  rows_about: integer('Of the table, as PostgreSQL estimates'),
  rows_seen: integer('Gone through'),
  rows_resealed: integer('Moved to the current key'),
  rows_unreadable: integer('Damaged: they keep their key, and it stays'),
});

export const ENCRYPTION_KEY_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/encryption_keys',
    operation_id: 'listEncryptionKeys',
    tag,
    summary: 'List the keys that encrypt the rows, and how far the rows have followed',
    answer: shape<EncryptionKeysBody>('EncryptionKeys', {
      keys: list(KEY),
      columns: list(COLUMN, { description: 'Empty where no row has to leave a key' }),
    }),
    handle: ({ app }) => listEncryptionKeys(app),
  }),
  route({
    method: 'POST',
    url: '/encryption_keys',
    operation_id: 'rotateEncryptionKey',
    tag,
    summary: 'Make a new key; the rows follow while the service runs',
    description:
      'New rows are encrypted with it some seconds later, old ones follow in the background, and ' +
      'the old key is removed once no row uses it. A new page key is for new trades only.',
    body: request('RotateEncryptionKey', {
      purpose: optional(words(ROTATED_PURPOSES, 'Default: data')),
      reason: text('Why', { maxLength: 500 }),
    }),
    answer: shape<RotatedEncryptionKeyBody>('RotatedEncryptionKey', {
      outcome: words(['rotated', 'found'], 'Found: one that is not in use yet'),
      key: KEY,
    }),
    handle: ({ app, operator, fields }) => rotateEncryptionKey(app, operator, fields),
  }),
];
