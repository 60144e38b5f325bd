// No hook on the way of a merchant's request waits for a promise: each of them would cost every
// request a round of the queue of promises.
import { deepEqual, ok } from 'node:assert/strict';
import { before, it, mock } from 'node:test';
import Fastify from 'fastify';
import { refuseOnCopies } from '../../../server/http/admission/copy-gate.ts';
import { authenticateMerchants } from '../../../server/http/merchant/authenticate.ts';
import { failAsScripted } from '../../../server/http/merchant/sandbox.ts';
import { closeAfterEarlyAnswers } from '../../../server/http/transport/early-answers.ts';
import { logRequests } from '../../../server/http/transport/request-log.ts';
import { traceRequests } from '../../../server/http/transport/request-trace.ts';
import { cleanup } from '../../support/cleanup.ts';
import { openScene, type Scene } from '../service-scene.ts';

const undo = cleanup();
let scene: Scene;
before(async () => {
  scene = await openScene();
  undo(() => scene.stop());
});

it('a merchant’s request passes only hooks that call the next one themselves', () => {
  const { app } = scene;
  const server = Fastify();
  const added = mock.method(server, 'addHook');
  closeAfterEarlyAnswers(server);
  traceRequests(server, app);
  logRequests(server, app);
  refuseOnCopies(server, app);
  authenticateMerchants(server, app);
  failAsScripted(server, app);
  const hooks = added.mock.calls.map(({ arguments: [name, hook] }) => ({ name, hook }));
  ok(hooks.some(({ name }) => name === 'preHandler'));
  const waiting = hooks.filter(({ hook }) => hook.constructor.name === 'AsyncFunction');
  deepEqual(waiting, []);
});
