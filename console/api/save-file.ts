// Saves a file of the service as the browser saves downloads.

/** How long the browser may take to begin reading. */
const KEPT_MS = 60_000;

export function saveFile(content: unknown, name: string): void {
  if (!(content instanceof Blob)) throw new Error('The service answered without a file');
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
