// The settings of traces: names and forms of OpenTelemetry's specification.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { StartupError } from '../../server/lib/startup-error.ts';
import { readConfig } from '../../server/settings/config.ts';
import { traceOptions } from '../../server/settings/trace-settings.ts';

const LIVE = {
  MODE: 'live',
  DATA_DIR: '/srv/money',
  ENCRYPTION_KEY: createHash('sha256').update('a key of tests').digest('hex'),
  PUBLIC_URL: 'https://pay.example.com',
};
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const SECRET = 'a-key-that-nobody-may-see';

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    ok(error instanceof StartupError);
    return error.message.split('\n');
  }
  return [];
}

const optionsOf = (env: Record<string, string>) => traceOptions(readConfig(env));

const REFUSED: readonly (readonly [string, string])[] = [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:word@collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector/?key=word'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', `https://collector/${'a'.repeat(2_048)}`],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'https://collector/#a'],
  ['OTEL_EXPORTER_OTLP_HEADERS', SECRET],
  ['OTEL_EXPORTER_OTLP_HEADERS', `two words=${SECRET}`],
  ['OTEL_EXPORTER_OTLP_HEADERS', `key=${SECRET}%0D%0Aother: value`],
  ['OTEL_EXPORTER_OTLP_HEADERS', `key=${SECRET}%`],
  ['OTEL_EXPORTER_OTLP_HEADERS', `key=${'a'.repeat(8_192)}`],
  ['OTEL_EXPORTER_OTLP_HEADERS', Array.from({ length: 65 }, (_, at) => `a${at}=b`).join(',')],
  ['OTEL_SERVICE_NAME', 'a\u0007b'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'word'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', '-0.5'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half'],
];

describe('traces in the settings', () => {
  for (const [name, text] of REFUSED) {
    test(`${name}=${JSON.stringify(text.slice(0, 40))} is refused by name`, () => {
      const problems = problemsOf({ ...ENDPOINT, [name]: text });
      ok(
        problems.some((one) => new RegExp(`^${name} must be .+\\.$`).test(one)),
        String(problems),
      );
      equal(String(problems).includes(SECRET), false);
    });
  }

  test('are sent nowhere without an address', () => {
    equal(optionsOf({}), null);
    equal(optionsOf({ OTEL_SERVICE_NAME: 'pay', OTEL_TRACES_SAMPLER: 'always_on' }), null);
  });

  test('go to /v1/traces of the address, or to the address of traces as it is', () => {
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' };
    equal(optionsOf(ENDPOINT)?.url, 'http://127.0.0.1:4318/v1/traces');
    const slash = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/otlp/' };
    equal(optionsOf(slash)?.url, 'https://otlp.example/otlp/v1/traces');
    equal(optionsOf({ ...ENDPOINT, ...own })?.url, 'https://traces.example/in');
    equal(optionsOf(own)?.url, 'https://traces.example/in');
  });

  test('have headers and attributes with percent-encoded values', () => {
    const options = optionsOf({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dXNlcg==, x-scope = one ',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=test%20room',
    });
    deepEqual(options?.headers, { authorization: 'Basic dXNlcg==', 'x-scope': 'one' });
    deepEqual(options?.resource, {
      'service.name': 'other',
      'deployment.environment.name': 'test room',
    });
  });

  test('are named by OTEL_SERVICE_NAME first', () => {
    equal(optionsOf(ENDPOINT)?.resource['service.name'], 'payment-orders');
    const both = { OTEL_RESOURCE_ATTRIBUTES: 'service.name=other', OTEL_SERVICE_NAME: 'pay' };
    equal(optionsOf({ ...ENDPOINT, ...both })?.resource['service.name'], 'pay');
  });

  test('take the usual sampler, and a part of all', () => {
    equal(optionsOf(ENDPOINT)?.sampler, 'parentbased_always_on');
    equal(optionsOf({ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.01' })?.ratio, 0.01);
  });

  test('do not send a key where anybody could read it', () => {
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: `x-key=${SECRET}` };
    const without = problemsOf(headers);
    equal(without.length, 1);
    ok(without[0]?.startsWith('OTEL_EXPORTER_OTLP_HEADERS needs OTEL_EXPORTER_OTLP_ENDPOINT'));
    const open = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' };
    deepEqual(problemsOf({ ...LIVE, ...open }), []);
    const [problem = '', ...more] = problemsOf({ ...LIVE, ...open, ...headers });
    ok(problem.startsWith('OTEL_EXPORTER_OTLP_HEADERS needs an https address'), problem);
    deepEqual(more, []);
    deepEqual(problemsOf({ ...LIVE, ...ENDPOINT, ...headers }), []);
  });
});
