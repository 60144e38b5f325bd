// The tokens that a person made for themselves: made, shown once, revoked.
import { MultiSelect, Table, Text, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { OwnToken } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import {
  leftOutIfEmpty,
  typedChoices,
  typedText,
  typedWhole,
} from '../../parts/form/typed-fields.ts';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useSession } from '../../session/session.tsx';
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { tokens: texts, tabs } = ACCOUNT_TEXTS;
const { scope_names } = SETTINGS_TEXTS;
const USUAL_DAYS = 30;

const ISSUE = requestForm('issueOwnToken', {
  name: typedText(),
  days: typedWhole(),
  scopes: leftOutIfEmpty(typedChoices(scope_names)),
});

function MakeToken() {
  const { me } = useSession();
  // Every token can confirm acts, and tell whose it is.
  const choices = me.scopes.filter((scope) => scope !== 'own');
  return (
    <FormAct
      about={null}
      label={texts.make}
      what={texts.make_what}
      done={texts.made}
      form={ISSUE}
      values={{ days: String(USUAL_DAYS) }}
      run={(body, idempotency_key) => call('issueOwnToken', { body, idempotency_key })}
      secretOf={({ token, expires_at }) => (
        <ShownOnce what={texts.secret} value={token} until={expires_at} />
      )}
    >
      {({ field }) => (
        <>
          <TextInput
            label={texts.name}
            description={texts.name_hint}
            {...field('name')}
            data-autofocus
          />
          <TextInput label={texts.days} {...field('days')} />
          <MultiSelect
            label={texts.scopes}
            description={texts.scopes_hint}
            data={choices.map((value) => ({ value, label: scope_names[value] }))}
            {...field('scopes')}
            clearable
          />
        </>
      )}
    </FormAct>
  );
}

function Row({ token: { id, name, scopes, expires_at, last_used_at } }: { token: OwnToken }) {
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        <Text size="xs" c="dimmed">
          {scopes.map((scope) => scope_names[scope]).join(', ')}
        </Text>
      </Table.Td>
      <Table.Td>{expires_at === null ? null : <Moment at={expires_at} />}</Table.Td>
      <Table.Td>{last_used_at === null ? texts.unused : <Moment at={last_used_at} />}</Table.Td>
      <Table.Td className="number">
        <FormAct
          about={null}
          label={texts.revoke}
          what={texts.revoke_what}
          done={texts.revoked}
          of={name}
          is_dangerous
          is_small
          run={(_none, idempotency_key) =>
            call('revokeOwnToken', { path: { id }, idempotency_key })
          }
        />
      </Table.Td>
    </Table.Tr>
  );
}

export function OwnTokens() {
  const { data, error, refetch } = useRead(readOf('listOwnTokens', {}));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const tokens = data?.data ?? [];
  return (
    <CardSection title={tabs.tokens} acts={<MakeToken />}>
      <Text size="sm">{texts.what}</Text>
      {tokens.length === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <Table.ScrollContainer minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {[texts.name, texts.ends, texts.used].map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tokens.map((token) => (
                <Row key={token.id} token={token} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </CardSection>
  );
}
