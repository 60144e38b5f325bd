// Schemas of second factors, shared by the routes of a person's own ones and of sign-ins.
import { Type } from 'typebox';
import type { AddedFactor } from '../../../app/factor/change-factors.ts';
import type { OfferedTotp } from '../../../app/factor/enrol-totp.ts';
import type {
  FactorsBody,
  PasskeyBody,
  RecoveryCodesBody,
  TotpBody,
} from '../../../app/factor/factor-views.ts';
import { qrImage } from '../../../pages/parts/qr-image.ts';
import {
  flag,
  integer,
  list,
  moment,
  momentOrNull,
  request,
  shape,
  text,
  uuid,
} from '../../schema/shapes.ts';

/** JSON whose members W3C's Web Authentication names. */
const webAuthn = (description: string) => Type.Unsafe<object>({ type: 'object', description });

export const PasskeySchema = shape<PasskeyBody>('Passkey', {
  id: uuid('The passkey'),
  name: text('As its person named it'),
  is_backed_up: flag('Its device keeps copies elsewhere'),
  transports: list(text('As `internal`, `usb` or `hybrid`'), {
    description: 'The ways in which a browser may reach it',
  }),
  created_at: moment('When it was registered'),
  last_used_at: momentOrNull('When it was last used'),
});

const TotpSchema = Type.Union(
  [shape<TotpBody>('Totp', { activated_at: moment('When its first code was given') }), Type.Null()],
  { description: 'Codes of an app; null without one' },
);

const RecoveryCodesSchema = shape<RecoveryCodesBody>('RecoveryCodes', {
  left: integer('How many can still be used'),
  last_used_at: momentOrNull('When one was last used'),
});

export const FactorsSchema = shape<FactorsBody>('SecondFactors', {
  is_required: flag('The last factor cannot be removed: everybody needs one in live mode'),
  totp: TotpSchema,
  passkeys: list(PasskeySchema, { description: 'The oldest first' }),
  recovery_codes: RecoveryCodesSchema,
  waits_for_link: flag('The factors were removed; new ones need the link made with the removal'),
});

export type OfferedTotpBody = OfferedTotp & { qr_svg: string };

export const OfferedTotpSchema = shape<OfferedTotpBody>('OfferedTotp', {
  secret: text('In base32, for typing; shown only now'),
  otpauth_uri: text('The same for apps that open addresses'),
  qr_svg: text('The same as a QR code: an SVG element'),
});

/** The QR code is drawn here, so that the secret goes to nobody who draws codes. */
export const withQr = (offered: OfferedTotp): OfferedTotpBody => ({
  ...offered,
  qr_svg: String(qrImage(offered.otpauth_uri, 'QR code for your authenticator app')),
});

export type AddedFactorBody = {
  factors: FactorsBody;
  recovery_codes: string[] | null;
  csrf_token: string | null;
};

export const AddedFactorSchema = shape<AddedFactorBody>('AddedFactor', {
  factors: FactorsSchema,
  recovery_codes: Type.Union([list(text()), Type.Null()], {
    description: 'Made with the first factor and shown only now; else null',
  }),
  csrf_token: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the session that opened with it; null if it was open before',
  }),
});

export const addedBody = ({ factors, recovery_codes, opened }: AddedFactor): AddedFactorBody => ({
  factors,
  recovery_codes,
  csrf_token: opened?.csrf_token ?? null,
});

export const NO_FIELDS = (title: string) => request(title, {});

export const CreationSchema = shape<{ options: object }>('PasskeyCreation', {
  options: webAuthn('For `PublicKeyCredential.parseCreationOptionsFromJSON()`'),
});

export const RequestSchema = shape<{ options: object }>('PasskeyRequest', {
  options: webAuthn('For `PublicKeyCredential.parseRequestOptionsFromJSON()`'),
});
