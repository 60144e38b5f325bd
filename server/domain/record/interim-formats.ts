// The formats of reports within the day: the statement of the day has their lines again, often with
// other ids.

export const INTERIM_FORMATS: readonly string[] = ['camt.052', 'mt942'];
