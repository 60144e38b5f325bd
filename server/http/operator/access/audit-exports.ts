// Routes of the operator API: the audit trail as files, streamed.

import { Readable } from 'node:stream';
import { type AuditExport, exportAudit } from '../../../app/access/export-audit.ts';
import { FIND_AUDIT } from '../../../domain/access/trail-requests.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { auditCsvHead, auditCsvRow } from '../../../pages/export/audit-csv.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { FileSchema } from '../../schema/settlement-schemas.ts';
import { FileAnswer } from '../../transport/file-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';

async function* csvOf({ pages }: AuditExport): AsyncGenerator<string> {
  yield auditCsvHead();
  for await (const page of pages) yield page.map(auditCsvRow).join('');
}

/** The last line shows that the file is whole, and where the trail ended. */
async function* linesOf({ head, pages }: AuditExport): AsyncGenerator<string> {
  let entries = 0;
  for await (const page of pages) {
    entries += page.length;
    yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
  const end = { entries, head_number: Number(head.number), head_hash: head.hash };
  yield `${JSON.stringify({ end })}\n`;
}

const FILES = {
  csv: { content_type: 'text/csv; charset=utf-8', file_name: 'audit.csv', write: csvOf },
  jsonl: { content_type: 'application/jsonl', file_name: 'audit.jsonl', write: linesOf },
} as const;

function fileOf(
  found: AuditExport | Refusal,
  { content_type, file_name, write }: (typeof FILES)[keyof typeof FILES],
): FileAnswer | Refusal {
  if (isRefusal(found)) return found;
  return new FileAnswer({ content_type, file_name, body: Readable.from(write(found)) });
}

const tag = 'Audit';
const shared = {
  right: 'audit.read',
  tag,
  query: queryOf(FIND_AUDIT),
  answer: FileSchema,
} as const;

export const AUDIT_EXPORT_ROUTES: readonly OperatorRoute[] = [
  route({
    ...shared,
    method: 'GET',
    url: '/audit.csv',
    operation_id: 'exportAuditCsv',
    summary: 'Export the audit trail as CSV, oldest first',
    description: "For people: cells that a spreadsheet would take for formulas begin with `'`.",
    produces: ['text/csv'],
    handle: async ({ app, operator, query }) =>
      fileOf(await exportAudit(app, operator, query, 'csv'), FILES.csv),
  }),
  route({
    ...shared,
    method: 'GET',
    url: '/audit.jsonl',
    operation_id: 'exportAuditLines',
    summary: 'Export the audit trail as JSON Lines, oldest first',
    description:
      'Each line is an entry with `previous_hash`, so that it can be checked by itself, whatever ' +
      'the filters leave out. The last line is `end`, with the number of entries and the head of ' +
      'the trail. `payment-orders audit check FILE` checks all of it without the service.',
    produces: ['application/jsonl'],
    handle: async ({ app, operator, query }) =>
      fileOf(await exportAudit(app, operator, query, 'jsonl'), FILES.jsonl),
  }),
];
