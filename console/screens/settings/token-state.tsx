// Whether a token is accepted, and where from.
import { Badge, Text } from '@mantine/core';
import { Moment } from '../../parts/moment.tsx';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { tokens: texts } = SETTINGS_TEXTS;

type Life = { readonly expires_at: string | null; readonly revoked_at: string | null };

export const isActive = ({ expires_at, revoked_at }: Life): boolean =>
  revoked_at === null && (expires_at === null || new Date(expires_at) > new Date());

function wordOf(life: Life): string {
  if (life.revoked_at !== null) return texts.revoked;
  return isActive(life) ? texts.active : texts.expired;
}

export function TokenState(life: Life) {
  const { expires_at, revoked_at } = life;
  const end = revoked_at ?? expires_at;
  return (
    <>
      <Badge color={isActive(life) ? 'teal' : 'gray'} variant="light">
        {wordOf(life)}
      </Badge>
      <Text size="xs" c="dimmed">
        {revoked_at === null ? texts.expires : texts.since}:{' '}
        {end === null ? texts.never : <Moment at={end} />}
      </Text>
    </>
  );
}

/** The addresses from which it is accepted. */
export function AllowedIps({ ips }: { ips: readonly string[] }) {
  return ips.length === 0 ? texts.anywhere : ips.join(', ');
}
