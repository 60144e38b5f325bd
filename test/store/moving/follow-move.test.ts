// From an address that a cell has left a process finds the new one, and serves nowhere in between.
import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { before, beforeEach, describe, it } from 'node:test';
import { withClient } from '../../../bench/fill/with-client.ts';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { createCellFollower } from '../../../server/store/moving/cell-follower.ts';
import {
  followMoves,
  refuseLeftPlace,
  refuseWhileMoving,
} from '../../../server/store/moving/follow-move.ts';
import {
  insertArriving,
  insertLeaving,
  noteArrived,
  openAddress,
} from '../../../server/store/moving/move-records.ts';
import { openServicePool } from '../../../server/store/open/service-pool.ts';
import { cleanup } from '../../support/cleanup.ts';

const keep = cleanup();
const master_key = randomBytes(32);
const places: ScratchDatabase[] = [];

before(async () => {
  for (let count = 0; count < 3; count += 1) {
    const database = await openScratchDatabase(true);
    keep(() => database.stop());
    places.push(database);
  }
});

const at = (index: number): ScratchDatabase => {
  const place = places[index];
  if (place === undefined) throw new Error(`No place ${index}`);
  return place;
};

const on = (index: number, text: string) =>
  withClient(at(index).url, (client) => client.query(text));

beforeEach(async () => {
  for (const index of [0, 1, 2]) await on(index, 'delete from cell_moves');
});

async function begin(from: number, to: number, url = at(to).serving_url): Promise<string> {
  const move_id = randomUUID();
  const urls = { url, owner_url: at(to).url };
  await withClient(at(from).url, (client) =>
    insertLeaving(client, { master_key, move_id, place: `place ${to}` }, urls),
  );
  await withClient(at(to).url, (client) => insertArriving(client, move_id, `place ${from}`));
  return move_id;
}

async function move(from: number, to: number): Promise<void> {
  const move_id = await begin(from, to);
  await on(from, `update cell_moves set state = 'moved' where move_id = '${move_id}'`);
  await withClient(at(to).url, (client) => noteArrived(client, move_id));
}

const follow = (index: number, key = master_key) =>
  followMoves(at(index).connection, key, () => undefined);

const urlsOf = (index: number) => ({ url: at(index).serving_url, owner_url: at(index).url });

describe('following the moves of a cell', () => {
  it('stays where nothing has moved, and while a move is being prepared', async () => {
    equal(await follow(0), null);
    await begin(0, 1);
    equal(await follow(0), null);
  });

  it('goes to the new place, and on from there', async () => {
    await move(0, 1);
    deepEqual(await follow(0), urlsOf(1));
    equal(await follow(1), null);
    await move(1, 2);
    deepEqual(await follow(0), urlsOf(2));
    deepEqual(await follow(1), urlsOf(2));
  });

  it('serves nowhere between the two, nor in a place that knows nothing of the move', async () => {
    const move_id = await begin(0, 1);
    await rejects(follow(1), /being moved here from place 0 and may not be served here yet/);
    await on(0, `update cell_moves set state = 'moved'`);
    await rejects(follow(0), /may not be served here yet/);
    await on(1, `delete from cell_moves where move_id = '${move_id}'`);
    await rejects(follow(0), /may not be served here yet/);
  });

  it('says where the cell is if it cannot read the address', async () => {
    await move(0, 1);
    await rejects(follow(0, randomBytes(32)), /has moved to place 1: nothing is served/);
  });

  it('ends if the moves lead around', async () => {
    await move(0, 1);
    const key = '(select max(begun_at) from cell_moves)';
    await move(1, 0);
    await on(0, `update cell_moves set begun_at = ${key} + interval '1 s' where state = 'moved'`);
    await on(1, `update cell_moves set begun_at = ${key} + interval '1 s' where state = 'moved'`);
    await rejects(follow(0), /lead around in a circle/);
  });

  it('is not for programs that are given an address, nor for migrations meanwhile', async () => {
    const move_id = await begin(0, 1);
    await withClient(at(0).url, async (client) => {
      await refuseLeftPlace(client);
      await rejects(refuseWhileMoving(client), /being moved to place 1/);
    });
    await withClient(at(1).url, (client) => rejects(refuseLeftPlace(client), /from place 0/));
    await on(0, `update cell_moves set state = 'moved' where move_id = '${move_id}'`);
    await withClient(at(0).url, async (client) => {
      await rejects(refuseLeftPlace(client), /has moved to place 1/);
      await refuseWhileMoving(client);
    });
  });
});

describe('a process that runs', () => {
  it('goes on where the cell is, and only once the move has ended', async () => {
    const pool = openServicePool({
      connection: at(0).connection,
      max_connections: 2,
      onIdleError: () => undefined,
    });
    keep(() => pool.close());
    const databaseOf = async () => {
      const [row] = await pool.query<{ name: string }>('', 'select current_database() as name', []);
      return row?.name;
    };
    const follower = createCellFollower((move_id, sealed) => {
      const url = openAddress(master_key, move_id, 'url', sealed);
      if (url !== null) pool.moveTo({ connectionString: url });
      return url !== null;
    });
    const stays = createCellFollower(null);
    await follower.look(pool);
    const first = await databaseOf();
    const move_id = await begin(0, 1, at(1).url);
    await follower.look(pool);
    equal(await databaseOf(), first);

    await on(0, `update cell_moves set state = 'moved'`);
    await rejects(stays.look(pool), /an address that is not known here/);
    await rejects(follower.look(pool), /its new place is looked at next/);
    notEqual(await databaseOf(), first);
    await rejects(follower.look(pool), /may not be served here yet/);
    await withClient(at(1).url, (client) => noteArrived(client, move_id));
    equal((await follower.look(pool)).move?.state, 'arrived');
  });
});
