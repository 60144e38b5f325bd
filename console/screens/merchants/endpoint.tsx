// Where a merchant's callbacks go: the address, its secret, and whether they arrive.
import { Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type {
  CallbackEndpoint,
  CallbackEndpointWithSecret,
  Merchant,
} from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { textOf } from '../../parts/act/form-fields.ts';
import { ReasonField } from '../../parts/act/reason-field.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useSession } from '../../session/session.tsx';
import { TEXTS } from '../../texts/en.ts';
import { EndpointHealth } from './endpoint-health.tsx';
import { MerchantFrame } from './merchant-frame.tsx';

const { endpoint: texts, change } = TEXTS.merchants;

type Answer = CallbackEndpointWithSecret | object;

const secretOf = (answer: Answer) =>
  'secret' in answer ? <ShownOnce what={texts.set.secret} value={answer.secret} /> : null;

function SetAddress({ id, url }: { id: string; url: string | null }) {
  return (
    <FormAct<Answer>
      label={texts.set.label}
      what={texts.set.what}
      done={texts.set.done}
      run={(fields, idempotency_key) =>
        call('putCallbackEndpoint', {
          path: { id },
          body: { url: textOf(fields, 'url') || null, note: textOf(fields, 'note') },
          idempotency_key,
        })
      }
      secretOf={secretOf}
    >
      <TextInput
        name="url"
        type="url"
        label={texts.url}
        description={texts.url_hint}
        maxLength={2_048}
        defaultValue={url ?? ''}
        data-autofocus
      />
      <ReasonField />
    </FormAct>
  );
}

function RotateSecret({ id, url }: { id: string; url: string }) {
  return (
    <FormAct<Answer>
      label={texts.rotate.label}
      what={texts.rotate.what}
      done={texts.rotate.done}
      is_quiet
      run={(fields, idempotency_key) =>
        call('putCallbackEndpoint', {
          path: { id },
          body: { url, rotate_secret: true, note: textOf(fields, 'note') },
          idempotency_key,
        })
      }
      secretOf={secretOf}
    >
      <ReasonField />
    </FormAct>
  );
}

function Address({ id, endpoint }: { id: string; endpoint: CallbackEndpoint }) {
  const { can } = useSession();
  const { url, previous_secret_until: until } = endpoint;
  return (
    <CardSection
      title={TEXTS.merchants.tabs.endpoint}
      acts={
        can('callbacks.change') ? (
          <Group gap="xs">
            {url === null ? null : <RotateSecret id={id} url={url} />}
            <SetAddress id={id} url={url} />
          </Group>
        ) : (
          <Text c="dimmed" size="sm">
            {change.not_yours}
          </Text>
        )
      }
    >
      {url === null ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <Facts
          facts={[
            [texts.url, <Copyable key="url" value={url} />],
            [texts.overlap, until === null ? null : <Moment key="until" at={until} />],
          ]}
        />
      )}
    </CardSection>
  );
}

function Endpoint({ merchant: { id } }: { merchant: Merchant }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['endpoint', id],
    queryFn: ({ signal }) => call('getCallbackEndpoint', { path: { id }, signal }),
  });
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={160} />;
  return (
    <>
      <Address id={id} endpoint={data} />
      <EndpointHealth merchant_id={id} />
    </>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <Endpoint merchant={merchant} />}</MerchantFrame>;
}
