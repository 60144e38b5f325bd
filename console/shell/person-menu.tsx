// The person who is signed in: their role, their sessions, the keys, and the way out.
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { MenuLink } from '../parts/links.tsx';
import { forgetRecent } from '../parts/recent/recent.ts';
import { startOver } from '../session/leave.ts';
import { useSession } from '../session/session.tsx';
import { COMMON_TEXTS } from '../texts/common.ts';
import { ROLE_NAMES } from '../texts/roles.ts';
import { SHELL_TEXTS } from '../texts/shell/frame.ts';
import { KEY_TEXTS } from '../texts/shell/keys.ts';

export function PersonMenu({ showKeys }: { showKeys: () => void }) {
  const { me } = useSession();
  const out = useMutation({
    mutationFn: () => call('signOut', {}),
    onSuccess: () => {
      forgetRecent();
      startOver();
    },
    onError: ({ message }) =>
      notifications.show({ color: 'red', title: COMMON_TEXTS.not_signed_out, message }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs">
          {me.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{ROLE_NAMES[me.role]}</Menu.Label>
        <MenuLink to="/account">{SHELL_TEXTS.own_account}</MenuLink>
        <Menu.Item onClick={showKeys}>{KEY_TEXTS.title}</Menu.Item>
        {me.session_id === null ? null : (
          <Menu.Item onClick={() => out.mutate()}>{COMMON_TEXTS.sign_out}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
