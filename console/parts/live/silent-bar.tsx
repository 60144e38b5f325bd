// A bar over every screen and dialog while the service does not answer: since when what is shown is
// from. It goes by itself as soon as the service answers.
import { Button, Group, Paper, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { reach } from '../../api/reach.ts';
import { LIVE_TEXTS as texts } from '../../texts/live.ts';
import './silent-bar.css';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

export const useSilentSince = (): number | null =>
  useSyncExternalStore(reach.subscribe, () => reach.current().silent_since);

function useIsOffline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    () => !navigator.onLine,
  );
}

function Bar({ since }: { since: number }) {
  const is_offline = useIsOffline();
  const [is_trying, setTrying] = useState(false);
  const tryNow = () => {
    setTrying(true);
    void reach.look().finally(() => setTrying(false));
  };
  // The end of the page can still be scrolled to.
  useEffect(() => {
    document.body.dataset.silent = '';
    return () => void delete document.body.dataset.silent;
  }, []);
  return (
    <Paper className="silent-bar" radius={0} px="md" py="xs" shadow="md">
      <Group justify="center" gap="xs">
        <Text size="sm" fw={600}>
          {is_offline ? texts.offline : texts.silent}
        </Text>
        <Text size="sm">{texts.silent_what(TIME.format(since))}</Text>
        <Button size="compact-sm" variant="default" loading={is_trying} onClick={tryNow}>
          {texts.try_now}
        </Button>
      </Group>
    </Paper>
  );
}

export function SilentBar() {
  const since = useSilentSince();
  return <div role="status">{since === null ? null : <Bar since={since} />}</div>;
}
