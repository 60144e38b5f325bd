// The postings of an entry: each account by its meaning, with what moves there.
import { Group, Stack, Text } from '@mantine/core';
import type { Entry } from '../../api/schema.gen.ts';
import { Amount } from '../amount/amount-text.tsx';
import { accountWords, type NamedAccount } from './account-words.ts';
import { IdBehind } from './actor-name.tsx';

/** With the account's own name, as filters and programs have it, to copy behind the words. */
function AccountName({ of }: { of: NamedAccount }) {
  return <IdBehind words={accountWords(of)} id={of.account} />;
}

export function Postings({ postings }: Pick<Entry, 'postings'>) {
  return (
    <Stack gap={2} maw={480}>
      {postings.map((posting) => (
        <Group
          key={`${posting.account} ${posting.currency}`}
          justify="space-between"
          wrap="nowrap"
          gap="md"
        >
          <Text size="sm" component="div" style={{ minWidth: 0 }}>
            <AccountName of={posting} />
          </Text>
          <Text size="sm" className="number">
            <Amount amount_cents={posting.amount_cents} currency={posting.currency} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
