// How far a callback has come, and what was answered last, in words with a colour.
import { Badge } from '@mantine/core';
import type { Delivery } from '../../api/schema.gen.ts';
import { problemWords } from '../../texts/callback-words.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';

const COLOURS: Readonly<Record<Delivery['status'], string>> = {
  waiting: 'blue',
  delivered: 'teal',
  exhausted: 'red',
};

export function DeliveryBadge({ status }: { status: Delivery['status'] }) {
  return (
    <Badge color={COLOURS[status]} variant="light" tt="none" miw="max-content">
      {LIST_TEXTS.delivery_statuses[status]}
    </Badge>
  );
}

type Answer = { readonly status: number | null; readonly error: string | null };

/** `500 · The server answered with an error.` */
export const answerWords = ({ status, error }: Answer): string =>
  [status, error === null ? null : problemWords(error)].filter((one) => one !== null).join(' · ');

export const lastAnswer = ({ last_status, last_error }: Delivery): string =>
  answerWords({ status: last_status, error: last_error });
