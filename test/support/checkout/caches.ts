// What a process keeps for longer than a transaction: each cache with what makes it stale and the
// test that does exactly that.

export type Cache = {
  file: string;
  /** The variables, divided by spaces. */
  names: string;
  keeps: string;
  stale_by: string;
  /** How the process gets to know it. */
  noticed: string;
  /** A test's file and name. It makes the cache stale. */
  test: readonly [file: string, name: string];
};

export const CACHES: readonly Cache[] = [
  {
    file: 'server/app/process/settings-cache.ts',
    names: 'settings read_from looked_at looking ahead_ms',
    keeps: 'all settings, and how far the database’s clock is ahead',
    stale_by: 'a change by any process; a backup that was restored',
    noticed: 'every 0.4 s the version, the row’s write and the server’s start are compared',
    test: [
      'test/app/process/settings-look.test.ts',
      'a restored copy that has reached the same version is read again',
    ],
  },
  {
    file: 'server/app/provider/discover-provider.ts',
    names: 'kept',
    keeps: 'what the OpenID provider says of itself',
    stale_by: 'a change at the provider',
    noticed: 'it is asked again after ten minutes, after a failure, and for the doctor',
    test: [
      'test/app/openid/kept-discovery.test.ts',
      'an endpoint that has moved is found when it is asked for anew',
    ],
  },
  {
    file: 'server/store/connection/failing/hanging-commits.ts',
    names: 'is_hanging is_stopped',
    keeps: 'that commits are not confirmed, because a standby is away',
    stale_by: 'a standby that is back',
    noticed: 'a transaction of the pool’s own waits for its commit, again and again',
    test: [
      'test/e2e/standby.test.ts',
      'is the last one that an order waits for: the next are refused, and not made',
    ],
  },
  {
    file: 'server/store/encryption/encryption.ts',
    names: 'keys now confirmed_at lease_ms sealing',
    keeps: 'the opened keys',
    stale_by: 'a rotation; a backup that was restored',
    noticed: 'read again with changed settings: a row that was wrapped anew is opened',
    test: [
      'test/store/encryption/rewrap-keys.test.ts',
      'a restored copy that has another key under a known id is read with that key',
    ],
  },
  {
    file: 'server/store/connection/table-shape.ts',
    names: 'reading',
    keeps: 'columns and row types of all tables',
    stale_by: 'another process migrates; a restore makes the tables anew',
    noticed: 'the first write fails, the columns are read again, its connection is closed',
    test: [
      'test/store/connection/table-shape.test.ts',
      'a table that a restore has made anew stops nobody for longer than one write',
    ],
  },
  {
    file: 'server/store/batch/store.ts',
    names: 'known_accounts',
    keeps: 'accounts of the ledger that have a row',
    stale_by: 'a reset of the demo removes the rows',
    noticed: 'the batch finds fewer rows than it moves, forgets all and is decided again',
    test: [
      'test/app/seed/reset-demo.test.ts',
      'lets money move at once, in books that the process knew before',
    ],
  },
  {
    file: 'server/store/account/account-use.ts',
    names: 'seen ranked',
    keeps: 'how much receiving accounts without limits were used today',
    stale_by: 'pay-ins of other processes; midnight',
    noticed: 'read again after a second and on a new day; limits are read under lock',
    test: [
      'test/store/account/account-use.test.ts',
      'begin again at midnight, whatever the day before has seen',
    ],
  },
  {
    file: 'server/domain/account/account-ranking.ts',
    names: 'coming head used',
    keeps: 'receiving accounts in the order of their use',
    stale_by: 'uses of the account since',
    noticed: 'a new order is made of the uses that are read',
    test: [
      'test/store/account/account-use.test.ts',
      'are read once a second; what is added here counts at once',
    ],
  },
  {
    file: 'server/app/process/proof-trees.ts',
    names: 'known nodes',
    keeps: 'upper parts of the newest proofs’ trees',
    stale_by: 'a reset uses the number of a proof again',
    noticed: 'the hash over the leaf’s part must be in it; if not, it is read again',
    test: [
      'test/app/proof/proof-trees.test.ts',
      'a proof whose number is used again after a reset of the sandbox has its own paths',
    ],
  },
  {
    file: 'server/app/merchant/logos.ts',
    names: 'kept',
    keeps: 'logos by the digest of their bytes',
    stale_by: 'a merchant replaces its logo or takes it away',
    noticed: 'the settings say first whether a merchant has it',
    test: [
      'test/http/operator/operator-branding.test.ts',
      'that was replaced or taken away is no longer there',
    ],
  },
  {
    file: 'server/app/process/readiness.ts',
    names: 'last proving',
    keeps: 'whether a write has just passed',
    stale_by: 'the database or its standby goes away',
    noticed: 'proven again after a second',
    test: ['test/e2e/standby.test.ts', 'is that a write passes, and comes back with the standby'],
  },
  {
    file: 'server/app/process/live-trades.ts',
    names: 'merchants advanced ahead_ms timer is_closed',
    keeps: 'trades that open pages show',
    stale_by: 'a change by another process; an advance of the sandbox’s time',
    noticed: 'looked for every second while a page is open',
    test: [
      'test/app/page/live-trades.test.ts',
      'is told the time again, without a change of its trade and in every process',
    ],
  },
  {
    file: 'server/lib/clock-step.ts',
    names: 'before',
    keeps: 'what a clock showed at the last quick look',
    stale_by: 'the clock is set',
    noticed: 'compared with the steady clock',
    test: [
      'test/lib/clock-step.test.ts',
      'that was set has its step at the next quick look, however slow those between were',
    ],
  },
  {
    file: 'server/app/process/follow-clock.ts',
    names: 'is_first look_until_ms',
    keeps: 'until when deliveries of a time ahead are looked for',
    stale_by: 'the clock is set back',
    noticed: 'compared with the steady clock',
    test: [
      'test/app/process/clock-steps.test.ts',
      'a callback that was made while the clock was ahead is sent when it is back',
    ],
  },
  {
    file: 'server/app/trade/expire-overlong.ts',
    names: 'seen',
    keeps: 'pay-ins that end too late, and since when',
    stale_by: 'the clock is set back',
    noticed: 'every look keeps only what is still overlong',
    test: [
      'test/app/process/clock-steps.test.ts',
      'a pay-in from the hour ahead ends when any pay-in would have ended',
    ],
  },
  {
    file: 'server/app/access/clean-signatures.ts',
    names: 'looks',
    keeps: 'what the clocks showed at the last looks',
    stale_by: 'the clock is set back',
    noticed: 'compared with the steady clock',
    test: [
      'test/app/process/clock-steps.test.ts',
      'a signature that was used opens nothing again when the clock is back',
    ],
  },
  {
    file: 'server/store/moving/cell-follower.ts',
    names: 'followed',
    keeps: 'the move by which the process came to the server that it works on',
    stale_by: 'the cell moves again',
    noticed: 'every 0.4 s, with the version of the settings',
    test: [
      'test/store/moving/follow-move.test.ts',
      'goes on where the cell is, and only once the move has ended',
    ],
  },
  {
    file: 'server/store/open/service-pool.ts',
    names: 'db leaving meter',
    keeps: 'the pool of the server on which the cell is',
    stale_by: 'the cell moves to another server',
    noticed: 'every 0.4 s, with the version of the settings',
    test: [
      'test/store/moving/follow-move.test.ts',
      'goes on where the cell is, and only once the move has ended',
    ],
  },
  {
    file: 'server/store/connection/follow-writer.ts',
    names: 'at writers',
    keeps: 'which server takes writes, and which connections lead to one that did',
    stale_by: 'a failover makes another server the primary',
    noticed: 'a refused write or a broken connection is closed, and the next server tried',
    test: [
      'test/store/connection/servers.test.ts',
      'is another one after a failover, and nothing is written meanwhile',
    ],
  },
  {
    file: 'server/store/connection/batch-clock.ts',
    names: 'ahead_ms',
    keeps: 'how far the database’s clock is ahead',
    stale_by: 'either clock is set',
    noticed: 'only reads begin by it: decisions use the answer, which sets it anew',
    test: [
      'test/app/process/clock-steps.test.ts',
      "setting the machine's clock changes no time that the service compares",
    ],
  },
  {
    file: 'server/jobs/claim-shortage.ts',
    names: 'of_endpoints of_places',
    keeps: 'endpoints of which nothing more could be claimed',
    stale_by: 'an attempt ends; a second passes',
    noticed: 'an end and the time lift it',
    test: [
      'test/jobs/delivery-pool.test.ts',
      'is claimed for again when its second is over, though nothing has ended',
    ],
  },
  {
    file: 'server/jobs/endpoint-book.ts',
    names: 'entries busy recovered',
    keeps: 'how endpoints answered, and attempts under way',
    stale_by: 'the endpoint answers otherwise',
    noticed: 'each answer is noted',
    test: [
      'test/jobs/endpoint-book.test.ts',
      'an endpoint has recovered when it answers quickly after it did not',
    ],
  },
  {
    file: 'server/jobs/resolve-name.ts',
    names: 'running',
    keeps: 'look-ups of names under way',
    stale_by: 'the name gets another address',
    noticed: 'kept only while the look-up runs',
    test: [
      'test/jobs/resolve-name.test.ts',
      'look-ups of one name that run at the same time are one; later ones ask again',
    ],
  },
];
