// The part of the operators' tour about a service with several cells: the control cell, one beside
// it, and one that is away.
import type { ServedCell } from '../../../../server/app/cell/cells.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../../support/test-app.ts';
import { openOperatorService } from '../../operator/operator-service.ts';
import type { Tour } from '../example-recorder.ts';

const INSTALLATION = '0190f3a0-0000-7000-8000-00000000ce11';
const BEGUN_AT = Date.UTC(2026, 2, 5, 4, 45);

async function makeCell({ asOwner }: TestApp, name: string, copied_version: bigint): Promise<void> {
  await asOwner(
    `insert into cell_identity
       (only_row, installation_id, name, is_control, joined_at, copied_version)
     values (true, '${INSTALLATION}', '${name}', ${name === 'main'}, now(), ${copied_version})`,
  );
}

export async function openCells(keep: (stop: () => unknown) => void) {
  const east = await openTestApp();
  keep(east.stop);
  const beside: ServedCell[] = [
    { name: 'east', begun_at: BEGUN_AT, app: () => east.app },
    { name: 'west', begun_at: BEGUN_AT, app: () => null },
  ];
  const service = await openOperatorService({ beside });
  keep(service.stop);
  const { version } = await service.app.settings.current();
  await makeCell(service, 'main', 0n);
  await makeCell(east, 'east', version);
  await makeMerchant(east.app);
  return service;
}

export async function tourCells({ step }: Tour): Promise<void> {
  await step('listCells', {}, 200);
  await step('checkCells', {}, 200);
}
