// Made by tools/generate.ts from openapi/operator.json: bounds of fields of the first load.

export const ENTRY_BOUNDS = {
  search: {
    q: { required: true, maxLength: 500 },
  },
  signIn: {
    email: { required: true, maxLength: 254 },
    password: { required: true, maxLength: 512 },
  },
  confirmSession: {
    password: { maxLength: 512 },
    code: { maxLength: 64 },
  },
  activateTotp: {
    code: { required: true, maxLength: 16 },
  },
  addPasskey: {
    name: { required: true, maxLength: 64 },
  },
  setPasswordByLink: {
    link: { required: true, maxLength: 2100 },
    password: { required: true, maxLength: 512 },
  },
  giveSecondFactor: {
    code: { maxLength: 64 },
    recovery_code: { maxLength: 64 },
  },
  openEnrolmentLink: {
    link: { required: true, maxLength: 2100 },
  },
} as const;
