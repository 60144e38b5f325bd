// Loaded into the process of a test file that shares it with none.

import { startLimit } from './file-limit.mjs';
import { isGroup } from './test-groups.mjs';

// A group limits each of its files.
if (!isGroup(process.argv[1] ?? '')) startLimit(process.argv[1]);
