// Starts the services of two checkouts: each on an empty database of its own, on the same kind of
// PostgreSQL.
import { join } from 'node:path';
import { PROJECT_ROOT, startBenchService } from '../harness/bench-service.ts';
import { startSeasoned } from '../harness/open-bench.ts';
import {
  openScratchDatabase,
  type ScratchDatabase,
  stopDatabases,
} from '../harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../harness/scratch-folder.ts';
import type { RunningService } from '../scenario/scenario.ts';
import { type CommitName, commitName, hasChanges, ofCommit, openCheckout } from './checkout.ts';
import type { CheckoutSide } from './compare.ts';

export type AgainstOptions = {
  readonly commit: string;
  /** Default: the checkout that this program belongs to. */
  readonly repository?: string;
  readonly say: (text: string) => void;
};

export type ComparedSide = CommitName & {
  readonly database_url: string;
  readonly service: RunningService;
};

export type OpenAgainst = {
  readonly sides: Readonly<Record<CheckoutSide, ComparedSide>>;
  /** Whether the present checkout differs from its commit. */
  readonly has_changes: boolean;
  readonly say: (text: string) => void;
};

export type AgainstRun = {
  readonly opened: Promise<OpenAgainst>;
  /** Closes everything once, also while it is still opening. */
  close(): Promise<void>;
};

type Start = (data_dir: string) => Promise<ScratchDatabase>;

/** Runs what was put last first. */
function createEndings() {
  const endings: (() => Promise<void>)[] = [];
  return {
    put(end: () => Promise<void>) {
      endings.push(end);
    },
    async runAll() {
      const failed: unknown[] = [];
      for (const end of endings.splice(0).toReversed()) {
        // One that fails must not leave the others behind.
        await end().catch((error: unknown) => failed.push(error));
      }
      if (failed.length > 0) throw new AggregateError(failed, 'Not everything could be removed');
    },
  };
}

type Endings = ReturnType<typeof createEndings>;

async function open(options: AgainstOptions, start: Start, { put }: Endings): Promise<OpenAgainst> {
  const { commit, repository = PROJECT_ROOT, say } = options;
  const folder = await scratchFolder();
  put(() => removeFolder(folder));
  const checkout = await openCheckout({ repository, commit, folder: join(folder, 'there'), say });
  put(checkout.remove);
  put(stopDatabases);
  const startSide = async (name: CommitName, side: CheckoutSide, project: string) => {
    say(`starting the service of ${name.commit.slice(0, 8)} (${side})`);
    const { url: database_url } = await start(join(folder, `database-${side}`));
    const service = await ofCommit(name, 'does not start', () =>
      startBenchService({ database_url, folder, project }),
    );
    put(service.stop);
    return { ...name, database_url, service };
  };
  const here = await startSide(await commitName(repository, 'HEAD'), 'here', PROJECT_ROOT);
  const there = await startSide(checkout, 'there', checkout.project);
  return { sides: { here, there }, has_changes: await hasChanges(repository), say };
}

function begin(options: AgainstOptions, start: Start): AgainstRun {
  const endings = createEndings();
  let closed: Promise<void> | null = null;
  const opened = open(options, start, endings);
  return {
    opened,
    close: () => {
      // What it has begun to open must be there before it can be removed.
      closed ??= opened.then(endings.runAll, endings.runAll);
      return closed;
    },
  };
}

export function openAgainst(options: AgainstOptions): AgainstRun {
  return begin(options, startSeasoned);
}

/** For tests, which look at no rate: databases on the server that a process's tests share. */
export function openYoungAgainst(options: AgainstOptions): AgainstRun {
  return begin(options, () => openScratchDatabase());
}
