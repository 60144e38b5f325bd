// Routes of the operator API: the files of exported batches, and the layouts of banks.

import { Type } from 'typebox';
import { checkPayoutFile, type LayoutProblem } from '../../../app/payout/check-payout-file.ts';
import { getPayoutFile, listChangedNames } from '../../../app/payout/export-payout-batch.ts';
import {
  CHOOSE_LAYOUT,
  chooseChecked,
  chooseFile,
  type FileChoice,
  GET_CSV,
} from '../../../app/payout/payout-file-choice.ts';
import type { ChangedName } from '../../../app/payout/payout-files.ts';
import { GET_PAIN001 } from '../../../domain/payout/payout-requests.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { FILE_FIELDS } from '../../../formats/payout-file/payment-order.ts';
import { PAYOUT_LAYOUTS } from '../../../formats/payout-file/payout-layouts.ts';
import { NAME_CHANGES } from '../../../formats/payout-file/written-name.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { list, shape, text, textOrNull, uuidOrNull, words } from '../../schema/shapes.ts';
import { FileAnswer } from '../../transport/file-answer.ts';
import { type Call, type OperatorRoute, route } from '../route/route.ts';

const tag = 'Pay-outs';

const FILE_NOTE =
  'It contains the payees’ full numbers, so every reading is recorded in the audit trail. The header `Repr-Digest` has its SHA-256.';

const ChangedNamesSchema = shape<{ data: ChangedName[] }>('ChangedNames', {
  data: list(
    shape<ChangedName>('ChangedName', {
      end_to_end_id: text('Of the payment in the file'),
      given: text('The payee’s name as the merchant sent it'),
      written: textOrNull('The name in the file; null if nothing of it can be written'),
      changes: list(words(NAME_CHANGES), { description: 'What was changed' }),
    }),
    { description: 'The payees whose names the file has in another form than the merchants' },
  ),
});

const FileProblemsSchema = shape<{ data: LayoutProblem[] }>('FileProblems', {
  data: list(
    shape<LayoutProblem>('LayoutProblem', {
      merchant_id: uuidOrNull('Whose pay-out; null if it is the paying account that lacks it'),
      trade_id: uuidOrNull('The pay-out'),
      order_id: textOrNull('The merchant’s id of it'),
      end_to_end_id: textOrNull('Its id at the bank'),
      field: words(FILE_FIELDS, 'What is missing or does not fit'),
      problem: text('The same in words that follow the id'),
    }),
    { description: 'What prevents the file; empty: it can be made' },
  ),
});

const LayoutsSchema = Type.Object(
  {
    data: list(
      Type.Object(
        {
          name: text('For `layout`'),
          title: text('The bank and its service'),
          mapping: Type.Unsafe({ type: 'object', description: 'To copy, change and send' }),
        },
        { title: 'PayoutLayout' },
      ),
      { description: 'The layouts of banks that the service knows' },
    ),
  },
  { title: 'PayoutLayouts' },
);

/** Every download of it has the same bytes. */
async function fileOf({ app, operator, params, query }: Call<'id'>, ending: FileChoice['ending']) {
  const choice = chooseFile(ending, query);
  if (isRefusal(choice)) return choice;
  const preview = query.preview === 'true';
  const file = await getPayoutFile(app, operator, params.id, choice, preview);
  if (isRefusal(file)) return file;
  const digest = Buffer.from(file.sha256, 'hex').toString('base64');
  return new FileAnswer({
    content_type: file.media_type,
    file_name: file.name,
    body: file.content,
    headers: { 'repr-digest': `sha-256=:${digest}:` },
  });
}

export const PAYOUT_FILE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/payout_batches/:id/file.xml',
    operation_id: 'getPayoutFile',
    has_digest: true,
    right: 'payout_files.open',
    tag,
    summary: 'Get an exported batch as ISO 20022 pain.001',
    description: FILE_NOTE,
    query: queryOf(GET_PAIN001),
    produces: ['application/xml'],
    answer: Type.String(),
    handle: (call) => fileOf(call, 'xml'),
  }),
  route({
    method: 'GET',
    url: '/payout_batches/:id/file.csv',
    operation_id: 'getPayoutCsv',
    has_digest: true,
    right: 'payout_files.open',
    tag,
    summary: 'Get an exported batch as CSV, or in the layout of a bank',
    description: `${FILE_NOTE} A pay-out that the layout cannot carry refuses the whole file.`,
    query: queryOf(GET_CSV),
    produces: ['text/csv'],
    answer: Type.String(),
    handle: (call) => fileOf(call, 'csv'),
  }),
  route({
    method: 'GET',
    url: '/payout_batches/:id/changed_names',
    operation_id: 'listChangedNames',
    right: 'payout_files.open',
    tag,
    summary: 'List the payees whose name is another one in the file',
    description:
      'Bank files have Latin letters only and a longest name, so names are transliterated and cut. `version`, `layout` and `mapping` as for the file.',
    query: { ...queryOf(GET_PAIN001), ...queryOf(GET_CSV) },
    answer: ChangedNamesSchema,
    handle: async ({ app, params, query }) => {
      const is_csv = query.layout !== undefined || query.mapping !== undefined;
      const choice = chooseFile(is_csv ? 'csv' : 'xml', query);
      return isRefusal(choice) ? choice : await listChangedNames(app, params.id, choice);
    },
  }),
  route({
    method: 'GET',
    url: '/payout_batches/:id/file_problems',
    operation_id: 'listFileProblems',
    right: 'payout_files.open',
    tag,
    summary: 'List what the file of a batch could not carry',
    description:
      'While the batch is a draft, so that pay-outs can still be put back and the paying account completed. The export checks the same. Without `layout` and `mapping`: of pain.001.',
    query: queryOf(CHOOSE_LAYOUT),
    answer: FileProblemsSchema,
    handle: async ({ app, params, query }) => {
      const choice = chooseChecked(query);
      return isRefusal(choice) ? choice : await checkPayoutFile(app, params.id, choice);
    },
  }),
  route({
    method: 'GET',
    url: '/payout_layouts',
    operation_id: 'listPayoutLayouts',
    right: 'settings.read',
    tag,
    summary: 'List the layouts of banks’ bulk payments that are built in',
    description:
      'The names are those that an export takes as its layout. Copy the mapping of one to ' +
      'describe the file of another bank.',
    answer: LayoutsSchema,
    handle: () =>
      Promise.resolve({
        data: PAYOUT_LAYOUTS.map(({ name, title, mapping }) => ({ name, title, mapping })),
      }),
  }),
];
