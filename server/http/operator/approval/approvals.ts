// Routes of the operator API: proposals that wait for a second person, and the bands that ask for
// one.

import { type ApprovalResult, approveMany } from '../../../app/approval/approve-many.ts';
import { type BandBody, type BandsBody, getBands, putBands } from '../../../app/approval/bands.ts';
import { rejectProposal, withdrawProposal } from '../../../app/approval/close-proposal.ts';
import { type Approved, approveProposal } from '../../../app/approval/decide-proposal.ts';
import { type CollectedSecrets, collectSecrets } from '../../../app/approval/kept-secrets.ts';
import {
  getProposal,
  listProposals,
  type ProposalActs,
  type ProposalDetail,
  type ProposalPage,
} from '../../../app/approval/list-proposals.ts';
import {
  APPROVE_PROPOSALS,
  FIND_PROPOSALS,
  REJECT_PROPOSAL,
  SET_BANDS,
  WITHDRAW_PROPOSAL,
} from '../../../domain/approval/approval-requests.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import {
  cents,
  centsOrNull,
  flag,
  integer,
  list,
  PAGING,
  pageRows,
  settingVersionText,
  shape,
  text,
  textOrNull,
  words,
} from '../../schema/shapes.ts';
import { approvalAct } from '../../schema/shared-members.ts';
import { ProposalSchema } from '../route/proposal-schema.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { OutcomeSchema } from './outcome-schema.ts';
import { proposalPlaces } from './proposal-place.ts';

const tag = 'Approvals';

const OutcomeOrNull = { ...OutcomeSchema, type: ['object', 'null'] };

const DetailSchema = shape<ProposalDetail>('ProposalDetail', {
  proposal: ProposalSchema,
  band: {
    ...shape<NonNullable<ProposalDetail['band']>>('ProposalBand', {
      currency: textOrNull('Null: of an act without an amount'),
      from_cents: cents('From which amount it needs two people; 0: always'),
    }),
    type: ['object', 'null'],
    description: 'The band that asks for two people now; null if none does',
  },
  acts: shape<ProposalActs>('ProposalActs', {
    approve: textOrNull('Null if you may; otherwise why not'),
    reject: textOrNull('Null if you may; otherwise why not'),
    withdraw: textOrNull('Null if you may; otherwise why not'),
  }),
  outcome: OutcomeOrNull,
});

const ApprovedSchema = shape<Approved>('ApprovedProposal', {
  proposal: ProposalSchema,
  result: {
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'What the act answered; null if another person still has to approve it',
  },
});

const PageSchema = shape<ProposalPage>('ProposalPage', {
  data: pageRows(ProposalSchema),
  next_cursor: textOrNull('Send as `cursor` for the next page; null on the last'),
  waiting_count: integer('All that wait, whatever the filters; counted up to 1,000'),
  waiting_for_you_count: integer('Of these, those that you did not make'),
});

const BandsSchema = shape<BandsBody>('ApprovalBands', {
  bands: list(
    shape<BandBody>('ApprovalBand', {
      act: approvalAct,
      currency: textOrNull('Null: every currency without a band of its own'),
      has_amount: flag('Such an act may have a band of its own per currency'),
      from_cents: centsOrNull('From which amount two people are needed; 0: always; null: never'),
      is_default: flag('Nobody has set it: the default counts'),
      sum_from_cents: centsOrNull(
        'From which sum over 24 hours two people are needed; 0: always; null: never, or by the band of each currency',
      ),
      sum_is_default: flag('Nobody has set it: ten times the band counts'),
      version: settingVersionText(),
    }),
    {
      description:
        'Each act for all currencies, followed by its currencies with a band of their own',
    },
  ),
  defaults: list(
    shape<BandsBody['defaults'][number]>('ApprovalDefault', {
      decimals: integer('Of the currency'),
      from_cents: centsOrNull('The default of every act with an amount; null: never'),
      sum_from_cents: centsOrNull('The default of its sum over 24 hours; null: never'),
    }),
    { description: 'What counts if nobody has set a band, by the decimals of the currency' },
  ),
});

export const APPROVAL_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/approvals',
    operation_id: 'listApprovals',
    right: 'approvals.read',
    tag,
    summary: 'List proposals, newest first',
    description:
      'By default in every state. `waiting_for_you_count` counts those that the caller did not ' +
      'make; both counts stop at 1,000.',
    query: { ...queryOf(FIND_PROPOSALS), ...PAGING },
    answer: PageSchema,
    handle: ({ app, operator, query }) => listProposals(app, operator, query),
  }),
  route({
    method: 'GET',
    url: '/approvals/:id',
    operation_id: 'getApproval',
    right: 'approvals.read',
    tag,
    summary: 'Get a proposal, and what would happen if it were approved now',
    description:
      '`acts` says why the caller may not approve, reject or withdraw it. `outcome` is null once ' +
      'it is decided; e-mail addresses are shortened for callers who may not list people.',
    answer: DetailSchema,
    handle: ({ app, operator, params, operations }) =>
      getProposal(app, operator, params.id, operations),
  }),
  route({
    method: 'POST',
    url: '/approvals/:id/approve',
    operation_id: 'approveProposal',
    right: 'approvals.decide',
    tag,
    summary: 'Approve a proposal of somebody else: its act is carried out now',
    description:
      'You need the right to do the act yourself, too. `result` is what the act answers; what it shows once goes to whoever made the proposal. If a token that belongs to nobody made the proposal, the first person takes its place and a second one has to approve.',
    answer: ApprovedSchema,
    handle: ({ app, operator, params, operations }) =>
      approveProposal(app, operator, params.id, operations),
  }),
  route({
    method: 'POST',
    url: '/approvals/approve',
    operation_id: 'approveProposals',
    right: 'approvals.decide',
    tag,
    summary: 'Approve many proposals',
    description: 'Each has its own result: a refusal of one does not stop the others.',
    body: strictBodyOf(APPROVE_PROPOSALS),
    answer: shape<{ results: ApprovalResult[] }>('ApprovalResults', {
      results: list(
        shape<ApprovalResult>('ApprovalResult', {
          id: text('The proposal, as the request names it'),
          outcome: words(
            ['approved', 'waiting', 'refused'],
            '`waiting`: another person has to approve it, too',
          ),
          code: textOrNull('Why it was refused'),
          detail: textOrNull('The same in words'),
        }),
        { description: 'One result for each proposal, in the order of the request' },
      ),
    }),
    handle: ({ operator, fields, operations, ...call }) =>
      approveMany(proposalPlaces(call), operator, fields, operations),
  }),
  route({
    method: 'POST',
    url: '/approvals/:id/reject',
    operation_id: 'rejectProposal',
    right: 'approvals.decide',
    tag,
    summary: 'Reject a proposal of somebody else',
    description:
      'The proposed act is never carried out, and the proposal cannot be opened again. Refused ' +
      'for whoever made it, without the right to decide, and once it is decided or has expired.',
    body: strictBodyOf(REJECT_PROPOSAL),
    answer: ProposalSchema,
    handle: ({ app, operator, params, fields }) => rejectProposal(app, operator, params.id, fields),
  }),
  route({
    method: 'POST',
    url: '/approvals/:id/withdraw',
    operation_id: 'withdrawProposal',
    right: 'approvals.read',
    tag,
    summary: 'Withdraw your own proposal',
    description:
      'The proposed act is never carried out, and the proposal cannot be opened again. Refused ' +
      'for everybody else, and once it is decided or has expired.',
    body: strictBodyOf(WITHDRAW_PROPOSAL),
    body_optional: true,
    answer: ProposalSchema,
    handle: ({ app, operator, params, fields }) =>
      withdrawProposal(app, operator, params.id, fields),
  }),
  route({
    method: 'POST',
    url: '/approvals/:id/secrets',
    operation_id: 'collectSecrets',
    right: 'own.use',
    own_merchant: { caller: true },
    tag,
    summary: 'Collect what an approved act of yours shows once, such as a link or a token',
    description: 'Only whoever made the proposal, once, within three days of the approval.',
    answer: shape<CollectedSecrets>('CollectedSecrets', {
      secrets: {
        type: 'object',
        additionalProperties: true,
        description:
          'The fields that are null in the answer of the approval, such as `link`; shown only now',
      },
    }),
    handle: ({ app, operator, params }) => collectSecrets(app, operator, params.id),
  }),
  route({
    method: 'GET',
    url: '/approval-bands',
    operation_id: 'getApprovalBands',
    right: 'approvals.read',
    tag,
    summary: 'Get the amounts from which an act needs two people',
    description:
      'Every act for all currencies, and beside it the currencies that have a band of their own. ' +
      'Null means that one person is enough at any amount.',
    answer: BandsSchema,
    handle: ({ app }) => getBands(app),
  }),
  route({
    method: 'PUT',
    url: '/approval-bands',
    operation_id: 'setApprovalBands',
    takes_version: true,
    approval: { acts: ['bands'] },
    right: 'approval_bands.change',
    tag,
    summary: 'Set the amounts from which an act needs two people',
    description: 'Sets the named bands and sums, and leaves the others. Needs two people itself.',
    body: strictBodyOf(SET_BANDS),
    answer: BandsSchema,
    handle: ({ app, operator, fields }) => putBands(app, operator, fields),
  }),
];
