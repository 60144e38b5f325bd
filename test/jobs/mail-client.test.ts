// E-mails through a real SMTP server: verified TLS in both forms, logins, refusals for now and for
// good, and servers that are away, silent, slow or false.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, suite, test } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { createMailClient, type MailServer } from '../../server/jobs/mail-client.ts';
import { parseSmtpUrl } from '../../server/settings/smtp-url.ts';
import { MAIL_CERTIFICATE, MAIL_LOGIN, startMailReceiver } from '../support/mail-receiver.ts';

const closing: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

const MAIL = {
  to: 'operations@example.org',
  subject: 'Zoë’s test',
  text: 'A text with a line.\n.\nAnd “quotes”.\n',
  message_id: '<018f@pay.example>',
};
const PLACE = { user: null, password: null, from: 'alerts@example.com', ca: MAIL_CERTIFICATE };

async function receiver(options: SMTPServerOptions = {}) {
  const made = await startMailReceiver(options);
  closing.push(made.close);
  const send = (more: Partial<MailServer> = {}) =>
    createMailClient({
      ...PLACE,
      host: '127.0.0.1',
      port: made.port,
      is_tls: options.secure === true,
      ...more,
    }).send(MAIL);
  return { ...made, send };
}

/** The server's half of the conversation is written by the test. */
async function falseServer(answer: (socket: Socket) => void, timeout_ms: number) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    answer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return createMailClient({ ...PLACE, host: '127.0.0.1', port, is_tls: false }, timeout_ms);
}

const DELIVERED = { status: 250, problem: null, is_final: false };

suite('an e-mail arrives', () => {
  test('with STARTTLS and a login', async () => {
    const server = await receiver({ authOptional: false });
    assert.deepEqual(await server.send(MAIL_LOGIN), DELIVERED);
    const [mail] = server.received;
    assert.deepEqual(
      [mail?.from, mail?.to, mail?.is_secure, mail?.user],
      [PLACE.from, [MAIL.to], true, MAIL_LOGIN.user],
    );
    const source = mail?.source ?? '';
    assert.match(source, /^Message-ID: <018f@pay\.example>\r$/m);
    assert.match(source, /^Auto-Submitted: auto-generated\r$/m);
    assert.match(source, /^Subject: =\?UTF-8\?/m);
    assert.match(source, /^\.\r$/m);
    assert.ok(!source.includes(MAIL_LOGIN.password));
  });

  test('with TLS from the first byte', async () => {
    const server = await receiver({ secure: true });
    assert.deepEqual(await server.send(), DELIVERED);
    assert.equal(server.received[0]?.is_secure, true);
  });

  test('without TLS only through a relay on this machine, and without a login', async () => {
    const server = await receiver({ disabledCommands: ['STARTTLS'] });
    assert.deepEqual(await server.send(), DELIVERED);
    assert.equal(server.received[0]?.is_secure, false);
    const refused = await server.send(MAIL_LOGIN);
    assert.deepEqual([refused.problem, server.received.length], ['tls', 1]);
  });
});

suite('nothing is sent', () => {
  for (const secure of [false, true]) {
    const form = secure ? 'TLS' : 'STARTTLS';
    test(`with ${form} to a server whose certificate nobody vouches for`, async () => {
      const server = await receiver({ secure });
      const { problem, is_final } = await server.send({ ca: null });
      assert.deepEqual([problem, is_final, server.received.length], ['tls', false, 0]);
    });

    test(`with ${form} to a server with a certificate for another name`, async () => {
      const server = await receiver({ secure });
      const { problem } = await server.send({ host: 'localhost' });
      assert.deepEqual([problem, server.received.length], ['tls', 0]);
    });
  }

  test('with a wrong password', async () => {
    const server = await receiver({ authOptional: false });
    assert.deepEqual(await server.send({ ...MAIL_LOGIN, password: 'wrong' }), {
      status: 535,
      problem: 'login_refused',
      is_final: false,
    });
    assert.equal(server.received.length, 0);
  });

  test('where no mail server is set', async () => {
    const { problem } = await createMailClient(null).send(MAIL);
    assert.equal(problem, 'mail_not_configured');
  });
});

const refusal = (responseCode: number) =>
  Object.assign(new Error('operations@example.org is not here'), { responseCode });

suite('a refusal', () => {
  test('for now may end: the same e-mail arrives later', async () => {
    let tries = 0;
    const server = await receiver({
      onRcptTo: (_address, _session, done) => {
        tries += 1;
        done(tries === 1 ? refusal(451) : null);
      },
    });
    assert.deepEqual(await server.send(), {
      status: 451,
      problem: 'refused_for_now',
      is_final: false,
    });
    assert.deepEqual(await server.send(), DELIVERED);
    assert.equal(server.received.length, 1);
  });

  test('of an address for good is tried again: it arrives once the server takes it', async () => {
    let tries = 0;
    const server = await receiver({
      onRcptTo: (_address, _session, done) => {
        tries += 1;
        done(tries === 1 ? refusal(550) : null);
      },
    });
    const refused = { status: 550, problem: 'refused_for_good', is_final: false };
    assert.deepEqual(await server.send(), refused);
    assert.deepEqual(await server.send(), DELIVERED);
    assert.equal(server.received.length, 1);
  });

  test('of what the e-mail says is final', async () => {
    const final = { status: 550, problem: 'refused_for_good', is_final: true };
    const content = await receiver({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(refusal(550)));
      },
    });
    assert.deepEqual(await content.send(), final);
  });
});

test('a server that refuses this service may change its mind', async () => {
  const client = await falseServer((socket) => socket.end('554 not from there\r\n'), 5_000);
  const { problem, is_final } = await client.send(MAIL);
  assert.deepEqual([problem, is_final], ['refused_for_good', false]);
});

suite('a server', () => {
  test('that is not there', async () => {
    const server = await startMailReceiver();
    await server.close();
    const place = { ...PLACE, host: '127.0.0.1', port: server.port, is_tls: false };
    const { problem } = await createMailClient(place).send(MAIL);
    assert.equal(problem, 'connection_refused');
  });

  test('whose name does not exist', async () => {
    const place = { ...PLACE, host: 'mail.invalid', port: 25, is_tls: false };
    assert.equal((await createMailClient(place).send(MAIL)).problem, 'dns');
  });

  test('that says nothing', async () => {
    const client = await falseServer(() => undefined, 200);
    assert.equal((await client.send(MAIL)).problem, 'timeout');
  });

  test('that never comes to an end', async () => {
    const client = await falseServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    }, 300);
    assert.equal((await client.send(MAIL)).problem, 'timeout');
  });

  test('that hangs up', async () => {
    const client = await falseServer((socket) => socket.end('220 welcome\r\n'), 5_000);
    assert.equal((await client.send(MAIL)).problem, 'connection_closed');
  });

  test('that speaks another language', async () => {
    const client = await falseServer(
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      5_000,
    );
    const { problem } = await client.send(MAIL);
    assert.ok(problem === 'bad_response' || problem === 'connection_closed', `${problem}`);
  });
});

suite('SMTP_URL', () => {
  const cases: readonly (readonly [text: string, expected: object | undefined])[] = [
    [
      'smtp://mail.example',
      { host: 'mail.example', port: 587, is_tls: false, user: null, password: null },
    ],
    [
      'smtps://mail.example',
      { host: 'mail.example', port: 465, is_tls: true, user: null, password: null },
    ],
    [
      'smtp://mail.example:80',
      { host: 'mail.example', port: 80, is_tls: false, user: null, password: null },
    ],
    [
      'smtps://a%40b.example:p%3Aw%2F1@[::1]:2465/',
      { host: '::1', port: 2465, is_tls: true, user: 'a@b.example', password: 'p:w/1' },
    ],
    ['http://mail.example', undefined],
    ['smtp://', undefined],
    ['smtp://user@mail.example', undefined],
    ['smtp://mail.example/path', undefined],
    ['smtp://mail.example?tls=no', undefined],
    ['smtp://mail.example:99999', undefined],
    ['smtp://%E0%A4%A@mail.example', undefined],
  ];
  for (const [text, expected] of cases) {
    test(text, () => assert.deepEqual(parseSmtpUrl(text), expected));
  }
});
