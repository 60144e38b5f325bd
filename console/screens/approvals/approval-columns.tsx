// What the lists of proposals show.
import { Badge, Group, Text } from '@mantine/core';
import type { Proposal } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import { Moment } from '../../parts/moment.tsx';
import { ActorName } from '../../parts/names/actor-name.tsx';
import { Target } from '../../parts/names/target.tsx';
import { APPROVAL_TEXTS as texts } from '../../texts/approvals.ts';

const COLOURS: Readonly<Record<Proposal['state'], string>> = {
  waiting: 'yellow',
  approved: 'teal',
  rejected: 'red',
  withdrawn: 'gray',
  expired: 'gray',
  void: 'orange',
};

export function ProposalState({ state }: { state: Proposal['state'] }) {
  return (
    <Badge color={COLOURS[state]} variant="light" tt="none">
      {texts.states[state]}
    </Badge>
  );
}

export function AmountOf({ proposal }: { proposal: Proposal }) {
  const { amount_cents, currency } = proposal;
  if (amount_cents === null || currency === null) return null;
  return <Amount amount_cents={amount_cents} currency={currency} />;
}

export function ProposalPersonName({ person }: { person: Proposal['maker'] }) {
  const { person_id, operator_token_id, name } = person;
  const id = person_id ?? operator_token_id;
  return id === null ? null : <ActorName actor={{ role: 'operator', id, name }} />;
}

export function Maker({ proposal: { maker, is_yours } }: { proposal: Proposal }) {
  return (
    <>
      <ProposalPersonName person={maker} /> {is_yours ? texts.you : null}
    </>
  );
}

const COMMON: readonly Column<Proposal>[] = [
  {
    name: 'act',
    label: texts.act,
    cell: ({ id, act }) => (
      <AnchorLink to="/approvals/$id" params={{ id }} fw={600}>
        {texts.acts[act]}
      </AnchorLink>
    ),
  },
  {
    name: 'amount',
    label: texts.amount,
    is_number: true,
    cell: (proposal) => <AmountOf proposal={proposal} />,
  },
  {
    name: 'about',
    label: texts.about,
    cell: ({ target, named_target }) => <Target target={target} named={named_target} />,
  },
  { name: 'maker', label: texts.maker, cell: (proposal) => <Maker proposal={proposal} /> },
  {
    name: 'why',
    label: texts.why,
    cell: ({ note }) => (
      <Text size="sm" lineClamp={2} maw={280}>
        {note}
      </Text>
    ),
  },
];

export const WAITING_COLUMNS: readonly Column<Proposal>[] = [
  ...COMMON,
  { name: 'asked', label: texts.asked, cell: ({ created_at }) => <Moment at={created_at} /> },
  { name: 'expires', label: texts.expires, cell: ({ expires_at }) => <Moment at={expires_at} /> },
];

export const DECIDED_COLUMNS: readonly Column<Proposal>[] = [
  ...COMMON,
  {
    name: 'state',
    label: texts.state,
    cell: ({ state, checker }) => (
      <Group gap={6}>
        <ProposalState state={state} />
        <Text size="sm" component="div">
          <ProposalPersonName person={checker} />
        </Text>
      </Group>
    ),
  },
  {
    name: 'decided',
    label: texts.decided_at,
    cell: ({ decided_at, created_at }) => <Moment at={decided_at ?? created_at} />,
  },
];
