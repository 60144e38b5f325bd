// Reads and saves the callback endpoints of merchants, with their addresses and secrets encrypted.
import type { CallbackEndpoint, Disabler } from '../../domain/record/callback-endpoint.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';

type Key = { merchant_id: string; number: number };

const urlPlace = ({ merchant_id, number }: Key) =>
  `callback_endpoints/url/${merchant_id}/${number}`;
const secretPlace = ({ merchant_id, number }: Key) =>
  `callback_endpoints/secret/${merchant_id}/${number}`;

type EndpointRow = Key & {
  url: string | null;
  secret: Buffer | null;
  previous_secret: Buffer | null;
  previous_secret_until: number | null;
  description: string;
  event_types: string[];
  max_concurrent: number | null;
  max_per_second: number | null;
  disabled_at: number | null;
  disabled_by: Disabler | null;
  created_at: number;
};

function endpointOf(cipher: Cipher, row: EndpointRow): CallbackEndpoint {
  const { url, secret, previous_secret, previous_secret_until, ...rest } = row;
  const place = secretPlace(row);
  return {
    ...rest,
    url: openText(cipher, url, urlPlace(row)),
    secret: secret === null ? null : cipher.tryOpen(secret, place),
    previous_secret: previous_secret === null ? null : cipher.tryOpen(previous_secret, place),
    previous_until: previous_secret_until,
  };
}

const COLUMNS = `merchant_id, number, url, secret, previous_secret, previous_secret_until,
  description, event_types, max_concurrent, max_per_second, disabled_at, disabled_by, created_at`;

/** Of one merchant, or of all. */
export async function readCallbackEndpoints(
  db: Queryable,
  cipher: Cipher,
  merchant_id: string | null = null,
): Promise<CallbackEndpoint[]> {
  const rows = await db.query<EndpointRow>(
    'read-callback-endpoints',
    `select ${COLUMNS} from callback_endpoints where removed_at is null
       and ($1::uuid is null or merchant_id = $1)
     order by merchant_id, number`,
    [merchant_id],
  );
  return rows.map((row) => endpointOf(cipher, row));
}

/** The number of the merchant's next endpoint; the merchant's row is locked. */
export async function nextEndpointNumber(tx: Queryable, merchant_id: string): Promise<number> {
  const [row] = await tx.query<{ number: number }>(
    'next-endpoint-number',
    `select coalesce(max(number), 0) + 1 as number from callback_endpoints
     where merchant_id = $1`,
    [merchant_id],
  );
  if (row === undefined) throw new Error('An aggregate has one row');
  return row.number;
}

export async function saveCallbackEndpoint(
  tx: Queryable,
  cipher: Cipher,
  endpoint: CallbackEndpoint,
): Promise<void> {
  const { merchant_id, number, url, secret, previous_secret } = endpoint;
  if (secret === null) throw new Error(`No secret of endpoint ${number}`);
  const sealed = (text: string | null) =>
    text === null ? null : cipher.seal(text, secretPlace(endpoint));
  await tx.query(
    'save-callback-endpoint',
    `insert into callback_endpoints (${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (merchant_id, number) do update set url = excluded.url,
       secret = excluded.secret, previous_secret = excluded.previous_secret,
       previous_secret_until = excluded.previous_secret_until,
       description = excluded.description, event_types = excluded.event_types,
       max_concurrent = excluded.max_concurrent, max_per_second = excluded.max_per_second,
       disabled_at = excluded.disabled_at, disabled_by = excluded.disabled_by`,
    [
      merchant_id,
      number,
      sealText(cipher, url, urlPlace(endpoint)),
      sealed(secret),
      sealed(previous_secret),
      timestamp(endpoint.previous_until),
      endpoint.description,
      endpoint.event_types,
      endpoint.max_concurrent,
      endpoint.max_per_second,
      timestamp(endpoint.disabled_at),
      endpoint.disabled_by,
      timestamp(endpoint.created_at),
    ],
  );
}

/** Its number and its deliveries stay; its address and secrets do not. */
export async function removeCallbackEndpoint(
  tx: Queryable,
  { merchant_id, number }: Key,
  removed_at: number,
): Promise<void> {
  await tx.query(
    'remove-callback-endpoint',
    `update callback_endpoints set removed_at = $3, url = null, secret = null,
       previous_secret = null, previous_secret_until = null
     where merchant_id = $1 and number = $2`,
    [merchant_id, number, timestamp(removed_at)],
  );
}
