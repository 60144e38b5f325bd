// One's own account at the OpenID provider: connected while signed in, and disconnected.
import { Table, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { OwnOpenid as Own } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { toConnect } from '../../session/provider/openid.ts';
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts';

const { openid } = ACCOUNT_TEXTS;

function Connected({
  connected: { issuer, subject, connected_at },
}: {
  connected: NonNullable<Own['connected']>;
}) {
  const rows = [
    [openid.issuer, issuer],
    [openid.subject, subject],
    [openid.since, <Moment key="since" at={connected_at} />],
  ] as const;
  return (
    <Table variant="vertical">
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th w={120}>{label}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Acts({ connected, has_password, provider_name: name }: Own) {
  if (connected !== null) {
    return (
      <FormAct
        about={null}
        label={openid.disconnect}
        what={openid.disconnect_what}
        done={openid.disconnected}
        is_dangerous
        why_not={has_password ? undefined : openid.no_password}
        run={(_none, idempotency_key) => call('disconnectOpenid', { idempotency_key })}
      />
    );
  }
  if (name === null) return null;
  return (
    <FormAct
      about={null}
      label={openid.connect(name)}
      what={openid.connect_what}
      done={openid.leaving}
      is_quiet
      run={(_none, idempotency_key) => toConnect(idempotency_key)}
    />
  );
}

/** Nothing where there is neither a provider nor an account of one. */
export function OwnOpenid() {
  const { data, error, refetch } = useRead(readOf('showOwnOpenid', {}));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading height={80} />;
  const { connected, provider_name: name } = data;
  if (connected === null && name === null) return null;
  return (
    <CardSection title={openid.title(name ?? openid.unnamed)} acts={<Acts {...data} />}>
      {connected === null ? (
        <Text size="sm">{openid.none}</Text>
      ) : (
        <Connected connected={connected} />
      )}
    </CardSection>
  );
}
