// A route of the operator API that needs no caller: everything by which people come in. There are
// as few as possible, and each is marked.
import type { TSchema } from 'typebox';
import type { NoteFailure } from '../../../app/access/note-failed-sign-ins.ts';
import type { SignInOrigin } from '../../../app/access/start-session.ts';
import type { App } from '../../../app/process/app.ts';
import type { RawFields } from '../../../domain/request/read-request.ts';
import type { Refusal } from '../../../domain/service/refusal.ts';

type OpenCall = {
  app: App;
  fields: RawFields;
  origin: SignInOrigin;
  /** The secret of the cookie, if the browser has one: of a session whose second factor is due. */
  secret: string | null;
  /** Of a visit to the OpenID provider. */
  openid_secret: string | null;
  noteFailure: NoteFailure;
};

export type OpenRoute = {
  /** Reached without token and session. */
  open: true;
  /** Each request stores something, although nobody is known: limited per address. */
  stores?: true;
  method: 'GET' | 'POST';
  /** Below /operator/v1. */
  url: string;
  operation_id: string;
  /** Its answer opens a session or a part of one, or begins or ends a visit to the provider. */
  sets_cookie?: true;
  tag: string;
  summary: string;
  description?: string;
  /** Of each that is a POST. */
  body?: TSchema;
  answer: TSchema;
  handle(call: OpenCall): Promise<object | Refusal>;
};
