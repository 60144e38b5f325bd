// What each statement format tells of a day: the whole of it, a part of it so far, or whatever
// somebody chose to export.

/**
 * `report`: within the day, so the day's statement has its lines again, often with other ids. A
 * format of statements that is not in this table does not compile.
 */
export const FORMAT_COVERS = {
  csv: 'excerpt',
  xlsx: 'excerpt',
  ofx: 'excerpt',
  'camt.053': 'day',
  'camt.054': 'excerpt',
  'camt.052': 'report',
  mt940: 'day',
  mt942: 'report',
} as const;

export type FormatCover = (typeof FORMAT_COVERS)[keyof typeof FORMAT_COVERS];

export const INTERIM_FORMATS: readonly string[] = Object.entries(FORMAT_COVERS).flatMap(
  ([format, cover]) => (cover === 'report' ? [format] : []),
);
