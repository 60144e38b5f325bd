// One rule of the house: try it on past lines, switch it on or off, and its versions.
import { Badge, Button, Card, Group, Stack, Text, Timeline, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../api/client.ts';
import { readAllAgain, readOf } from '../../../api/keys.ts';
import type { BankLine, LineRule, LineRuleTrial } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { AccountName } from '../../../parts/account/receiving-account.tsx';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { ListTable } from '../../../parts/list/list-table.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ActorName } from '../../../parts/names/actor-name.tsx';
import { ProblemNote, ScreenProblem } from '../../../parts/problem.tsx';
import { Opened } from '../../../parts/recent/opened.tsx';
import { useSession } from '../../../session/session.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { ERROR_TEXTS } from '../../../texts/common.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { BankNav } from '../bank-nav.tsx';
import { LINE_COLUMNS } from '../lines/line-columns.tsx';
import { Conditions } from './conditions.tsx';
import { ChangeRule } from './rule-form.tsx';
import { RuleState } from './rule-state.tsx';

const { rules: texts } = BANK_TEXTS;
const BEFORE_ON: readonly LineRule['state'][] = ['tried', 'off'];

function useTrial(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('tryLineRule', { path: { id }, body: {} }),
    onSettled: () => readAllAgain(client),
  });
}

function Lines({
  title,
  none,
  lines,
}: {
  title: string;
  none: string;
  lines: readonly BankLine[];
}) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      {lines.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <ListTable
          label={title}
          columns={LINE_COLUMNS}
          rows={lines}
          keyOf={({ id }) => id}
          nameOf={({ id }) => id}
          is_reading={false}
          selection={null}
        />
      )}
    </Stack>
  );
}

function Trial({ trial }: { trial: LineRuleTrial }) {
  const counts = Object.entries(LIST_TEXTS.line_statuses).flatMap(([status, words]) => {
    const count = trial.by_status[status as BankLine['status']] ?? 0;
    return count === 0 ? [] : [`${words}: ${count}`];
  });
  return (
    <Stack role="status">
      <Title order={2} size="h4">
        {texts.tried}
      </Title>
      <Group gap="xs">
        <Text fw={600}>{texts.fits(trial.fits)}</Text>
        {counts.map((count) => (
          <Badge key={count} variant="default">
            {count}
          </Badge>
        ))}
      </Group>
      {trial.is_cut ? <Text size="sm">{texts.cut}</Text> : null}
      <Lines title={texts.contrary} none={texts.contrary_none} lines={trial.contrary} />
      <Lines title={texts.waiting} none={texts.waiting_none} lines={trial.waiting} />
    </Stack>
  );
}

function Switch({ rule }: { rule: LineRule }) {
  const { can } = useSession();
  const path = { id: rule.id };
  const forbidden = can('line_rules.change') ? undefined : ERROR_TEXTS.forbidden;
  if (rule.state === 'on') {
    return (
      <ActButton
        about={null}
        label={texts.off}
        what={texts.off_what}
        done={texts.off_done}
        reasons={texts.off_reasons}
        is_dangerous
        why_not={forbidden}
        run={(note, idempotency_key) =>
          call('switchLineRuleOff', { path, body: { note }, idempotency_key })
        }
      />
    );
  }
  return (
    <ActButton
      about={null}
      label={texts.on}
      what={texts.on_what}
      done={texts.on_done}
      reasons={texts.on_reasons}
      why_not={forbidden ?? (BEFORE_ON.includes(rule.state) ? undefined : texts.on_not_tried)}
      run={(note, idempotency_key) =>
        call('switchLineRuleOn', { path, body: { note }, idempotency_key })
      }
    />
  );
}

function Versions({ versions }: { versions: readonly LineRule[] }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.versions}
      </Title>
      <Timeline bulletSize={14} lineWidth={2} active={versions.length}>
        {versions.map((rule) => (
          <Timeline.Item
            key={rule.version}
            title={`${rule.version}: ${texts.states[rule.state]} · ${texts.acts[rule.act]}`}
          >
            <Text size="sm">
              <Conditions rule={rule} />
            </Text>
            <Text size="sm">“{rule.note}”</Text>
            <Text size="xs" c="dimmed" component="div">
              <Moment at={rule.changed_at} />{' '}
              <ActorName
                actor={{ role: 'operator', id: rule.changed_by, name: rule.changed_by_name }}
              />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}

function Content({ versions }: { versions: readonly LineRule[] }) {
  const [rule] = versions;
  const trial = useTrial(rule?.id ?? '');
  if (rule === undefined) throw new Error('A rule has at least one version');
  return (
    <Stack>
      <Opened name={rule.name} />
      <Group justify="space-between">
        <Group gap="xs">
          <Title order={1} size="h2">
            {rule.name}
          </Title>
          <RuleState state={rule.state} />
        </Group>
        <Group gap="xs">
          <Button
            variant={rule.state === 'draft' ? 'filled' : 'light'}
            loading={trial.isPending}
            onClick={() => trial.mutate()}
          >
            {texts.try}
          </Button>
          <Switch rule={rule} />
          <ChangeRule rule={rule} />
        </Group>
      </Group>
      <Card withBorder>
        <Text>
          <Conditions rule={rule} /> → <b>{texts.acts[rule.act]}</b>
        </Text>
        <Text size="sm" c="dimmed">
          <AccountName id={rule.receiving_account_id} />
        </Text>
      </Card>
      {trial.error === null ? null : <ProblemNote error={trial.error} act={texts.try} />}
      {trial.data === undefined ? null : <Trial trial={trial.data} />}
      <Versions versions={versions} />
    </Stack>
  );
}

export function Screen(): ReactNode {
  const { id } = useParams({ from: '/inside/bank/rules/$id' });
  const { data, error, refetch } = useRead(readOf('listLineRuleVersions', { path: { id } }));
  return (
    <>
      <BankNav />
      {error === null ? null : <ScreenProblem error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <Loading height={240} />
      ) : (
        <Content versions={data.data} />
      )}
    </>
  );
}
