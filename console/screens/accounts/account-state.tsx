// Whether pay-ins may use an account.
import { Badge } from '@mantine/core';
import type { UsedReceivingAccount } from '../../api/schema.gen.ts';
import { RECEIVING_ACCOUNT_TEXTS as texts } from '../../texts/accounts/accounts.ts';

export function AccountState({ account }: { account: UsedReceivingAccount }) {
  if (account.damaged === true) return <Badge color="red">{texts.damaged}</Badge>;
  return (
    <Badge variant="light" color={account.enabled ? 'teal' : 'gray'}>
      {account.enabled ? texts.on : texts.off}
    </Badge>
  );
}
