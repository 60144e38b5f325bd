// The operators’ API of alerts on the wire: settings and recipients, each request with its answer
// in a golden file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createScript } from '../operator-script.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

test('requests and answers are as in the golden file', async (t) => {
  const { ask, text } = createScript(service);
  await ask('GET', '/alert_settings');
  await ask('PATCH', '/alert_settings', {
    body: { quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Asia/Kolkata' },
  });
  await ask('PATCH', '/alert_settings', {
    body: { quiet_from: '25:00', quiet_to: null, remind_after_minutes: 1, kinds: [{ kind: 'x' }] },
  });
  await ask('PATCH', '/alert_settings', {
    body: { quiet_from: null, quiet_to: null, kinds: [{ kind: 'payouts_to_send', threshold: 60 }] },
  });
  const address = 'https://pager.example/hook?key=secret';
  const made = await ask('POST', '/alert_recipients', {
    body: { channel: 'callback', name: 'Pager', address, min_severity: 'critical' },
  });
  await ask('POST', '/alert_recipients', {
    body: { channel: 'email', name: 'Operations', address: 'no address', kinds: ['x'] },
  });
  const path = `/alert_recipients/${String(made.body.id)}`;
  await ask('PATCH', path, { body: { enabled: false, rotate_secret: true } });
  await ask('GET', '/alert_recipients');
  await ask('DELETE', path);
  await ask('DELETE', path);
  await ask('POST', `${path}/test`);
  await ask('POST', `/alerts/${String(made.body.id)}/acknowledge`);
  await ask('GET', '/alerts?state=rising');
  t.assert.fileSnapshot(
    text(),
    fileURLToPath(new URL('../../../golden/operator/alerts.json', import.meta.url)),
    { serializers: [(value: unknown) => String(value)] },
  );
});
