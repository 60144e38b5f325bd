// How far the removal of an archived month has come.

/**
 * noted: nothing is removed. behind: answers come from the sums of the month, and its rows begin to
 * go. removed: nothing more of it will go.
 */
export const MONTH_STAGES = ['noted', 'behind', 'removed'] as const;
export type MonthStage = (typeof MONTH_STAGES)[number];
