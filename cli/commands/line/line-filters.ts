// The filters of a search of bank lines, as options.
import type { Command } from 'commander';
import { withAmountFilters, withTimeFilters } from '../../client/options.ts';

const STATUSES = 'matched, suspense, split, fee, own_transfer, returned, difference or withdrawn';
const AGES = 'under_1_day, 1_to_3_days, 3_to_7_days, 7_to_30_days or over_30_days';

export function withLineFilters(command: Command): Command {
  command
    .option('--receiving-account-id <id>', 'of one receiving account')
    .option('--statement-id <id>', 'from one statement')
    .option('--status <status>', STATUSES)
    .option('--age <age>', `how long ago it was booked: ${AGES}`)
    .option('--utr <utr>', 'with this UTR')
    .option('--text <words>', 'whose narration or end-to-end id has all these whole words')
    .option('--counterparty <words>', 'whose counterparty has these words, or this number');
  return withTimeFilters(withAmountFilters(command), 'booked');
}
