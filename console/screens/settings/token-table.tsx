// A list of tokens: a row for each with its acts, and a link to the next page.
import { Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../parts/links.tsx';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import { isActive } from './token-state.tsx';

type Listed = { id: string } & Parameters<typeof isActive>[0];

type TokenTableProps<Token extends Listed> = {
  tokens: readonly Token[];
  /** Null: this is the last page. */
  next_cursor: string | null;
  tab: 'tokens' | 'feeds';
  none: string;
  columns: readonly string[];
  min_width: number;
  cells(token: Token): ReactNode;
  /** Of tokens that are neither revoked nor expired. */
  acts(token: Token): ReactNode;
};

export function TokenTable<Token extends Listed>(props: TokenTableProps<Token>) {
  const { tokens, next_cursor, tab, none, columns, min_width, cells, acts } = props;
  return (
    <>
      {tokens.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <Table.ScrollContainer minWidth={min_width}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {columns.map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tokens.map((token) => (
                <Table.Tr key={token.id}>
                  {cells(token)}
                  <Table.Td>
                    {isActive(token) ? (
                      <Group gap="xs" justify="flex-end" wrap="nowrap">
                        {acts(token)}
                      </Group>
                    ) : null}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {next_cursor === null ? null : (
        <div>
          <ButtonLink to="." search={{ tab, cursor: next_cursor }} variant="default">
            {LIST_PART_TEXTS.next_page}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
