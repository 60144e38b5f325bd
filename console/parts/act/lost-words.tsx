// In a dialog whose answer was lost: whether to send it again, and the list in which to look first.
import { Alert, Text } from '@mantine/core';
import type { Request } from '../../api/client.ts';
import { LOST_TEXTS as texts } from '../../texts/acts.ts';
import { AnchorLink } from '../links.tsx';
import { lostOf } from './lost.ts';

/** In another tab: what was typed stays here. */
const ASIDE = { target: '_blank', rel: 'noopener', underline: 'always' } as const;

export function LostWords({ asked }: { asked: Request | null }) {
  const lost = lostOf(asked);
  if (lost.kind !== 'another') return <Text size="sm">{texts[lost.kind]}</Text>;
  const { name, to, search, advice } = lost.where;
  return (
    <>
      <Text size="sm">{texts.another(name)}</Text>
      {advice === undefined ? null : <Text size="sm">{advice}</Text>}
      {to === null ? null : (
        <Text size="sm">
          <AnchorLink to={to} params={lost.path} search={search ?? {}} {...ASIDE}>
            {texts.open(name)}
          </AnchorLink>
        </Text>
      )}
    </>
  );
}

/** While the same is sent again by itself. */
export function RepeatingNote({ is_repeating }: { is_repeating: boolean }) {
  if (!is_repeating) return null;
  return (
    <Alert color="yellow" title={texts.repeating.title} role="alert">
      <Text size="sm">{texts.repeating.what}</Text>
    </Alert>
  );
}
