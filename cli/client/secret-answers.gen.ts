// Made by tools/generate.ts from openapi/operator.json: which answers have secrets.

export const SECRET_ANSWERS: readonly {
  readonly method: string;
  readonly path: string;
  /** As `link.url`, if it is a member of a member. */
  readonly fields: readonly string[];
}[] = [
  {"method":"POST","path":"/operator/v1/merchants/{id}/tokens","fields":["token","signing_secret"]},
  {"method":"POST","path":"/operator/v1/merchants/{id}/callback_endpoints","fields":["secret"]},
  {"method":"POST","path":"/operator/v1/merchants/{id}/callback_endpoints/{number}/rotate_secret","fields":["secret"]},
  {"method":"POST","path":"/operator/v1/feed_tokens","fields":["token"]},
  {"method":"POST","path":"/operator/v1/operator_tokens","fields":["token"]},
  {"method":"POST","path":"/operator/v1/operator_tokens/{id}/rotate","fields":["token"]},
  {"method":"POST","path":"/operator/v1/scheduled_reports","fields":["secret"]},
  {"method":"PATCH","path":"/operator/v1/scheduled_reports/{id}","fields":["secret"]},
  {"method":"POST","path":"/operator/v1/approvals/{id}/secrets","fields":["secrets"]},
  {"method":"POST","path":"/operator/v1/alert_recipients","fields":["secret"]},
  {"method":"PATCH","path":"/operator/v1/alert_recipients/{id}","fields":["secret"]},
  {"method":"POST","path":"/operator/v1/own_tokens","fields":["token"]},
  {"method":"POST","path":"/operator/v1/own_factors/totp","fields":["secret"]},
  {"method":"POST","path":"/operator/v1/own_factors/totp/activate","fields":["recovery_codes"]},
  {"method":"POST","path":"/operator/v1/own_factors/recovery_codes","fields":["recovery_codes"]},
  {"method":"POST","path":"/operator/v1/own_factors/passkeys","fields":["recovery_codes"]},
  {"method":"POST","path":"/operator/v1/people","fields":["link.url"]},
  {"method":"POST","path":"/operator/v1/people/{id}/link","fields":["link.url"]},
  {"method":"POST","path":"/operator/v1/people/{id}/reset_factors","fields":["url"]},
  {"method":"POST","path":"/operator/v1/session/totp","fields":["secret"]},
  {"method":"POST","path":"/operator/v1/session/totp/activate","fields":["recovery_codes"]},
  {"method":"POST","path":"/operator/v1/session/passkeys","fields":["recovery_codes"]},
];
