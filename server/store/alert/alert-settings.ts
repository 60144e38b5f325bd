// The one row of the alert settings: quiet hours and patience. Its lock makes processes look one
// after the other.
import type { AlertSettings } from '../../domain/alert/alert-settings.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

const COLUMNS = `quiet_from_minute as from_minute, quiet_to_minute as to_minute, time_zone,
  raise_after_minutes, recover_after_minutes, remind_after_minutes`;

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('There are no alert settings');
  return row;
}

export async function readAlertSettings(db: Queryable): Promise<AlertSettings> {
  return only(
    await db.query<AlertSettings>(
      'read-alert-settings',
      `select ${COLUMNS} from alert_settings`,
      [],
    ),
  );
}

export async function lockAlertSettings(
  tx: Queryable,
): Promise<{ settings: AlertSettings; looked_at: number }> {
  const { looked_at, ...settings } = only(
    await tx.query<AlertSettings & { looked_at: number }>(
      'lock-alert-settings',
      `select ${COLUMNS}, looked_at from alert_settings for update`,
      [],
    ),
  );
  return { settings, looked_at };
}

export async function saveLook(tx: Queryable, looked_at: number): Promise<void> {
  await tx.query('save-alert-look', 'update alert_settings set looked_at = $1', [
    timestamp(looked_at),
  ]);
}

export async function saveAlertSettings(tx: Queryable, settings: AlertSettings): Promise<void> {
  await tx.query(
    'save-alert-settings',
    `update alert_settings set quiet_from_minute = $1, quiet_to_minute = $2, time_zone = $3,
       raise_after_minutes = $4, recover_after_minutes = $5, remind_after_minutes = $6,
       changed_at = statement_timestamp()`,
    [
      settings.from_minute,
      settings.to_minute,
      settings.time_zone,
      settings.raise_after_minutes,
      settings.recover_after_minutes,
      settings.remind_after_minutes,
    ],
  );
}
