// Holds the page for auditors against the schema and the rules: what tells of a person is in its
// table, as it is stored, with rights and times that there are.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RIGHT_TABLE } from '../server/domain/access/right-table.ts';
import { LIMITS } from '../server/domain/service/limits.ts';
import {
  RETENTION,
  RETENTION_KINDS,
  type RetentionRow,
} from '../server/domain/service/retention-kinds.ts';
import { columnName, SEALED_COLUMNS } from '../server/store/encryption/sealed-columns.ts';
import { readCheckout } from './support/checkout/checkout.ts';
import { codeWords, readDocuments, tableRows } from './support/checkout/documents.ts';
import { PERSONAL_COLUMNS } from './support/schema/personal-columns.ts';

/** Bytes, objects and hashes of words that tell nothing of a person. */
const OF_NOBODY: readonly string[] = [
  'account_day_closings.differences',
  'alert_notices.content',
  'api_tokens.token_hash',
  'approved_evidence.evidence_key',
  'archived_months.file_hash',
  'archived_months.manifest_hash',
  'archived_months.sums_hash',
  'removals.file_hash',
  'audit_entries.hash',
  'audit_head.last_hash',
  'bank_line_outcomes.candidates',
  'cell_moves.sealed_owner_url',
  'cell_moves.sealed_url',
  'encryption_keys.wrapped',
  'ledger_books.last_hash',
  'ledger_entries.hash',
  'logos.bytes',
  'merchants.settings',
  'openid_requests.link_hash',
  'openid_requests.request_hash',
  'operator_tokens.confirmed_from',
  'operator_tokens.token_hash',
  'passkey_challenges.challenge_hash',
  'passkeys.credential_id',
  'passkeys.public_key',
  'past_trades.fingerprint',
  'past_trades.trace_context',
  'payout_files.hash',
  'proof_digests.digests',
  'proof_digests.hash',
  'proof_heads.book_hash',
  'proof_keys.public_key',
  'proofs.leaves',
  'proofs.proof_hash',
  'proofs.signature',
  'proposals.request_hash',
  'removals.plan',
  'removals.removed',
  'sessions.session_hash',
  'trades.fingerprint',
  'trades.trace_context',
  'used_signatures.signature',
  'waiting_lines.bank_line_ids',
  'waiting_lines.beside',
  'verify_positions.seal',
];

/** Kinds of data that tell of nobody. */
const OF_NO_PERSON: readonly string[] = ['alert_notices', 'report_sendings', 'deliveries'];

type Row = { columns: string[]; stored: string; rights: string[]; ends: string; data: string };

function storedData(): Row[] {
  const page = readDocuments().get('docs/operate/compliance.md') ?? '';
  const [, section = ''] = page.split('## Stored data\n');
  const rows = tableRows(section.split('\n### ')[0] ?? '').slice(1);
  return rows.map(([data = '', columns = '', stored = '', rights = '', , ends = '']) => ({
    data,
    columns: codeWords(columns),
    stored,
    rights: codeWords(rights),
    ends,
  }));
}

const ROWS = storedData();
const NAMED = ROWS.flatMap(({ columns }) => columns);
const storedAs = (stored: string) =>
  ROWS.filter((row) => row.stored === stored).flatMap(({ columns }) => columns);

/** Every column of the schema as `table.column`, with its type. */
function columnsOfSchema(): { name: string; type: string }[] {
  const schema = readCheckout(['migrations/schema.sql']).get('migrations/schema.sql') ?? '';
  const tables = schema.matchAll(/^create table public\.(\w+) \(\n([\s\S]*?)^\)/gm);
  return [...tables].flatMap(([, table = '', body = '']) =>
    [...body.matchAll(/^ {2}(\w+) ([a-z]+(?:\[\])?)/gm)].map(([, column = '', type = '']) => ({
      name: `${table}.${column}`,
      type,
    })),
  );
}

const told = (...kinds: string[]) =>
  PERSONAL_COLUMNS.filter(([, kind]) => kinds.includes(kind)).map(([name]) => name);
const without = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name));

suite('the table of stored data for auditors', () => {
  test('names columns of the schema, each once', () => {
    const known = columnsOfSchema().map(({ name }) => name);
    ok(known.length > 500, 'the schema is read');
    deepEqual(without(NAMED, known), []);
    deepEqual(
      NAMED.filter((name, at) => NAMED.indexOf(name) !== at),
      [],
    );
  });

  test('has every encrypted column, and calls no other one encrypted', () => {
    deepEqual(storedAs('encrypted').toSorted(), SEALED_COLUMNS.map(columnName).toSorted());
  });

  test('has every readable text that may tell of a person', () => {
    deepEqual(without(told('clear'), storedAs('readable')), []);
  });

  test('has every hash of what somebody told', () => {
    deepEqual(without(told('digest'), storedAs('hashed')), []);
  });

  test('has all bytes, objects and words, but for those that tell of nobody', () => {
    const found = columnsOfSchema()
      .filter(({ name, type }) => /^(?:bytea|jsonb)$/.test(type) || name.endsWith('.words'))
      .map(({ name }) => name);
    deepEqual(without(found, [...NAMED, ...OF_NOBODY]), []);
    deepEqual(without(OF_NOBODY, found), []);
  });

  test('names rights that there are', () => {
    const rights = ROWS.flatMap((row) => row.rights);
    deepEqual(without(rights, Object.keys(RIGHT_TABLE)), []);
  });

  test('says the times after which jobs remove something', () => {
    const days = (column: string) => {
      const row = ROWS.find(({ columns }) => columns.includes(column));
      return Number(/(\d+) days/.exec(row?.ends ?? '')?.[1]) * 86_400_000;
    };
    equal(days('proposals.secret'), LIMITS.proposal_life_ms);
  });

  test('says the usual days of every kind that it names', () => {
    for (const { data, ends } of ROWS) {
      const named = RETENTION_KINDS.filter((kind) => codeWords(ends).includes(kind));
      const days = [...ends.matchAll(/(\d+) days/g)].map(([, count]) => Number(count));
      for (const kind of named) ok(days.includes(RETENTION[kind].days), `${data}: ${kind}`);
    }
    const all = ROWS.flatMap(({ ends }) => codeWords(ends));
    const personal = RETENTION_KINDS.filter((kind) => !OF_NO_PERSON.includes(kind));
    deepEqual(without(personal, all), []);
  });

  test('and the page of retention has the list as the service has it', () => {
    const page = readDocuments().get('docs/operate/retention.md') ?? '';
    const rows = tableRows(page.split('## ')[0] ?? '').slice(1);
    const expected = RETENTION_KINDS.map((kind) => {
      const row: RetentionRow = RETENTION[kind];
      const { days, min_days, max_days, ends, stays, why } = row;
      const most = max_days.toLocaleString('en');
      const bounds = `${min_days}–${most}${row.may_stay ? ', or `never`' : ''}`;
      return [`\`${kind}\``, ends, String(days), bounds, stays, why];
    });
    deepEqual(rows, expected);
  });
});
