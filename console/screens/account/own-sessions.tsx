// Where one is signed in; any other session can be ended.
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { browserOf, SessionTable } from '../../parts/session-table.tsx';
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts';
import { PEOPLE_TEXTS } from '../../texts/people/people.ts';

const { revoke } = PEOPLE_TEXTS;

export function OwnSessions() {
  const { data, error, refetch } = useRead(readOf('listOwnSessions', {}));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const sessions = data?.data ?? [];
  return (
    <CardSection
      title={ACCOUNT_TEXTS.tabs.sessions}
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
