// Settings acts on scheduled reports.
import {
  decideNewReport,
  decideReportChange,
  decideReportRemoval,
  type ReportChange,
} from '../../domain/report/change-report.ts';
import { reportTerms, type ScheduledReport } from '../../domain/report/scheduled-report.ts';
import {
  deleteReport,
  lockReport,
  saveReport,
  selectReports,
} from '../../store/report/scheduled-reports.ts';
import { clockOfZone, possibleReaders } from '../request/report-readers.ts';
import { settingVersion } from '../request/setting-version.ts';
import { type At, actOfOne, NOTHING_MORE } from './settings-act.ts';

export type NamedReport = Pick<ScheduledReport, 'scheduled_report_id' | 'merchant_id'>;

/** Null: there is none, or it is somebody else's. */
async function lockOwn({ tx, cipher }: At, { scheduled_report_id, merchant_id }: NamedReport) {
  const report = await lockReport(tx, cipher, scheduled_report_id);
  return report?.merchant_id === merchant_id ? report : null;
}

const factsAt = async ({ tx, cipher, now }: At, merchant_id: string | null) => ({
  people: await possibleReaders(tx, cipher, merchant_id),
  clockOf: clockOfZone,
  now,
});

export const REPORT_ACTS = {
  add_report: actOfOne({
    action: 'scheduled_report_created',
    locks: [],
    gate: null,
    version: null,
    lock: async (at, { merchant_id }: ScheduledReport) => ({
      ...(await factsAt(at, merchant_id)),
      of_same: (await selectReports(at.tx, at.cipher, merchant_id)).length,
    }),
    decide: decideNewReport,
    save: async ({ tx, cipher }, { saved }) => {
      await saveReport(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  change_report: actOfOne({
    action: 'scheduled_report_changed',
    locks: ['scheduled_reports'],
    gate: null,
    version: null,
    lock: async (at, named: ReportChange) => {
      const before = await lockOwn(at, named);
      return before === null ? null : { ...(await factsAt(at, named.merchant_id)), before };
    },
    seen: {
      version: ({ cipher }, { before }) => settingVersion(cipher, reportTerms(before)),
      by: ['scheduled_report_changed', 'scheduled_report_created'],
    },
    decide: decideReportChange,
    save: async ({ tx, cipher }, { saved }) => {
      await saveReport(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  remove_report: actOfOne({
    action: 'scheduled_report_removed',
    locks: ['scheduled_reports'],
    gate: null,
    version: null,
    lock: (at, named: NamedReport) => lockOwn(at, named),
    decide: decideReportRemoval,
    save: async ({ tx }, { saved }) => {
      await deleteReport(tx, saved.scheduled_report_id);
      return NOTHING_MORE;
    },
  }),
};
