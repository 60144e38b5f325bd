// The audit trail: who did what to what, and why, newest first.
import { Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressOf } from '../../api/client.ts';
import { readFiltered } from '../../api/keys.ts';
import { type AuditEntry, PLACES } from '../../api/schema.gen.ts';
import { CopyIcon } from '../../parts/copyable.tsx';
import { FileLinks } from '../../parts/file-links.tsx';
import { choicesOf } from '../../parts/list/choices.ts';
import type { Column } from '../../parts/list/columns.ts';
import type { Filter, Search } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ActorName } from '../../parts/names/actor-name.tsx';
import { Target } from '../../parts/names/target.tsx';
import { AUDIT_SETTINGS, AUDIT_WORDS, auditWords } from '../../texts/audit.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';

const { columns, empty } = LIST_TEXTS;

const ACTIONS = choicesOf(AUDIT_WORDS).toSorted((a, b) => a.label.localeCompare(b.label));

const SETTINGS = choicesOf(AUDIT_SETTINGS);

const FILTERS: readonly Filter[] = [
  { kind: 'person', name: 'actor', label: columns.who },
  { kind: 'choice', name: 'action', label: columns.action, choices: ACTIONS },
  { kind: 'text', name: 'target', label: columns.target },
  { kind: 'text', name: 'note', label: columns.words },
  { kind: 'choice', name: 'settings', label: columns.settings, choices: SETTINGS },
  { kind: 'period', name: 'from', until: 'to', label: columns.at },
];

/** In words, with the target itself to copy: filters take it. */
function AuditTarget({ target, named_target }: Pick<AuditEntry, 'target' | 'named_target'>) {
  return (
    <Group gap={4} wrap="nowrap" align="start">
      <div>
        <Target target={target} named={named_target} />
      </div>
      <CopyIcon value={target} />
    </Group>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'at', label: columns.at, cell: ({ at }) => <Moment at={at} /> },
  {
    name: 'who',
    label: columns.who,
    cell: ({ actor }) => <ActorName actor={actor} />,
  },
  { name: 'what', label: columns.what, cell: ({ action }) => auditWords(action) },
  { name: 'target', label: columns.target, cell: (entry) => <AuditTarget {...entry} /> },
  {
    name: 'note',
    label: columns.note,
    cell: ({ detail }) => (typeof detail.note === 'string' ? detail.note : null),
  },
];

/** The same entries as a file, oldest first. */
function Export({ search: { cursor: _page, ...search } }: { search: Search }) {
  const at = (name: 'exportAuditCsv' | 'exportAuditWorkbook') =>
    addressOf(PLACES[name][1], {}, search);
  return (
    <FileLinks
      right="audit.read"
      files={[
        { address: at('exportAuditCsv'), words: LIST_TEXTS.export_csv },
        { address: at('exportAuditWorkbook'), words: LIST_TEXTS.export_workbook },
      ]}
    />
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/audit' });
  return (
    <ListPage<AuditEntry>
      list="audit"
      title={NAV_TEXTS.audit}
      search={search}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ number }) => String(number)}
      nameOf={({ action }) => action}
      query={readFiltered('listAudit', { query: search })}
      empty={empty.audit}
      acts={<Export search={search} />}
    />
  );
}
