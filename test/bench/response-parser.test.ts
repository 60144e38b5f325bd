// Answers as they come from a socket: cut anywhere, or several in one piece.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResponseParser, type ResponseHead } from '../../bench/load/response-parser.ts';

const CREATED = 'HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello';
const SHED =
  'HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\n' +
  'content-length: 0\r\n\r\n';
const EMPTY = 'HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n';
const ALL = CREATED + SHED + EMPTY + CREATED;

const HEADS: readonly ResponseHead[] = [
  { status: 201, retry_after: false, closes: false },
  { status: 503, retry_after: true, closes: true },
  { status: 204, retry_after: false, closes: false },
  { status: 201, retry_after: false, closes: false },
];

/** Each piece comes in the same buffer, as it does from a socket of a load. */
function parse(pieces: readonly string[]): ResponseHead[] {
  const heads: ResponseHead[] = [];
  const parser = createResponseParser((head) => heads.push(head));
  const shared = Buffer.alloc(1_000);
  for (const piece of pieces) {
    const length = shared.write(piece, 'latin1');
    parser.push(shared.subarray(0, length));
  }
  return heads;
}

test('several answers in one piece are several answers', () => {
  assert.deepEqual(parse([ALL]), HEADS);
});

test('an answer may be cut at every place', () => {
  for (let at = 1; at < ALL.length; at += 1) {
    assert.deepEqual(parse([ALL.slice(0, at), ALL.slice(at)]), HEADS, `cut at ${at}`);
  }
  assert.deepEqual(parse([...ALL]), HEADS);
});

test('an answer counts when its last byte is there', () => {
  assert.deepEqual(parse([CREATED.slice(0, -1)]), []);
  assert.deepEqual(parse([CREATED]), HEADS.slice(0, 1));
});

test('what a load does not understand ends it', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  for (const text of ['SSH-2.0-OpenSSH\r\n\r\n', chunked, 'HTTP/1.1 OK\r\n\r\n']) {
    assert.throws(() => parse([text]), /does not understand/);
  }
});

test('a head without an end is not kept for ever', () => {
  const parser = createResponseParser(() => undefined);
  assert.throws(() => parser.push(Buffer.alloc(70_000, 'x')), /endless/);
});
