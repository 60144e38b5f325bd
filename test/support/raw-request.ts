// Sends bytes to a socket as no client library would, and returns everything that comes back.
import { connect } from 'node:net';

/** Everything received until the other side closed the connection. */
export function rawRequest(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      received += text;
    });
    // A reset after the answer also closes the connection: the rest of the request was not read.
    socket.on('error', (error) => {
      if (received === '') reject(error);
    });
    socket.on('close', () => resolve(received));
  });
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}
