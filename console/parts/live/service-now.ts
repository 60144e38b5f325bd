// The service's time: the viewer's, and in a sandbox as far ahead as its clock was advanced.

let ahead_ms = 0;

/** As the live counts say. */
export function setAhead(seconds: number): void {
  ahead_ms = seconds * 1_000;
}

export const serviceNow = (): number => Date.now() + ahead_ms;
