// What can be done with one callback endpoint; the service decides who may.
import { Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/client.ts';
import type { Endpoint } from '../../../api/schema.gen.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { useSession } from '../../../session/session.tsx';
import { ENDPOINT_TEXTS as texts } from '../../../texts/endpoints.ts';
import { MERCHANT_TEXTS } from '../../../texts/merchants/merchants.ts';
import { ChangeEndpoint, RotateSecret, SetAddress } from './endpoint-forms.tsx';
import { TestEndpoint } from './endpoint-test.tsx';

type Props = {
  readonly merchant_id: string;
  readonly endpoint: Endpoint;
  /** How many callbacks wait, in words; null: none. */
  readonly waiting: string | null;
};

const pathOf = ({ merchant_id, endpoint }: Props) => ({
  id: merchant_id,
  number: String(endpoint.number),
});

function SwitchOnOff(props: Props) {
  const is_off = props.endpoint.status === 'disabled';
  return (
    <ActButton
      about={null}
      version={props.endpoint.version}
      {...(is_off ? texts.switch_on : texts.switch_off)}
      is_quiet
      run={(note, idempotency_key, seen) =>
        call('updateCallbackEndpoint', {
          path: pathOf(props),
          body: { enabled: is_off, note, ...seen },
          idempotency_key,
        })
      }
    />
  );
}

/** The default endpoint stays; only its address can be removed. */
function RemoveAddress(props: Props) {
  return (
    <ActButton
      about={null}
      version={props.endpoint.version}
      {...texts.remove_address}
      is_dangerous
      run={(note, idempotency_key, seen) =>
        call('updateCallbackEndpoint', {
          path: pathOf(props),
          body: { url: null, note, ...seen },
          idempotency_key,
        })
      }
    />
  );
}

function Remove(props: Props) {
  const navigate = useNavigate();
  const { waiting, merchant_id } = props;
  return (
    <ActButton
      about={null}
      {...texts.remove}
      what={
        <>
          {texts.remove.what}
          {waiting === null ? null : (
            <Text size="sm" mt="xs" fw={600}>
              {texts.remove.count(waiting)}
            </Text>
          )}
        </>
      }
      is_dangerous
      run={(note, idempotency_key) =>
        call('deleteCallbackEndpoint', { path: pathOf(props), body: { note }, idempotency_key })
      }
      onDone={() => void navigate({ to: '/merchants/$id/endpoints', params: { id: merchant_id } })}
    />
  );
}

function Changes(props: Props) {
  const { merchant_id, endpoint } = props;
  const { is_default, url } = endpoint;
  return (
    <>
      <ChangeEndpoint merchant_id={merchant_id} endpoint={endpoint} />
      {is_default ? (
        <SetAddress merchant_id={merchant_id} endpoint={endpoint} is_hidden={url !== null} />
      ) : null}
      {url === null ? null : (
        <>
          <RotateSecret merchant_id={merchant_id} endpoint={endpoint} />
          <SwitchOnOff {...props} />
          {is_default ? <RemoveAddress {...props} /> : null}
        </>
      )}
      {is_default ? null : <Remove {...props} />}
    </>
  );
}

export function EndpointActs(props: Props) {
  const { can } = useSession();
  const { merchant_id, endpoint } = props;
  return (
    <Group gap="xs">
      {can('callbacks.resend') ? (
        <TestEndpoint merchant_id={merchant_id} endpoint={endpoint} />
      ) : null}
      {can('callbacks.change') ? (
        <Changes {...props} />
      ) : (
        <Text c="dimmed" size="sm">
          {MERCHANT_TEXTS.change.not_yours}
        </Text>
      )}
    </Group>
  );
}
