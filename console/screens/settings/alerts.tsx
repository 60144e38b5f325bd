// The settings of alerts: who receives them, when, and from which value on.
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { AlertTimes } from './alert-times.tsx';
import { Recipients } from './recipients.tsx';
import { Thresholds } from './thresholds.tsx';

export function Alerts() {
  const { can } = useSession();
  const { data, error, refetch } = useRead(readOf('getAlertSettings', {}));
  const may_change = can('alerts.change');
  return (
    <>
      <Recipients may_change={may_change} />
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {data === undefined ? null : (
        <>
          <AlertTimes settings={data} may_change={may_change} />
          <Thresholds kinds={data.kinds} may_change={may_change} />
        </>
      )}
    </>
  );
}
