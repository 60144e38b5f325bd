// Answers what is no readable HTTP: writes the usual error body to the bare socket and closes it.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { errorBody } from '../error/reply.ts';
import { SECURITY_HEADERS } from './http-headers.ts';
import { isUploading } from './uploading.ts';

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: refuse('header_too_large', 'The headers have more than 16 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: refuse('request_timeout', 'The request did not arrive in time.'),
};
const UNREADABLE = refuse('unreadable_request', 'This is not a readable HTTP request.');

/** Contains nothing of the broken request. */
export function socketAnswer(public_url: string, error_code: string): string {
  const request_id = randomUUID();
  const refusal = REFUSALS[error_code] ?? UNREADABLE;
  const content = errorBody(public_url, request_id, refusal);
  const body = JSON.stringify(content);
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': request_id,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const first = `HTTP/1.1 ${content.status} ${STATUS_CODES[content.status] ?? ''}\r\n`;
  return `${first}${lines.join('')}\r\n${body}`;
}

export function answerSocketErrors(publicUrl: () => string) {
  return (error: Error & { code: string }, socket: Socket): void => {
    // Reset by the peer: nobody reads the answer.
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
    socket.end(socketAnswer(publicUrl(), error.code));
  };
}
