// One receiving account: what it takes, its terms to change, and the switch.
import { Button, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { UsedReceivingAccount } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { keepTyped } from '../../parts/act/beside.ts';
import { ChangeTable } from '../../parts/act/change-table.tsx';
import { ChangedNote } from '../../parts/act/changed-note.tsx';
import { type Edited, useEdited } from '../../parts/act/use-edited.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { Facts } from '../../parts/facts.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ScreenProblem } from '../../parts/problem.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { useSession } from '../../session/session.tsx';
import { RECEIVING_ACCOUNT_TEXTS as texts } from '../../texts/accounts/accounts.ts';
import { MERCHANT_TEXTS as merchants } from '../../texts/merchants/merchants.ts';
import { TYPE_NAMES } from '../../texts/trade-words.ts';
import {
  boundsOfTerm,
  changeOf,
  changesOf,
  kindOf,
  TERMS,
  type Terms,
  termsOf,
} from './account-fields.ts';
import { AccountState } from './account-state.tsx';
import { AccountUse } from './account-use.tsx';

const { change } = merchants;

type Props = { readonly account: UsedReceivingAccount };

function Switch({ account: { id, enabled, version } }: Props) {
  return (
    <ActButton
      about={null}
      version={version}
      {...(enabled ? texts.switch_off : texts.switch_on)}
      {...(enabled ? { is_dangerous: true } : {})}
      run={(note, idempotency_key, seen) =>
        call('updateReceivingAccount', {
          path: { id },
          body: { enabled: !enabled, note, ...seen },
          idempotency_key,
        })
      }
    />
  );
}

function Save({
  account: { id, currency, version },
  before,
  terms,
  onDone,
}: Props & Record<'before' | 'terms', Terms> & { onDone: () => void }) {
  const changes = changesOf(before, terms);
  const body = changeOf(before, terms, currency);
  const why_not = changes.length === 0 ? change.nothing : undefined;
  return (
    <ActButton
      about={null}
      version={version}
      label={change.label}
      done={change.done}
      reasons={texts.reasons}
      size="lg"
      why_not={body === null ? texts.no_amount : why_not}
      what={<ChangeTable changes={changes} />}
      onDone={onDone}
      run={(note, idempotency_key, seen) =>
        call('updateReceivingAccount', {
          path: { id },
          body: { ...body, note, ...seen },
          idempotency_key,
        })
      }
    />
  );
}

type FormProps = Props & Pick<Edited<UsedReceivingAccount, Terms>, 'first' | 'edit'>;

function TermsForm({ account, first, edit }: FormProps) {
  const { can } = useSession();
  const may_change = can('receiving_accounts.change');
  const before = termsOf(account);
  const [terms, setTerms] = useState(first);
  const changeTo = (next: Terms) => {
    edit(next);
    setTerms(next);
  };
  return (
    <CardSection title={texts.terms}>
      <Text size="sm" c="dimmed">
        {may_change ? texts.terms_hint : change.not_yours}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {TERMS.map((name) => (
          <TextInput
            key={name}
            label={texts.fields[name]}
            placeholder={change.none}
            type={kindOf(name) === 'time' ? 'time' : 'text'}
            {...boundsOfTerm(name)}
            disabled={!may_change}
            value={terms[name]}
            onChange={(event) => changeTo({ ...terms, [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      {may_change ? (
        <Group>
          <Save account={account} before={before} terms={terms} onDone={() => edit(null)} />
          <Button variant="subtle" onClick={() => changeTo(before)}>
            {change.reset}
          </Button>
        </Group>
      ) : null}
    </CardSection>
  );
}

const KIND = { typedOf: termsOf, changesOf, merge: keepTyped<Terms> };

function EditTerms({ account }: Props) {
  const { seen, first, meeting, edit } = useEdited(account, KIND);
  return (
    <>
      <ChangedNote meeting={meeting} />
      <TermsForm key={seen.version} account={seen} first={first} edit={edit} />
    </>
  );
}

export function Screen(): ReactNode {
  const { id } = useParams({ from: '/inside/accounts/$id' });
  const { can } = useSession();
  const { data, error, refetch } = useRead(readOf('getReceivingAccount', { path: { id } }));
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  return (
    <Stack>
      <Opened name={data.name} />
      <AnchorLink to="/accounts" size="sm">
        {texts.back}
      </AnchorLink>
      <Group justify="space-between">
        <Group>
          <Title order={1} size="h2">
            {data.name}
          </Title>
          <AccountState account={data} />
        </Group>
        {can('receiving_accounts.change') ? <Switch account={data} /> : null}
      </Group>
      <Facts
        facts={[
          [texts.type, TYPE_NAMES[data.type]],
          [texts.number, data.number],
          [texts.currency, data.currency],
          [texts.created, <Moment key="created" at={data.created_at} />],
          [
            texts.days,
            <AnchorLink key="days" to="/bank" search={{ receiving_account_id: id }}>
              {texts.bank}
            </AnchorLink>,
          ],
        ]}
      />
      <CardSection title={texts.use_today}>
        <AccountUse account={data} />
      </CardSection>
      <EditTerms key={id} account={data} />
    </Stack>
  );
}
