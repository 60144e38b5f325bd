// Sends a test event to a callback endpoint, and shows what its server answered.
import { Alert, Code, Stack, Text } from '@mantine/core';
import { call } from '../../../api/client.ts';
import type { Endpoint, EndpointTest } from '../../../api/schema.gen.ts';
import { FormAct } from '../../../parts/act/form-act.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { problemWords } from '../../../texts/callback-words.ts';
import { COMMON_TEXTS } from '../../../texts/common.ts';
import { ENDPOINT_TEXTS } from '../../../texts/endpoints.ts';

const { test: texts, only_own } = ENDPOINT_TEXTS;

function Tested({ test }: { test: EndpointTest }) {
  const { outcome, status, error, duration_ms, reply_head, sent_to, event_id } = test;
  return (
    <Stack gap="xs">
      <Alert
        color={outcome === 'delivered' ? 'teal' : 'red'}
        title={texts.outcomes[outcome]}
        role="status"
      >
        {error === null ? texts.accepted : problemWords(error)}
      </Alert>
      <Facts
        columns={2}
        facts={[
          [texts.status, status],
          [texts.took, texts.took_ms(duration_ms)],
          [texts.sent_to, sent_to],
          [texts.event_id, event_id],
        ]}
      />
      {status === null ? null : (
        <>
          <Text size="xs" c="dimmed">
            {texts.reply}
          </Text>
          {reply_head === '' ? (
            <Text size="sm">{texts.no_reply}</Text>
          ) : (
            <Code block dir="ltr">
              {reply_head}
            </Code>
          )}
        </>
      )}
    </Stack>
  );
}

export function TestEndpoint({
  merchant_id,
  endpoint,
}: {
  merchant_id: string;
  endpoint: Endpoint;
}) {
  return (
    <FormAct
      about={null}
      label={texts.label}
      what={texts.what}
      done={texts.done}
      submit={texts.send}
      close={COMMON_TEXTS.close}
      is_quiet
      why_not={endpoint.url === null ? only_own : undefined}
      run={(_fields, idempotency_key) =>
        call('testCallbackEndpoint', {
          path: { id: merchant_id, number: String(endpoint.number) },
          body: {},
          idempotency_key,
        })
      }
      secretOf={(test) => <Tested test={test} />}
    />
  );
}
