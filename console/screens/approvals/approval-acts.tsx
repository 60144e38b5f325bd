// The decision about a proposal. The service says who may make it, and why others may not.
import { Alert, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import type { ProposalDetail } from '../../api/schema.gen.ts';
import { aboutProposal } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { APPROVAL_TEXTS as texts } from '../../texts/approvals.ts';
import { AmountOf } from './approval-columns.tsx';

function Approve({ detail: { proposal, outcome }, back }: Props) {
  const { label, what, done, one_more } = texts.approve;
  const path = { id: proposal.id };
  return (
    <ActButton
      about={aboutProposal(proposal)}
      label={label}
      what={
        <Stack gap={4}>
          <b>
            {texts.acts[proposal.act]} <AmountOf proposal={proposal} />
          </b>
          <span>{what}</span>
        </Stack>
      }
      done={done}
      reasons={[]}
      has_no_reason
      shortcut="a"
      why_not={outcome?.detail ?? undefined}
      run={async () => {
        const answer = await call('approveProposal', { path });
        if (answer.proposal.state === 'waiting') {
          notifications.show({ color: 'yellow', message: one_more });
        }
        return answer;
      }}
      onDone={back}
    />
  );
}

function Reject({ detail: { proposal }, back }: Props) {
  const { label, what, done, reasons } = texts.reject;
  const path = { id: proposal.id };
  return (
    <ActButton
      about={aboutProposal(proposal)}
      label={label}
      what={what}
      done={done}
      reasons={reasons}
      is_dangerous
      shortcut="r"
      run={(note) => call('rejectProposal', { path, body: { note } })}
      onDone={back}
    />
  );
}

function Withdraw({ detail: { proposal }, back }: Props) {
  const { label, what, done, reasons } = texts.withdraw;
  const path = { id: proposal.id };
  return (
    <ActButton
      about={aboutProposal(proposal)}
      label={label}
      what={what}
      done={done}
      reasons={reasons}
      is_dangerous
      shortcut="w"
      run={(note) => call('withdrawProposal', { path, body: { note } })}
      onDone={back}
    />
  );
}

type Props = { readonly detail: ProposalDetail; readonly back: () => void };

/** As long as it waits; what is not possible is said in the service's words. */
export function ApprovalActs({ detail }: { detail: ProposalDetail }) {
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/approvals' });
  const { proposal, acts } = detail;
  if (proposal.state !== 'waiting') return null;
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {acts.approve === null ? <Approve detail={detail} back={back} /> : null}
        {acts.reject === null ? <Reject detail={detail} back={back} /> : null}
        {acts.withdraw === null ? <Withdraw detail={detail} back={back} /> : null}
      </Group>
      {acts.approve === null ? null : (
        <Alert color="gray" p="xs" maw={420}>
          {acts.approve}
        </Alert>
      )}
    </Stack>
  );
}
