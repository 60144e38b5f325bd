// Route of the operator API: which release serves, in which mode, over which database.
import { Type } from 'typebox';
import { describeService, type ServiceBody } from '../../../app/alert/describe-service.ts';
import { SERVICE_MODES } from '../../../domain/service/service-mode.ts';
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
import { type OperatorRoute, route } from '../route/route.ts';

export const SERVICE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/service',
    operation_id: 'getService',
    right: 'alerts.read',
    tag: 'Alerts',
    summary: 'The release that serves, its mode, its database and its disk',
    answer: shape<ServiceBody>('Service', {
      version: text('Of this release'),
      mode: words(SERVICE_MODES),
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
      disk: Type.Union([
        shape<NonNullable<ServiceBody['disk']>>('DiskUse', {
          total_bytes: integer('Of the disk that holds DATA_DIR, without what it keeps for root'),
          free_bytes: integer('What the service may still write'),
        }),
        Type.Null(),
      ]),
      one_person: textOrNull(
        'What one person alone may do without a limit, and who switched the rules off; null: ' +
          'every act needs two people from some amount on, or this is a sandbox',
      ),
    }),
    handle: ({ app }) => describeService(app),
  }),
];
