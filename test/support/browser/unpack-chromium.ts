// Run as a process of its own: unpacks the Chromium that npm carries into the folder that TMPDIR
// names.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
