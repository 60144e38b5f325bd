// Says from before when callbacks are no longer in the list, because they ended by their age.
import { Text } from '@mantine/core';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { Moment } from '../../parts/moment.tsx';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';

export function RemovedNote({ merchant_id }: { merchant_id: string }) {
  const of = merchant_id === '' ? {} : { merchant_id };
  const { data } = useRead(readOf('listDeliveries', { query: { ...of, limit: 1 } }));
  if (data === undefined || data.removed_before === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {CALLBACK_TEXTS.one.removed} <Moment at={data.removed_before} />
    </Text>
  );
}
