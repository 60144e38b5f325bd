// The signed proofs of each day: to save, to make, the keys that sign, and how a merchant checks.
import { Alert, Anchor, Badge, Button, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { readFiltered, readOf } from '../../api/keys.ts';
import { saveFile } from '../../api/save-file.ts';
import type { MadeProof, ProofKey, ProofSummary } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import type { Column } from '../../parts/list/columns.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { ListTable } from '../../parts/list/list-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { LEDGER_TEXTS as ledger } from '../../texts/ledger/ledger.ts';
import { NAV_TEXTS as nav } from '../../texts/shell/frame.ts';
import { LedgerTabs } from './ledger-tabs.tsx';

const GUIDE = '/docs/operate/proof';

function SaveProof({ day }: { day: string }) {
  const save = useMutation({
    mutationFn: async () => {
      const proof = await call('getWholeProof', { path: { day } });
      const content = new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' });
      saveFile(content, `proof-${day}.json`);
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${ledger.save} ${day}`}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {ledger.save}
      </Button>
      {save.error === null ? null : <ProblemNote error={save.error} act={ledger.save} />}
    </>
  );
}

const COLUMNS: readonly Column<ProofSummary>[] = [
  { name: 'number', label: ledger.number, is_number: true, cell: ({ number }) => number },
  { name: 'day', label: ledger.day, cell: ({ day }) => day },
  {
    name: 'hash',
    is_block: true,
    label: ledger.hash,
    cell: ({ hash }) => <Copyable value={hash} />,
  },
  { name: 'made', label: ledger.made, cell: ({ made_at }) => <Moment at={made_at} /> },
  { name: 'save', is_block: true, label: ledger.save, cell: ({ day }) => <SaveProof day={day} /> },
];

/** A refusal is no failure of the request: it says what is wrong with the books. */
function MakeProof() {
  const [made, setMade] = useState<MadeProof | null>(null);
  return (
    <>
      <FormAct
        about={null}
        label={ledger.make}
        what={ledger.make_what}
        done={ledger.make_done}
        is_quiet
        run={async () => {
          const answer = await call('makeProof', { body: {} });
          setMade(answer);
          return answer;
        }}
      />
      {made?.outcome === 'refused' ? (
        <Alert color="red" role="alert" title={ledger.make_refused}>
          <List size="sm">
            {made.problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
    </>
  );
}

function RotateKey({ key_id }: { key_id: number }) {
  return (
    <ActButton
      about={null}
      label={ledger.rotate}
      what={ledger.rotate_what}
      done={ledger.rotate_done}
      reasons={ledger.rotate_reasons}
      is_dangerous
      run={(note, idempotency_key) =>
        call('rotateProofKey', { body: { key_id, note }, idempotency_key })
      }
    />
  );
}

function Keys() {
  const { can } = useSession();
  const { data, error, isFetching } = useRead(readOf('listProofKeysForOperators', {}));
  const columns: readonly Column<ProofKey>[] = [
    { name: 'id', label: ledger.key_id, is_number: true, cell: ({ key_id }) => key_id },
    {
      name: 'key',
      is_block: true,
      label: ledger.key,
      cell: ({ public_key }) => <Copyable value={public_key} />,
    },
    { name: 'made', label: ledger.made, cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      name: 'ended',
      label: ledger.ended,
      cell: ({ ended_at }) =>
        ended_at === null ? (
          <Badge variant="light" color="teal">
            {ledger.signs}
          </Badge>
        ) : (
          <Moment at={ended_at} />
        ),
    },
    {
      name: 'rotate',
      is_block: true,
      label: ledger.rotate,
      cell: ({ key_id, ended_at }) =>
        ended_at === null && can('keys.rotate') ? <RotateKey key_id={key_id} /> : null,
    },
  ];
  return (
    <CardSection title={ledger.keys}>
      {error === null ? null : <ProblemNote error={error} />}
      <ListTable
        label={ledger.keys}
        columns={columns}
        keyOf={({ key_id }) => String(key_id)}
        nameOf={({ key_id }) => String(key_id)}
        rows={data?.keys}
        is_reading={isFetching}
        selection={null}
      />
    </CardSection>
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/ledger/proofs' });
  const { can } = useSession();
  return (
    <Stack>
      <ListPage<ProofSummary>
        list="proofs"
        title={nav.ledger}
        search={search}
        filters={[]}
        columns={COLUMNS}
        keyOf={({ day }) => day}
        nameOf={({ day }) => day}
        query={readFiltered('listAllProofs', { query: search })}
        empty={ledger.proofs_empty}
        acts={can('books.verify') ? <MakeProof /> : null}
        tabs={
          <>
            <LedgerTabs />
            <Text size="sm" maw={640}>
              {ledger.proofs_what}
            </Text>
          </>
        }
      />
      <Keys />
      <CardSection title={ledger.merchants_check}>
        <Text size="sm" maw={640}>
          {ledger.merchants_check_what}
        </Text>
        <Anchor href={GUIDE} size="sm" underline="always">
          {ledger.guide}
        </Anchor>
      </CardSection>
    </Stack>
  );
}
