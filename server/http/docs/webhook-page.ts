// The pages of callbacks: what each event is, its headers and body, how to verify it, and when it
// is sent again.
import { RETRY_AFTER_MAX_MS, RETRY_DELAYS_MS } from '../../domain/callback/retry.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.ts';
import { escapeHtml } from '../../pages/parts/html.ts';
import {
  type ApiWebhook,
  apiWebhooks,
  followed,
  itemsOf,
  mapOf,
  stringOf,
  webhookPath,
} from './api-document.ts';
import { renderMember, renderMembers } from './api-schema.ts';
import { codeBlock } from './colour-code.ts';
import { type PageContent, renderInline, renderMarkdown } from './render-markdown.ts';

/** What a program looks at first in the data of an event. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  deposit: 'event.data.order_id, event.data.state',
  withdrawal: 'event.data.order_id, event.data.state',
  dispute: 'event.data.id, event.data.state',
  endpoint: 'event.data.endpoint',
};

const topicOf = (type: string) => type.split('.')[0] ?? '';

/** A module that runs as it stands. */
const receiverOf = (type: string): string =>
  `import { verifyWebhook } from 'payment-orders-sdk';

/** Throws a WebhookError if the service has not sent this: answer 400 then. */
export async function receive(raw_body, headers, secret) {
  const event = await verifyWebhook(raw_body, headers, secret);
  if (event.type === '${type}') return [${LOOKED_AT[topicOf(type)] ?? 'event.data'}];
  return null; // of another type: answer 2xx, too
}`;

function headersOf({ value }: ApiWebhook): string {
  const items = itemsOf(value.parameters).map((given) => {
    const header = followed('merchant', given);
    const schema = { ...mapOf(header.schema), description: stringOf(header.description) };
    return renderMember('merchant', { name: stringOf(header.name), schema, is_required: true });
  });
  return `<ul class="members">${items.join('')}</ul>`;
}

const STATUS_NAMES: Readonly<Record<string, string>> = {
  '2XX': '<code>2xx</code>',
  default: 'other',
};

/** Success first, the rest last. */
function answersOf({ value }: ApiWebhook): string {
  const { '2XX': good, default: other, ...rest } = mapOf(value.responses);
  const rows = Object.entries({ '2XX': good, ...rest })
    .concat([['default', other]])
    .map(([status, response]) => {
      const text = renderInline(stringOf(mapOf(response).description));
      const name = STATUS_NAMES[status] ?? `<code>${status}</code>`;
      return `<tr><td>${name}</td><td>${text}</td></tr>`;
    });
  const head = '<thead><tr><th>answer</th><th>what follows</th></tr></thead>';
  const table = `<table>${head}<tbody>${rows.join('')}</tbody></table>`;
  return `<div class="table" tabindex="0">${table}</div>`;
}

function shortDuration(ms: number): string {
  if (ms >= HOUR_MS) return `${ms / HOUR_MS} h`;
  return ms >= MINUTE_MS ? `${ms / MINUTE_MS} min` : `${ms / SECOND_MS} s`;
}

const delays = () =>
  RETRY_DELAYS_MS.map(shortDuration)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');

const hoursInAll = () => Math.round(RETRY_DELAYS_MS.reduce((sum, one) => sum + one, 0) / HOUR_MS);

/** In Markdown. */
const RETRIES = `A callback that failed is sent again up to ${RETRY_DELAYS_MS.length} times, over
about ${hoursInAll()} hours: after ${delays()}, each ± 10 %.
\`Retry-After\` in your answer postpones the next attempt, by ${RETRY_AFTER_MAX_MS / HOUR_MS} hours
at most. Every attempt has the same \`webhook-id\`, and a timestamp and signatures of its own. The
trade’s later events wait for this one, so that they arrive in order; other trades do not wait. What
was given up can be sent again: [resend](api/merchant/events#resendEvents), or read the
[feed](api/merchant/events#listEvents).`;

const NOT_REPEATED =
  'It is sent once, when somebody tests the endpoint, and never again by itself.';

const VERIFY = 'Verify the raw body, before it is parsed. With [the SDK](guide/sample-shop):';

const AFTERWARDS = `Store \`webhook-id\` and skip what you have stored: a callback may come twice.
In another language take a library for [Standard Webhooks](https://www.standardwebhooks.com), or
compute it [by hand](reference/callbacks#signature).`;

/** Links of the texts above begin at /docs. */
const textFrom = (base: string, markdown: string) =>
  renderMarkdown(markdown).replace(/href="(?!https?:|#)/g, `href="${escapeHtml(base)}/docs/`);

type Part = readonly [id: string, heading: string, content: string];

const isTest = (type: string) => topicOf(type) === 'endpoint';

function choiceOf(type: string): string {
  if (isTest(type)) return 'Every endpoint accepts it, whichever types it chose.';
  const all = `\`${topicOf(type)}.*\``;
  return `An endpoint gets it if it chose \`${type}\` or ${all}, or if it chose no types.`;
}

function partsOf(base: string, webhook: ApiWebhook): Part[] {
  const media = mapOf(mapOf(mapOf(webhook.value.requestBody).content)['application/json']);
  const example = codeBlock(JSON.stringify(media.example, null, 2), 'json');
  const { type } = webhook;
  return [
    ['headers', 'Headers', headersOf(webhook)],
    ['body', 'Body', renderMembers('merchant', media.schema)],
    ['example', 'Example', example],
    [
      'verify',
      'Verify it',
      textFrom(base, VERIFY) + codeBlock(receiverOf(type), 'js') + textFrom(base, AFTERWARDS),
    ],
    [
      'retries',
      'Answer, and retries',
      answersOf(webhook) + textFrom(base, isTest(type) ? NOT_REPEATED : RETRIES),
    ],
  ];
}

const headingsOf = (parts: readonly Part[]) =>
  parts.map(([id, text]) => ({ id, depth: 2, text: escapeHtml(text) }));

const sectionsOf = (parts: readonly Part[]) =>
  parts
    .map(
      ([id, heading, content]) =>
        `<h2 id="${id}"><a class="anchor" href="#${id}">${heading}</a></h2>${content}`,
    )
    .join('');

export function webhookPage(base: string, webhook: ApiWebhook): PageContent {
  const { type, summary, value } = webhook;
  const parts = partsOf(base, webhook);
  const content = [
    `<h1>${type}</h1><p>${escapeHtml(summary)}.</p>`,
    renderMarkdown(stringOf(value.description)),
    renderMarkdown(choiceOf(type)),
    sectionsOf(parts),
  ].join('');
  return { title: `${type} · Callbacks`, content, headings: headingsOf(parts) };
}

const INTRODUCTION = `Every visible change of a trade or a dispute is an event, and a callback tells
it to your endpoints: a \`POST\` with a JSON body, signed by
[Standard Webhooks](https://www.standardwebhooks.com). Answer 2xx within
${LIMITS.callback_timeout_ms / SECOND_MS} seconds, and do the work afterwards. How to receive them,
step by step: [callbacks and events](guide/callbacks).`;

export function webhooksTable(base: string): string {
  const rows = apiWebhooks().map(({ type, summary }) => {
    const href = escapeHtml(`${base}/docs/${webhookPath(type)}`);
    const link = `<a href="${href}"><code>${type}</code></a>`;
    return `<tr><td>${link}</td><td>${escapeHtml(summary)}</td></tr>`;
  });
  return `<div class="table" tabindex="0"><table><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Every type of event, and what is the same for all. */
export function webhooksOverview(base: string): PageContent {
  const [first] = apiWebhooks();
  if (first === undefined) throw new Error('The document has no callbacks');
  const shared = partsOf(base, first).filter(([id]) => ['headers', 'retries'].includes(id));
  const parts: Part[] = [['types', 'Types', webhooksTable(base)], ...shared];
  const content = `<h1>Callbacks</h1>${textFrom(base, INTRODUCTION)}${sectionsOf(parts)}`;
  return { title: 'Callbacks · API reference', content, headings: headingsOf(parts) };
}
