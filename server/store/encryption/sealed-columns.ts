// Lists every encrypted column: where its rows are, and the place that each ciphertext is bound to.

export type SealedColumn = {
  table: string;
  column: string;
  /** The columns of the primary key, in order. */
  key: readonly { name: string; type: 'uuid' | 'integer' | 'text' }[];
  /** The start of the place, the key columns that follow in it, and what ends it. */
  place: { start: string; of: readonly string[]; end?: string };
  /** Bytes, or a text that begins with `sealed:`. */
  form: 'bytes' | 'text';
  /** Only the owner of the table may change its rows. */
  is_kept: boolean;
  /** Rows read at once: few if one may be a large file. */
  page_rows: number;
};

const uuid = (name: string) => ({ name, type: 'uuid' }) as const;
const integer = (name: string) => ({ name, type: 'integer' }) as const;

const COMMON = { form: 'bytes', is_kept: false, page_rows: 500 } as const;

/** For a table whose rows have a single id. */
function byId(table: string, column: string, id: string): SealedColumn {
  return { ...COMMON, table, column, key: [uuid(id)], place: placed(`${table}/${column}`, id) };
}

const placed = (start: string, ...of: string[]) => ({ start, of });

const OF_TRADES = [
  ['client_id', 'bytes'],
  ['payee', 'bytes'],
  ['callback_url', 'text'],
  ['return_url', 'text'],
  ['description', 'text'],
  ['metadata', 'text'],
] as const;

/** A trade that moves to the past trades keeps its ciphertexts, so they are bound to one place. */
const ofTrades = (table: 'trades' | 'past_trades'): SealedColumn[] =>
  OF_TRADES.map(([column, form]) => {
    const key = [uuid('merchant_id'), uuid('trade_id')];
    const place = placed(`trades/${column}`, 'trade_id');
    return { ...COMMON, table, column, key, place, form, is_kept: table === 'past_trades' };
  });

const DELIVERY_KEY = [
  uuid('merchant_id'),
  uuid('trade_id'),
  integer('sequence'),
  integer('endpoint_number'),
];
const ATTEMPT_KEY = [...DELIVERY_KEY, integer('attempt')];

function ofEndpoint(column: string, form: SealedColumn['form'], start = column): SealedColumn {
  const key = [uuid('merchant_id'), integer('number')];
  const place = placed(`callback_endpoints/${start}`, 'merchant_id', 'number');
  return { ...COMMON, table: 'callback_endpoints', column, key, place, form };
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  // In this order: whoever looks for the uses of a key finds a trade that moves meanwhile.
  ...ofTrades('trades'),
  ...ofTrades('past_trades'),
  ofEndpoint('url', 'text'),
  ofEndpoint('secret', 'bytes'),
  ofEndpoint('previous_secret', 'bytes', 'secret'),
  byId('saved_views', 'content', 'saved_view_id'),
  byId('scheduled_reports', 'content', 'scheduled_report_id'),
  byId('people', 'name', 'person_id'),
  byId('people', 'email', 'person_id'),
  byId('people', 'openid_account', 'person_id'),
  byId('totp_secrets', 'secret', 'totp_secret_id'),
  { ...byId('alert_recipients', 'address', 'alert_recipient_id'), form: 'text' },
  byId('alert_recipients', 'secret', 'alert_recipient_id'),
  {
    ...byId('alert_recipients', 'previous_secret', 'alert_recipient_id'),
    place: placed('alert_recipients/secret', 'alert_recipient_id'),
  },
  { ...byId('sessions', 'address', 'session_id'), form: 'text' },
  { ...byId('sessions', 'user_agent', 'session_id'), form: 'text' },
  { ...byId('passkeys', 'name', 'passkey_id'), form: 'text' },
  byId('settlement_accounts', 'payee', 'merchant_id'),
  byId('receiving_accounts', 'number', 'receiving_account_id'),
  byId('payout_batches', 'debtor', 'payout_batch_id'),
  {
    ...byId('payout_attempts', 'bank_text', 'payout_attempt_id'),
    key: [uuid('merchant_id'), uuid('trade_id'), uuid('payout_attempt_id')],
    form: 'text',
  },
  { ...byId('statement_imports', 'file_name', 'statement_id'), form: 'text' },
  byId('waiting_lines', 'sealed', 'waiting_line_id'),
  byId('proposals', 'content', 'proposal_id'),
  byId('proposals', 'secret', 'proposal_id'),
  { ...byId('held_files', 'content', 'held_file_id'), page_rows: 1 },
  {
    ...byId('api_tokens', 'signing_secret', 'token_id'),
    key: [uuid('merchant_id'), uuid('token_id')],
  },
  {
    ...byId('receipt_files', 'content', 'receipt_id'),
    key: [uuid('merchant_id'), uuid('receipt_id')],
    page_rows: 4,
  },
  {
    ...byId('dispute_files', 'content', 'file_id'),
    key: [uuid('merchant_id'), uuid('file_id')],
    page_rows: 4,
  },
  {
    ...byId('events', 'note', 'trade_id'),
    key: [uuid('merchant_id'), uuid('trade_id'), integer('sequence')],
    place: placed('events/note', 'trade_id', 'sequence'),
    form: 'text',
    is_kept: true,
  },
  { ...byId('bank_lines', 'sealed', 'bank_line_id'), is_kept: true },
  {
    ...byId('payout_files', 'content', 'payout_batch_id'),
    key: [uuid('payout_batch_id'), { name: 'format', type: 'text' }],
    place: placed('payout_files/content', 'payout_batch_id', 'format'),
    is_kept: true,
    page_rows: 20,
  },
  {
    ...byId('line_rules', 'conditions', 'line_rule_id'),
    key: [uuid('line_rule_id'), integer('version')],
    place: placed('line_rules/conditions', 'line_rule_id', 'version'),
    is_kept: true,
  },
  {
    ...byId('dispute_messages', 'content', 'dispute_id'),
    key: [uuid('merchant_id'), uuid('dispute_id'), integer('number')],
    place: placed('dispute_messages/content', 'dispute_id', 'number'),
    is_kept: true,
  },
  {
    ...byId('proof_keys', 'private_key', 'key_id'),
    key: [integer('key_id')],
    is_kept: true,
  },
  {
    ...byId('delivery_attempts', 'reply_head', 'trade_id'),
    key: ATTEMPT_KEY,
    place: placed('delivery_attempts/reply_head', 'trade_id', 'sequence', 'attempt'),
    form: 'text',
    is_kept: true,
  },
  {
    ...byId('delivery_attempts', 'url', 'trade_id'),
    key: ATTEMPT_KEY,
    place: placed('delivery_attempts/url', 'trade_id', 'sequence', 'endpoint_number', 'attempt'),
    form: 'text',
    is_kept: true,
  },
  // Of the first attempt, which has these places as a row, too.
  {
    ...byId('deliveries', 'told_head', 'trade_id'),
    key: DELIVERY_KEY,
    place: { ...placed('delivery_attempts/reply_head', 'trade_id', 'sequence'), end: '1' },
    form: 'text',
  },
  {
    ...byId('deliveries', 'told_url', 'trade_id'),
    key: DELIVERY_KEY,
    place: {
      ...placed('delivery_attempts/url', 'trade_id', 'sequence', 'endpoint_number'),
      end: '1',
    },
    form: 'text',
  },
];

export const columnName = ({ table, column }: Pick<SealedColumn, 'table' | 'column'>): string =>
  `${table}.${column}`;

/** The place that the ciphertext of this row is bound to. */
export function placeOf({ key, place }: SealedColumn, values: readonly string[]): string {
  const parts = place.of.map((name) => values[key.findIndex((part) => part.name === name)]);
  return [place.start, ...parts, place.end ?? []].flat().join('/');
}

/** The first bytes of a ciphertext, which are its key id; null if there is no ciphertext. */
export function keyIdSql({ column, form }: SealedColumn): string {
  if (form === 'bytes') return `substring(${column} from 1 for 4)`;
  // Eight characters of base64url are six bytes.
  return `case when ${column} ~ '^sealed:[A-Za-z0-9_-]{8}' then
    substring(decode(translate(substring(${column} from 8 for 8), '-_', '+/'), 'base64')
      from 1 for 4) end`;
}

export function keyIdBytes(key_id: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(key_id);
  return bytes;
}
