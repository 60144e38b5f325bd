// What the audit trail calls changes of settings.
import type { AuditAction } from '../../domain/record/audit.ts';
import { SETTINGS_ACTS } from './settings-acts.ts';

export const SETTING_ACTIONS: readonly AuditAction[] = [
  ...new Set(Object.values(SETTINGS_ACTS).flatMap(({ action }) => action ?? [])),
];
