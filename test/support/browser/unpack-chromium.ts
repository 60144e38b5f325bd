// Runs as a separate process: unpacks npm's Chromium into the folder named by TMPDIR.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
