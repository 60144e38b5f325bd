// The schema of an account at the OpenID provider that signs a person in.
import { Type } from 'typebox';
import type { ConnectedAccountBody } from '../../../app/openid/own-openid.ts';
import { moment, shape, text } from '../../schema/shapes.ts';

export const ConnectedAccountSchema = Type.Union(
  [
    shape<ConnectedAccountBody>('ConnectedAccount', {
      issuer: text('Of the provider'),
      subject: text('Who the person is there'),
      connected_at: moment('Since when it signs the person in'),
    }),
    Type.Null(),
  ],
  { description: 'Their account at the OpenID provider; null: none is connected' },
);
