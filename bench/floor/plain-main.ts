// The process of Node's own HTTP server: sends its address to its parent and ends with it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { PlainAnswer } from './plain-service.ts';

const { status, headers, body }: PlainAnswer = JSON.parse(process.env.ANSWER ?? '');
const bytes = Buffer.from(body);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const fields: unknown = JSON.parse(Buffer.concat(chunks).toString());
    // So that the parsing cannot be left out.
    if (fields === null) throw new Error('The load sent no fields');
    response.writeHead(status, headers).end(bytes);
  });
});

process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ url: `http://127.0.0.1:${Object(server.address()).port}` });
