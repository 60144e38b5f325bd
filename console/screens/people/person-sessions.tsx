// The open sessions of a person, for whoever may end them.
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { browserOf, SessionTable } from '../../parts/session-table.tsx';
import { PEOPLE_TEXTS as people } from '../../texts/people/people.ts';

const { revoke } = people;

export function PersonSessions({ person_id, may_end }: { person_id: string; may_end: boolean }) {
  const { data, error, refetch } = useRead(readOf('listSessions', { query: { person_id } }));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const sessions = data?.data ?? [];
  return (
    <CardSection
      title={people.sessions}
      acts={
        may_end && sessions.length > 0 ? (
          <FormAct
            about={null}
            label={revoke.all}
            what={revoke.what}
            done={revoke.all_done}
            is_dangerous
            run={(_none, idempotency_key) =>
              call('revokeSessionsOfPerson', { path: { id: person_id }, idempotency_key })
            }
          />
        ) : null
      }
    >
      <SessionTable
        sessions={sessions}
        actOf={({ id, user_agent, address }) =>
          may_end ? (
            <FormAct
              about={null}
              label={revoke.label}
              what={revoke.what}
              done={revoke.done}
              of={`${browserOf(user_agent)}, ${address}`}
              is_dangerous
              is_small
              run={(_none, idempotency_key) =>
                call('revokeSession', { path: { id }, idempotency_key })
              }
            />
          ) : null
        }
      />
    </CardSection>
  );
}
