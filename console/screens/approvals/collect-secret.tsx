// What an approved act shows once, for whoever asked for it.
import { Stack } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { CollectedSecrets, Proposal } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { APPROVAL_TEXTS } from '../../texts/approvals.ts';

const { label, what, done, names } = APPROVAL_TEXTS.collect;

type Shown = { name: keyof typeof names; value: string; until: string | null };

const isNamed = (name: string): name is Shown['name'] => name in names;

function shownOf({ secrets }: CollectedSecrets): Shown[] {
  return Object.entries(secrets).flatMap(([name, value]) => {
    if (!isNamed(name)) return [];
    const { url = value, expires_at = null } = Object(value);
    return [{ name, value: String(url), until: expires_at }];
  });
}

export function CollectSecret({ proposal }: { proposal: Proposal }) {
  const { id, is_yours, has_secret } = proposal;
  if (!is_yours || !has_secret) return null;
  return (
    <FormAct
      label={label}
      what={what}
      done={done}
      about={null}
      run={(_fields, idempotency_key) => call('collectSecrets', { path: { id }, idempotency_key })}
      secretOf={(collected) => (
        <Stack>
          {shownOf(collected).map(({ name, value, until }) => (
            <ShownOnce key={name} what={names[name]} value={value} until={until} />
          ))}
        </Stack>
      )}
    />
  );
}
