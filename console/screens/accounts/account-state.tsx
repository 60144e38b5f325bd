// Whether pay-ins may use an account.
import { Badge } from '@mantine/core';
import type { UsedReceivingAccount } from '../../api/schema.gen.ts';
import { TEXTS } from '../../texts/en.ts';

const { accounts: texts } = TEXTS;

export function AccountState({ account }: { account: UsedReceivingAccount }) {
  if (account.damaged === true) return <Badge color="red">{texts.damaged}</Badge>;
  return (
    <Badge variant="light" color={account.enabled ? 'teal' : 'gray'}>
      {account.enabled ? texts.on : texts.off}
    </Badge>
  );
}
