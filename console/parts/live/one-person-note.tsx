// Says above every page that rules for two people are off: what one person alone may do, and who
// switched them off.
import { Alert, Text } from '@mantine/core';
import { APPROVAL_ACTS, ONE_PERSON_TEXTS as texts } from '../../texts/one-person.ts';
import { AnchorLink } from '../links.tsx';
import { Moment } from '../moment.tsx';
import { useLive } from './live.tsx';

export function OnePersonNote() {
  const off = useLive().body?.one_person ?? null;
  if (off === null) return <div role="status" />;
  const { rules, switched_off_at, switched_off_by, approved_by } = off;
  const acts = [...new Set(rules.map(({ act }) => APPROVAL_ACTS[act]))];
  const all = Object.keys(APPROVAL_ACTS).length;
  return (
    <div role="status">
      <Alert role="note" color="orange" py="xs" mb="md" title={texts.title}>
        <Text size="sm">
          {acts.length === all ? texts.everything : texts.without_limit(acts)}{' '}
          {switched_off_at === null || switched_off_by === null ? (
            texts.unknown
          ) : (
            <>
              {texts.by(switched_off_by, approved_by)} <Moment at={switched_off_at} />.
            </>
          )}{' '}
          <AnchorLink to="/approvals/bands" size="sm" underline="always">
            {texts.open}
          </AnchorLink>
        </Text>
      </Alert>
    </div>
  );
}
