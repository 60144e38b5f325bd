// Made by tools/generate.ts: the bounds of a new password.

export const NEW_PASSWORD = { minLength: 12 } as const;
