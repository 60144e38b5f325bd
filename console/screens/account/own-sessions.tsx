// Where one is signed in; any other session can be ended.

import { call } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { browserOf, SessionTable } from '../../parts/session-table.tsx';
import { TEXTS } from '../../texts/en.ts';

const { revoke } = TEXTS.people;

export function OwnSessions() {
  const { data, error, refetch } = useRead({
    queryKey: ['own sessions'],
    queryFn: ({ signal }) => call('listOwnSessions', { signal }),
  });
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const sessions = data?.data ?? [];
  return (
    <CardSection
      title={TEXTS.account.tabs.sessions}
      acts={
        sessions.length > 1 ? (
          <FormAct
            about={null}
            label={revoke.others}
            what={revoke.what}
            done={revoke.others_done}
            is_dangerous
            run={(_none, idempotency_key) => call('revokeOtherSessions', { idempotency_key })}
          />
        ) : null
      }
    >
      <SessionTable
        sessions={sessions}
        actOf={({ id, is_current, user_agent, address }) =>
          is_current ? null : (
            <FormAct
              about={null}
              label={revoke.label}
              what={revoke.what}
              done={revoke.done}
              of={`${browserOf(user_agent)}, ${address}`}
              is_dangerous
              is_small
              run={(_none, idempotency_key) =>
                call('revokeOwnSession', { path: { id }, idempotency_key })
              }
            />
          )
        }
      />
    </CardSection>
  );
}
