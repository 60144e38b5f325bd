// The settings of traces, under the names that OpenTelemetry gives them.
import type { ServiceMode } from '../domain/service/service-mode.ts';
import { isLoopback } from '../lib/ip-address.ts';
import type { AnyRow, ReadGiven, ReadValued } from './setting-text.ts';
import { oneOfValues } from './setting-values.ts';

export const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type TraceSampler = (typeof TRACE_SAMPLERS)[number];

export type TraceSettings = {
  otel_endpoint: string | undefined;
  otel_traces_endpoint: string | undefined;
  otel_headers: Readonly<Record<string, string>>;
  otel_service_name: string | undefined;
  otel_resource_attributes: Readonly<Record<string, string>>;
  otel_sampler: TraceSampler;
  otel_sampler_ratio: number;
};

const ADDRESS_MAX = 2_048;
const LIST_MAX = 8_192;
const ENTRIES_MAX = 64;
const LIST = 'as name=value, separated by commas, values percent-encoded';

function parseEndpoint(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || text.length > ADDRESS_MAX || /[?#]/.test(text)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || url.protocol === 'http:' ? text : undefined;
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;
const ATTRIBUTE_NAME = /^[^\p{Cc}=,]{1,128}$/u;
const ATTRIBUTE_VALUE = /^[^\p{Cc}]*$/u;

/** `name=value,name=value`, with values percent-encoded as the specification has them. */
const listOf = (name: RegExp, value: RegExp) => (text: string) => {
  if (text.length > LIST_MAX) return undefined;
  const read: [string, string][] = [];
  for (const entry of text.split(',')) {
    const [, key = '', given = ''] = /^([^=]+)=(.*)$/su.exec(entry.trim()) ?? [];
    const decoded = decodeValue(given.trim());
    if (decoded === undefined || !name.test(key.trim()) || !value.test(decoded)) return undefined;
    read.push([key.trim(), decoded]);
  }
  return read.length > ENTRIES_MAX ? undefined : Object.fromEntries(read);
};

function decodeValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}

function parseRatio(text: string): number | undefined {
  const ratio = /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?|\.\d{1,9})$/.test(text) ? Number(text) : null;
  return ratio ?? undefined;
}

export const TRACE_ROWS = {
  otel_endpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default_words: 'none: no traces are recorded',
    takes: 'an http or https address without user, query and fragment',
    sentence: 'Where traces are sent with OTLP over HTTP: /v1/traces of this address gets them.',
    parse: parseEndpoint,
  },
  otel_traces_endpoint: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    default_words: 'none: /v1/traces of OTEL_EXPORTER_OTLP_ENDPOINT',
    takes: 'an http or https address without user, query and fragment',
    sentence: 'The whole address that gets the traces, in place of the one before.',
    parse: parseEndpoint,
  },
  otel_headers: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default_words: 'none',
    takes: `at most ${ENTRIES_MAX} headers ${LIST}`,
    sentence: 'Headers with which traces are sent, such as a key of their receiver.',
    is_secret: true,
    parse: listOf(HEADER_NAME, HEADER_VALUE),
  },
  otel_service_name: {
    name: 'OTEL_SERVICE_NAME',
    default_words: 'none: service.name of OTEL_RESOURCE_ATTRIBUTES, otherwise payment-orders',
    takes: 'a text of at most 128 characters',
    sentence: 'The name of this service in traces.',
    parse: (text: string) => (/^[^\p{Cc}]{1,128}$/u.test(text) ? text : undefined),
  },
  otel_resource_attributes: {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    default_words: 'none',
    takes: `at most ${ENTRIES_MAX} entries ${LIST}`,
    sentence: 'What traces say about this process, such as deployment.environment.name=test.',
    parse: listOf(ATTRIBUTE_NAME, ATTRIBUTE_VALUE),
  },
  otel_sampler: {
    name: 'OTEL_TRACES_SAMPLER',
    default_value: 'parentbased_always_on',
    takes: `one of ${TRACE_SAMPLERS.join(', ')}`,
    sentence:
      'Which traces are recorded; parentbased: those that their caller records, and of those ' +
      'that begin here what the rest of the name says.',
    parse: oneOfValues(TRACE_SAMPLERS),
  },
  otel_sampler_ratio: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default_value: '1',
    takes: 'a number from 0 to 1 with at most nine decimals',
    sentence: 'Which part of all traces traceidratio records: 0.01 is one in a hundred.',
    parse: parseRatio,
  },
} satisfies Record<string, AnyRow>;

export const readTraces = (given: ReadGiven, read: ReadValued): TraceSettings => ({
  otel_endpoint: given(TRACE_ROWS.otel_endpoint),
  otel_traces_endpoint: given(TRACE_ROWS.otel_traces_endpoint),
  otel_headers: given(TRACE_ROWS.otel_headers) ?? {},
  otel_service_name: given(TRACE_ROWS.otel_service_name),
  otel_resource_attributes: given(TRACE_ROWS.otel_resource_attributes) ?? {},
  otel_sampler: read(TRACE_ROWS.otel_sampler),
  otel_sampler_ratio: read(TRACE_ROWS.otel_sampler_ratio),
});

function isHere(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  return host === 'localhost' || isLoopback(host);
}

export function traceProblems(mode: ServiceMode, settings: TraceSettings): string[] {
  const options = traceOptions(settings);
  const has_headers = Object.keys(settings.otel_headers).length > 0;
  if (!has_headers) return [];
  const start = 'OTEL_EXPORTER_OTLP_HEADERS needs';
  if (options === null) return [`${start} OTEL_EXPORTER_OTLP_ENDPOINT: where they are sent.`];
  const is_open = options.url.startsWith('http:') && !isHere(options.url);
  return mode === 'live' && is_open
    ? [`${start} an https address in live mode: anybody on the way could read them.`]
    : [];
}

export type TraceOptions = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** With `service.name`. */
  resource: Readonly<Record<string, string>>;
  sampler: TraceSampler;
  ratio: number;
};

/** Null if traces are sent nowhere. */
export function traceOptions(settings: TraceSettings): TraceOptions | null {
  const { otel_endpoint: base, otel_service_name: name, otel_resource_attributes } = settings;
  const usual = base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`;
  const url = settings.otel_traces_endpoint ?? usual;
  if (url === undefined) return null;
  return {
    url,
    headers: settings.otel_headers,
    resource: {
      'service.name': 'payment-orders',
      ...otel_resource_attributes,
      ...(name === undefined ? {} : { 'service.name': name }),
    },
    sampler: settings.otel_sampler,
    ratio: settings.otel_sampler_ratio,
  };
}
