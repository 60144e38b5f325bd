// Routes of the operator API: which release serves, in which mode, over which database; and whether
// that is a copy.

import { Type } from 'typebox';
import { type AdoptedCopyBody, adoptCopy } from '../../../app/access/adopt-copy.ts';
import { describeService, type ServiceBody } from '../../../app/alert/describe-service.ts';
import { type CheckedProviderBody, checkProvider } from '../../../app/openid/check-provider.ts';
import { ADOPT_COPY } from '../../../domain/access/trail-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  integer,
  moment,
  momentOrNull,
  shape,
  text,
  textOrNull,
  words,
} from '../../schema/shapes.ts';
import { serviceMode } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';

export const SERVICE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/service',
    operation_id: 'getService',
    right: 'alerts.read',
    tag: 'Alerts',
    summary: 'The release that serves, its mode, its database and its disk',
    description:
      'Read at the moment of the request; nothing changes. `one_person` and `copy` are warnings, ' +
      'which are null in normal service.',
    answer: shape<ServiceBody>('Service', {
      version: text('Of this release'),
      mode: serviceMode,
      public_url: text('Where merchants and customers reach it'),
      at: moment('By the clock of the database'),
      database: shape<ServiceBody['database']>('ServiceDatabase', {
        version: text('Of PostgreSQL'),
        migrations_applied: integer('How many the database has'),
        migrations_known: integer('How many this release has'),
        archives: flag('PostgreSQL archives its log, which a restore to any moment needs'),
        last_archived_at: momentOrNull('When the last piece of the log was archived'),
        last_archive_failed_at: momentOrNull('When that last failed'),
      }),
      disk: Type.Union(
        [
          shape<NonNullable<ServiceBody['disk']>>('DiskUse', {
            total_bytes: integer('Of the disk that holds DATA_DIR, without what it keeps for root'),
            free_bytes: integer('What the service may still write'),
          }),
          Type.Null(),
        ],
        { description: 'The disk that holds DATA_DIR; null: there is no such folder' },
      ),
      one_person: textOrNull(
        'What one person alone may do without a limit, and who switched the rules off; null: ' +
          'every act needs two people from some amount on, or this is a sandbox',
      ),
      copy: textOrNull(
        'What the database is a copy of: nothing is sent and nothing changed before an owner ' +
          'adopts it; null: it is the installation’s own',
      ),
    }),
    handle: ({ app }) => describeService(app),
  }),
  route({
    method: 'GET',
    url: '/openid_provider',
    operation_id: 'checkOpenidProvider',
    right: 'alerts.read',
    tag: 'Alerts',
    summary: 'Ask the OpenID provider for its description now, and tell what is wrong',
    description:
      'The service sends a request to the provider, so the answer may take as long as that does. ' +
      'Nothing changes, and nobody is signed in.',
    answer: shape<CheckedProviderBody>('CheckedProvider', {
      issuer: textOrNull('As `OIDC_ISSUER` names it; null: none is set'),
      redirect_uri: text('Where it leads back: the provider has to know this address'),
      problem: textOrNull('Why nobody can sign in there now; null: it answers as it should'),
    }),
    handle: ({ app }) => checkProvider(app),
  }),
  route({
    method: 'POST',
    url: '/service/adopt',
    operation_id: 'adoptCopy',
    right: 'copies.adopt',
    tag: 'Alerts',
    summary: 'Adopt a copy of the database, so that the service sends and changes again',
    description:
      'Callbacks, notices and reports that waited are sent then: adopt a copy only once the ' +
      'original is stopped for good.',
    body: strictBodyOf(ADOPT_COPY),
    answer: shape<AdoptedCopyBody>('AdoptedCopy', {
      outcome: words(['adopted', 'own'], '`own`: it is no copy, or was adopted already'),
      copy: textOrNull('What it was a copy of'),
    }),
    handle: ({ app, operator, fields }) => adoptCopy(app, operator, fields),
  }),
];
