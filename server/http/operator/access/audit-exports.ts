// Routes of the operator API: the audit trail as files, streamed.

import { Readable } from 'node:stream';
import { type AuditExport, exportAudit } from '../../../app/access/export-audit.ts';
import { FIND_AUDIT } from '../../../domain/access/trail-requests.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { AUDIT_TABLE } from '../../../pages/export/audit-table.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { FileSchema } from '../../schema/settlement-schemas.ts';
import { FileAnswer } from '../../transport/file-answer.ts';
import {
  FORMAT_TOLD,
  TABLE_FORMATS,
  type TableFormat,
  tableFile,
} from '../../transport/table-file.ts';
import { exportOf } from '../route/exported-table.ts';
import { type OperatorRoute, route } from '../route/route.ts';

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

function linesFile(found: AuditExport): FileAnswer {
  const body = Readable.from(linesOf(found));
  return new FileAnswer({ content_type: 'application/jsonl', file_name: 'audit.jsonl', body });
}

const tag = 'Audit';
const shared = {
  right: 'audit.read',
  tag,
  query: queryOf(FIND_AUDIT),
  answer: FileSchema,
} as const;

const tableRoute = (format: TableFormat): OperatorRoute =>
  route({
    ...shared,
    method: 'GET',
    url: `/audit.${format}`,
    operation_id: format === 'csv' ? 'exportAuditCsv' : 'exportAuditWorkbook',
    summary: `Export the audit trail as ${FORMAT_TOLD[format].as}, oldest first`,
    description: `For people. ${FORMAT_TOLD[format].cells}`,
    produces: [FORMAT_TOLD[format].produces],
    ...exportOf({
      async table({ app, operator, query }) {
        const found = await exportAudit(app, operator, query, format);
        return isRefusal(found) ? found : { columns: AUDIT_TABLE, pages: found.pages };
      },
      file: (table) => tableFile(format, { name: 'audit', sheet: 'Audit trail' }, table),
    }),
  });

export const AUDIT_EXPORT_ROUTES: readonly OperatorRoute[] = [
  ...TABLE_FORMATS.map(tableRoute),
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
    handle: async ({ app, operator, query }) => {
      const found = await exportAudit(app, operator, query, 'jsonl');
      return isRefusal(found) ? found : linesFile(found);
    },
  }),
];
