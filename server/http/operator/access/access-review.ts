// Routes of the operator API: who and what has access now, as files, streamed.
import { exportAccessReview } from '../../../app/report/export-access-review.ts';
import { ACCESS_TABLE } from '../../../pages/export/access-table.ts';
import { FileSchema } from '../../schema/settlement-schemas.ts';
import {
  FORMAT_TOLD,
  TABLE_FORMATS,
  type TableFormat,
  tableFile,
} from '../../transport/table-file.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tableRoute = (format: TableFormat): OperatorRoute =>
  route({
    method: 'GET',
    url: `/access_review.${format}`,
    operation_id: format === 'csv' ? 'exportAccessReview' : 'exportAccessReviewWorkbook',
    right: 'people.read',
    also_right: 'exports.make',
    tag: 'People',
    summary: `Export who and what has access now as ${FORMAT_TOLD[format].as}`,
    description:
      'For a regular review: people who are not disabled, and the tokens of people, programs, ' +
      'feeds and merchants that are accepted; never the tokens themselves. Needs the right ' +
      `\`exports.make\` as well. ${FORMAT_TOLD[format].cells}`,
    produces: [FORMAT_TOLD[format].produces],
    answer: FileSchema,
    handle: async ({ app, operator }) => {
      const pages = await exportAccessReview(app, operator, format);
      const names = { name: 'access-review', sheet: 'Access' };
      return tableFile(format, names, { columns: ACCESS_TABLE, pages });
    },
  });

export const ACCESS_REVIEW_ROUTES: readonly OperatorRoute[] = TABLE_FORMATS.map(tableRoute);
