// The house's rules for workflows of the repository, beside those of the linter: who may do what.
import { parse } from 'yaml';

export type WorkflowFinding = { rule: string; what: string };

type Step = { uses?: string; run?: string; with?: Readonly<Record<string, unknown>> };
type Job = {
  uses?: string;
  steps?: readonly Step[];
  permissions?: Readonly<Record<string, string>>;
  'timeout-minutes'?: number;
};
type Workflow = {
  on: Readonly<Record<string, unknown>>;
  permissions?: Readonly<Record<string, string>>;
  jobs: Readonly<Record<string, Job>>;
};

/** What a job may write, and with which right. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  build: ['attestations', 'id-token'],
  publish: ['contents'],
  'publish-sdk': ['id-token'],
};

const PINNED = /uses: (?:\.\/\S+|\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/;

const writesOf = (permissions: Readonly<Record<string, string>> = {}) =>
  Object.entries(permissions)
    .filter(([, right]) => right !== 'read' && right !== 'none')
    .map(([scope]) => scope)
    .sort();

function judgeStep({ uses, run, with: given }: Step): WorkflowFinding[] {
  const found: WorkflowFinding[] = [];
  // A title or a branch's name would become part of the script.
  if (run?.includes('${{')) found.push({ rule: 'expression in a script', what: run });
  if (uses?.startsWith('actions/checkout@') && given?.['persist-credentials'] !== false) {
    found.push({ rule: 'credentials kept', what: uses });
  }
  return found;
}

function judgeJob(name: string, job: Job): WorkflowFinding[] {
  const found = (job.steps ?? []).flatMap(judgeStep);
  const writes = writesOf(job.permissions);
  if (writes.join() !== (WRITES[name] ?? []).join()) {
    found.push({ rule: 'rights', what: `${name} may write ${writes.join() || 'nothing'}` });
  }
  if (job.uses === undefined && job['timeout-minutes'] === undefined) {
    found.push({ rule: 'no end', what: name });
  }
  return found;
}

export function judgeWorkflow(text: string): WorkflowFinding[] {
  const { on, permissions, jobs } = parse(text) as Workflow;
  const found = Object.entries(jobs).flatMap(([name, job]) => judgeJob(name, job));
  // Without them every job has the repository's default, which may be to write.
  if (permissions === undefined || writesOf(permissions).length > 0) {
    found.push({ rule: 'rights of all', what: JSON.stringify(permissions) });
  }
  for (const line of text.split('\n')) {
    if (/\buses: /.test(line) && !PINNED.test(line)) {
      found.push({ rule: 'not pinned', what: line.trim() });
    }
  }
  // It runs the code of a stranger with the rights of the repository.
  if ('pull_request_target' in on) found.push({ rule: 'strangers', what: 'pull_request_target' });
  return found;
}
