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
import { ROTATE_ENCRYPTION_KEY } from '../../../domain/access/trail-requests.ts';
import { KEY_PURPOSES } from '../../../domain/service/encryption-key.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { integer, integerOrNull, list, moment, shape, text, words } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Encryption keys';

const KEY = shape<EncryptionKeyBody>('EncryptionKey', {
  key_id: integer('1, 2, 3 …'),
  purpose: words(
    KEY_PURPOSES,
    'What the key is for: encrypting rows, searching by keyed hash, or page addresses',
  ),
  state: words(KEY_STATES, '`coming`: every process loads the key before any process uses it'),
  created_at: moment('When'),
  starts_at: moment('From when it is used'),
  rows_left: integerOrNull(
    'An estimate of the rows that must still be re-encrypted; null if none must',
  ),
});

const COLUMN = shape<ColumnBody>('EncryptedColumn', {
  column: text('Table and column'),
  state: words(
    COLUMN_STATES,
    '`waits_for_owner`: no process can connect as the owner of the tables',
  ),
  rows_about: integer('Rows in the table, as PostgreSQL estimates'),
  rows_seen: integer('Gone through'),
  rows_resealed: integer('Moved to the current key'),
  rows_unreadable: integer(
    'Rows that cannot be decrypted: they keep their key, so the key is not removed',
  ),
});

export const ENCRYPTION_KEY_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/encryption_keys',
    operation_id: 'listEncryptionKeys',
    right: 'settings.read',
    tag,
    summary: 'List the keys that encrypt the rows, and how many rows use the newest',
    description:
      'Only numbers, times and states: keys are never shown. `rows_left` is an estimate, and ' +
      '`columns` is empty if no row has to be encrypted again.',
    answer: shape<EncryptionKeysBody>('EncryptionKeys', {
      keys: list(KEY, { description: 'All of them, the oldest first' }),
      columns: list(COLUMN, { description: 'Empty if no row has to be re-encrypted' }),
    }),
    handle: ({ app }) => listEncryptionKeys(app),
  }),
  route({
    method: 'POST',
    url: '/encryption_keys',
    operation_id: 'rotateEncryptionKey',
    right: 'keys.rotate',
    tag,
    summary: 'Create a new key; rows are re-encrypted while the service runs',
    description:
      'New rows are encrypted with it some seconds later, old ones are re-encrypted in the ' +
      'background, and the old key is removed once no row uses it. A new page key is for new trades only.',
    body: strictBodyOf(ROTATE_ENCRYPTION_KEY),
    answer: shape<RotatedEncryptionKeyBody>('RotatedEncryptionKey', {
      outcome: words(
        ['rotated', 'found'],
        '`found`: a new key was waiting already, not yet in use',
      ),
      key: KEY,
    }),
    handle: ({ app, operator, fields }) => rotateEncryptionKey(app, operator, fields),
  }),
];
