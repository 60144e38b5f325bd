// What one did, one's sign-ins, and what happened to one's account.
import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { readOf } from '../../api/keys.ts';
import type { AuditEntry } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import { ListTable } from '../../parts/list/list-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Target } from '../../parts/names/target.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { ACCOUNT_TEXTS as account } from '../../texts/account/account.ts';
import { auditWords } from '../../texts/audit.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { LIST_PART_TEXTS as list } from '../../texts/parts.ts';
import { PEOPLE_TEXTS as people } from '../../texts/people/people.ts';

const { columns } = LIST_TEXTS;

function About({ target, named_target }: AuditEntry) {
  const { me } = useSession();
  if (target === `people/${me.person_id}`) return account.title;
  return <Target target={target} named={named_target} />;
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'at', label: columns.at, cell: ({ at }) => <Moment at={at} /> },
  { name: 'what', label: columns.what, cell: ({ action }) => auditWords(action) },
  { name: 'target', label: columns.target, cell: (entry) => <About {...entry} /> },
  {
    name: 'from',
    label: people.session.from,
    cell: ({ origin }) => origin?.address ?? COMMON_TEXTS.nothing,
  },
];

export function OwnLog() {
  const { cursor } = useSearch({ from: '/inside/account' });
  const query = cursor === undefined ? {} : { cursor };
  const { data, error, isFetching, refetch } = useRead(readOf('listOwnAudit', { query }));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  return (
    <CardSection title={account.tabs.log}>
      <ListTable
        label={account.tabs.log}
        columns={COLUMNS}
        keyOf={({ number }) => String(number)}
        nameOf={({ action }) => action}
        rows={data?.data}
        is_reading={isFetching}
        selection={null}
      />
      {data?.data.length === 0 ? <Text c="dimmed">{account.log_empty}</Text> : null}
      {data === undefined || data.next_cursor === null ? null : (
        <div>
          <ButtonLink to="." search={{ tab: 'log', cursor: data.next_cursor }} variant="default">
            {list.next_page}
          </ButtonLink>
        </div>
      )}
    </CardSection>
  );
}
