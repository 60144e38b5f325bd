// Receives a receipt's file from the page: only if one is accepted, only a few at once, within a
// time limit.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { networkOf } from '../../lib/ip-address.ts';
import { type ReceiptProblem, type Unfit, unfit } from '../../lib/picture/picture-content.ts';
import type { PageProblem } from '../../pages/parts/page-context.ts';
import { beginUpload } from '../transport/uploading.ts';
import { answerForm, type PageRequest, type Pages, showProblem } from './page-forms.ts';
import { isUnknownProxy } from './page-limits.ts';
import { createUploadGate } from './upload-gate.ts';

/** One file with the browser's headers for it; the form has no other fields. */
const PART_LIMITS = { fileSize: LIMITS.receipt_max_bytes, files: 1, fields: 0, headerPairs: 20 };

/** A file that is somewhat too large is read to its end, so that the browser shows the answer. */
const MOST_READ_BYTES = 4 * LIMITS.receipt_max_bytes;
const PIECE_WITHIN_MS = 10_000;
const WHOLE_WITHIN_MS = 120_000;
const BUSY_RETRY_S = 60;

/** The parser's messages for a body that is no form; it has no error codes for them. */
const BROKEN = /^(?:Multipart: |Boundary required|Unexpected end of )|terminated early/;

class BrokenForm extends Error {
  override name = 'BrokenForm';
  readonly statusCode = 400;
}

async function readFile(request: PageRequest): Promise<Uint8Array | Unfit> {
  const part = await request.file({ throwFileSizeLimit: false });
  if (part === undefined) return unfit('empty');
  const bytes = await part.toBuffer();
  if (part.fieldname !== 'receipt') return unfit('empty');
  return part.file.truncated ? unfit('too_large') : bytes;
}

/** Rejects when the sender disconnects, which the parser does not always notice. */
function brokenOff({ raw }: PageRequest): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => {
      if (!raw.complete) reject(new BrokenForm('The file was cut off before its end.'));
    };
    if (raw.destroyed) end();
    else raw.once('close', end);
  });
}

/** Disconnects slow senders, so that they cannot occupy the few places. */
async function readInTime(request: PageRequest): Promise<Uint8Array | Unfit> {
  const { raw } = request;
  const end = beginUpload(raw.socket, PIECE_WITHIN_MS);
  const timer = setTimeout(() => raw.destroy(), WHOLE_WITHIN_MS);
  try {
    return await Promise.race([brokenOff(request), readFile(request)]);
  } catch (error) {
    const is_broken = error instanceof Error && !('code' in error) && BROKEN.test(error.message);
    throw is_broken ? new BrokenForm(error.message, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    end();
  }
}

function problemOf(problem: ReceiptProblem): PageProblem {
  const is_receipt = true;
  if (problem.kind !== 'unfit') return { key: `receipt_${problem.kind}`, utr: null, is_receipt };
  const { why, found } = problem;
  return {
    key: why === 'wrong_type' ? wrongType(found) : `receipt_${why}`,
    utr: null,
    found,
    is_receipt,
  };
}

function wrongType(found: string | null): PageProblem['key'] {
  if (found === null) return 'receipt_unknown_type';
  return found === 'PDF' ? 'receipt_pdf' : 'receipt_wrong_type';
}

/** Refuses before anything of the file is read, so that a refusal costs nothing. */
async function refuseEarly(
  pages: Pages,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply | null> {
  const { token } = request.params;
  if (Number(request.headers['content-length'] ?? 0) > MOST_READ_BYTES) {
    reply.header('connection', 'close');
    return pages.renderer.error(reply, 413, 'invalid', token);
  }
  const refused = await pages.acts.receiptRefused(token);
  if (refused === null) return null;
  if (isRefusal(refused)) return await answerForm(pages, reply, token, refused);
  return await showProblem(pages, reply, token, problemOf(refused));
}

async function takeFile(pages: Pages, request: PageRequest, reply: FastifyReply) {
  const { token } = request.params;
  const bytes = await readInTime(request);
  const result = 'why' in bytes ? bytes : await pages.acts.addReceipt(token, bytes);
  if ('kind' in result) return await showProblem(pages, reply, token, problemOf(result));
  return await answerForm(pages, reply, token, result);
}

export function takeReceipts(scope: FastifyInstance, pages: Pages): void {
  const gate = createUploadGate();
  // In a scope apart from the other forms, which accept no files.
  scope.register((own, _options, done) => {
    void own.register(multipart, { limits: PART_LIMITS });
    own.post('/:token/receipt', async (request: PageRequest, reply) => {
      // Read now, because it is known only while the connection is open.
      const address = isUnknownProxy(request) ? null : networkOf(request.ip);
      const refused = await refuseEarly(pages, request, reply);
      if (refused !== null) return refused;
      const leave = gate.enter(address);
      if (typeof leave === 'string') {
        reply.header('retry-after', BUSY_RETRY_S);
        return await showProblem(pages, reply, request.params.token, problemOf({ kind: 'busy' }));
      }
      try {
        return await takeFile(pages, request, reply);
      } finally {
        leave();
      }
    });
    done();
  });
}
