// What only the service knows about scheduled reports: who may get one, and the clocks of zones.
import { RIGHTS } from '../../domain/access/rights.ts';
import type { ZoneClock } from '../../domain/report/report-schedule.ts';
import type { ReportReader } from '../../domain/report/scheduled-report.ts';
import { selectColleagues } from '../../store/access/people.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { openZone } from './zone-time.ts';

const MOST_READERS = 1_000;

/** The people of a merchant, or (null) of the operator, who may export trades. */
export async function possibleReaders(
  db: Queryable,
  cipher: Cipher,
  merchant_id: string | null,
): Promise<ReportReader[]> {
  const roles = [...RIGHTS['exports.make'].roles];
  return await selectColleagues(db, cipher, { merchant_id, roles, limit: MOST_READERS });
}

/** Of a zone that was there when it was named. */
export function clockOfZone(time_zone: string): ZoneClock {
  const zone = openZone(time_zone);
  if (zone === null) throw new Error(`There is no time zone ${time_zone}`);
  return zone;
}
