// Routes of the merchant API: files with messages about a merchant's disputes.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { bytesOfUpload } from '../../app/dispute/dispute-files.ts';
import { downloadOwnDisputeFile } from '../../app/dispute/open-dispute-file.ts';
import { sendOwnDisputeFile } from '../../app/dispute/send-file.ts';
import type { App } from '../../app/process/app.ts';
import { SEND_FILE } from '../../domain/dispute/dispute-requests.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, refuse } from '../../domain/service/refusal.ts';
import { networkOf } from '../../lib/ip-address.ts';
import { CONTENT_TYPES, PICTURE_TYPES } from '../../lib/picture/picture-content.ts';
import { createUploadGate } from '../customer/upload-gate.ts';
import { responses } from '../error/error-schema.ts';
import { sendRefusal } from '../error/reply.ts';
import { RefusedBody } from '../json/json-body.ts';
import { readQuery } from '../request/read-request.ts';
import { DisputeSchema } from '../schema/dispute-schemas.ts';
import { queryOf } from '../schema/request-schema.ts';
import { text, uuid } from '../schema/shapes.ts';
import { foreignFile, sendFile } from '../transport/file-answer.ts';
import { beginUpload } from '../transport/uploading.ts';
import { answer } from './answer.ts';
import { callerOf } from './authenticate.ts';

const tags = ['Disputes'];
const TYPES = [...PICTURE_TYPES.map((type) => CONTENT_TYPES[type]), 'application/octet-stream'];
const PIECE_WITHIN_MS = 30_000;

type Params = { merchant: string; uuid: string };
type Upload = FastifyRequest<{ Params: Params }>;

const DISPUTE = { merchant: uuid('Your merchant id'), uuid: uuid('The dispute') };

const QuerySchema = Type.Object(queryOf(SEND_FILE.merchant));

const SEND = {
  config: { scopes: ['payin', 'payout'] },
  bodyLimit: LIMITS.receipt_max_bytes,
  schema: {
    operationId: 'sendDisputeFile',
    repeatable: 'always',
    tags,
    summary: 'Send a picture with a message about a dispute',
    description: [
      'The picture is the body: PNG, JPEG or WebP by its content. It is rewritten without',
      'metadata. The same file is sent once. Signatures are over the lower-case hex SHA-256 of the',
      'file, where other requests have their body.',
    ].join(' '),
    consumes: TYPES,
    params: Type.Object(DISPUTE),
    querystring: QuerySchema,
    response: responses(200, DisputeSchema, 401, 404, 413, 415, 422, 429, 503),
  },
} as const;

const GET = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'downloadDisputeFile',
    tags,
    summary: 'Download a file about a dispute',
    description: 'A picture from outside, as a download.',
    produces: TYPES.slice(0, -1),
    params: Type.Object({ ...DISPUTE, file: uuid('The file') }),
    response: responses(200, text('The file'), 401, 404, 429, 503),
  },
} as const;

const OTHER_TYPE = refuse(
  'unsupported_media_type',
  `The body is the file itself; its Content-Type is one of: ${TYPES.join(', ')}.`,
);
const RETRY = { retry_after_s: 10 };
/** By whose files the limit is reached. */
const FULL = {
  own: refuse('rate_limited', 'You send too many files at once, or too often.', RETRY),
  all: refuse('unavailable', 'Many files are being sent. Send the file again.', RETRY),
};

async function collect(request: FastifyRequest, pieces: AsyncIterable<Uint8Array>) {
  const end = beginUpload(request.raw.socket, PIECE_WITHIN_MS);
  try {
    const file = await bytesOfUpload(pieces);
    if (isRefusal(file)) throw new RefusedBody(file);
    return file;
  } finally {
    end();
  }
}

/** The file as bytes; signatures are over its hash. */
function readFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(TYPES, async (request: FastifyRequest, payload: Readable) => {
    const file = await collect(request, payload);
    request.raw_body = createHash('sha256').update(file).digest('hex');
    const { merchant } = Object(request.params);
    return { merchant_id: merchant, file };
  });
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    done(new RefusedBody(OTHER_TYPE));
  });
}

/** A few at once of each token, and of all: each may use its whole size in memory. */
function limitUploads(scope: FastifyInstance): void {
  const gate = createUploadGate();
  scope.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    // A token that signs its requests is known only once the file was read.
    const leave = gate.enter(request.caller?.token.token_id ?? networkOf(request.ip));
    if (typeof leave === 'string') {
      sendRefusal(reply, FULL[leave]);
      return;
    }
    let is_over = false;
    const over = () => {
      if (is_over) return;
      is_over = true;
      leave();
    };
    reply.raw.once('finish', over);
    reply.raw.once('close', over);
    done();
  });
}

async function takeFile(app: App, request: Upload, reply: FastifyReply): Promise<object> {
  const query = readQuery(QuerySchema.properties, request.query, 'ignored');
  if (isRefusal(query)) return answer(reply, 200, query);
  const { file } = Object(request.body ?? {});
  const bytes = file instanceof Uint8Array ? file : new Uint8Array();
  const caller = callerOf(request);
  return answer(reply, 200, await sendOwnDisputeFile(app, caller, request.params, query, bytes));
}

export function registerDisputeFiles(scope: FastifyInstance, app: App): void {
  scope.register((own, _options, done) => {
    readFiles(own);
    limitUploads(own);
    own.post('/disputes/:merchant/:uuid/files', SEND, (request: Upload, reply) =>
      takeFile(app, request, reply),
    );
    done();
  });
  scope.get<{ Params: Params & { file: string } }>(
    '/disputes/:merchant/:uuid/files/:file',
    GET,
    async (request, reply) => {
      const file = await downloadOwnDisputeFile(app, callerOf(request), request.params);
      return isRefusal(file) ? sendRefusal(reply, file) : sendFile(reply, foreignFile(file));
    },
  );
}
