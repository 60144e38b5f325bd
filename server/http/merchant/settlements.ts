// Routes of the merchant API: settlements and their lines, as JSON and as files.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../app/process/app.ts';
import {
  findOwnSettlement,
  getOwnSettlement,
  listOwnSettlementLines,
  listOwnSettlements,
} from '../../app/settlement/read-settlements.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { responses } from '../error/error-schema.ts';
import { settlementHtml, settlementTableFile } from '../schema/settlement-file.ts';
import {
  FileSchema,
  SettlementLineSchema,
  SettlementSchema,
} from '../schema/settlement-schemas.ts';
import { PAGING, pageShape, SIGNED_MERCHANT, uuid } from '../schema/shapes.ts';
import { sendFile } from '../transport/file-answer.ts';
import { FORMAT_TOLD, WORKBOOK } from '../transport/table-file.ts';
import { answer, answerQuery } from './answer.ts';
import { callerOf } from './authenticate.ts';

type Path = { merchant: string; uuid: string };

const PathSchema = Type.Object({
  merchant: uuid('Your merchant id'),
  uuid: uuid('The statement'),
});

const PageQuerySchema = Type.Object(PAGING);
const ListQuerySchema = Type.Object({ merchant_id: SIGNED_MERCHANT, ...PAGING });

const SCOPES = { config: { scopes: ['read'] } } as const;
const tags = ['Settlements'];

const LIST = {
  ...SCOPES,
  schema: {
    operationId: 'listSettlements',
    tags,
    summary: 'List your settlement statements, newest first',
    description: 'Those that were approved, paid or not.',
    querystring: ListQuerySchema,
    response: responses(
      200,
      pageShape('SettlementPage', SettlementSchema),
      401,
      404,
      422,
      429,
      503,
    ),
  },
};

const GET = {
  ...SCOPES,
  schema: {
    operationId: 'getSettlement',
    tags,
    summary: 'Get a settlement statement',
    description: 'Its sums are fixed; its state follows the pay-out.',
    params: PathSchema,
    response: responses(200, SettlementSchema, 401, 404, 429, 503),
  },
};

const LINES = {
  ...SCOPES,
  schema: {
    operationId: 'listSettlementLines',
    tags,
    summary: 'List the lines of a statement, in the order of your book',
    description: 'Each line is one entry of your book that changed the spendable balance.',
    params: PathSchema,
    querystring: PageQuerySchema,
    response: responses(
      200,
      pageShape('SettlementLinePage', SettlementLineSchema),
      401,
      404,
      422,
      429,
      503,
    ),
  },
};

type Found = Parameters<typeof settlementHtml>[1];

const FILES = {
  html: {
    operationId: 'getSettlementDocument',
    summary: 'Get a statement as a document to print',
    description: 'A page of HTML that loads nothing from elsewhere.',
    produces: ['text/html'],
    make: settlementHtml,
  },
  csv: {
    operationId: 'getSettlementCsv',
    summary: 'Get the lines of a statement as CSV',
    description: 'The same rows as the lines, with a header.',
    produces: ['text/csv'],
    make: (app: App, found: Found) => settlementTableFile(app, found, 'csv'),
  },
  xlsx: {
    operationId: 'getSettlementWorkbook',
    summary: 'Get the lines of a statement as an Excel workbook',
    description: `The same rows as the CSV. ${FORMAT_TOLD.xlsx.cells}`,
    produces: [WORKBOOK],
    make: (app: App, found: Found) => settlementTableFile(app, found, 'xlsx'),
  },
} as const;

const pathOf = ({ merchant, uuid }: Path) => ({ merchant_id: merchant, id: uuid });

export function registerSettlements(scope: FastifyInstance, app: App): void {
  scope.get('/settlements', LIST, (request, reply) =>
    answerQuery(request, reply, ListQuerySchema, (query) =>
      listOwnSettlements(app, callerOf(request), query),
    ),
  );
  scope.get<{ Params: Path }>('/settlements/:merchant/:uuid', GET, async (request, reply) => {
    return answer(
      reply,
      200,
      await getOwnSettlement(app, callerOf(request), pathOf(request.params)),
    );
  });
  scope.get<{ Params: Path }>('/settlements/:merchant/:uuid/lines', LINES, (request, reply) =>
    answerQuery(request, reply, PageQuerySchema, (query) =>
      listOwnSettlementLines(app, callerOf(request), pathOf(request.params), query),
    ),
  );
  registerFiles(scope, app);
}

function registerFiles(scope: FastifyInstance, app: App): void {
  for (const [ending, { make, ...texts }] of Object.entries(FILES)) {
    const schema = {
      ...texts,
      tags,
      params: PathSchema,
      response: responses(200, FileSchema, 401, 404, 429, 503),
    };
    scope.get<{ Params: Path }>(
      `/settlements/:merchant/:uuid/statement.${ending}`,
      { ...SCOPES, schema },
      async (request, reply) => {
        const found = await findOwnSettlement(app, callerOf(request), pathOf(request.params));
        if (isRefusal(found)) return answer(reply, 200, found);
        return sendFile(reply, await make(app, found));
      },
    );
  }
}
