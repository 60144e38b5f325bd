// Finds the IFSC, the number of a branch of an Indian bank, in the name of a bank.

const IFSC = /\b(?:IFSC[ :]*)?([A-Z]{4}0[A-Z0-9]{6})\b/;

export const ifscIn = (bank_name: string | null): string | null =>
  IFSC.exec(bank_name ?? '')?.[1] ?? null;

/** Whether two branches are of one bank: the first four letters name the bank. */
export const isSameBank = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.slice(0, 4) === other.slice(0, 4);
