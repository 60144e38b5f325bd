// Leaves everything that this page knows: what was read for one person stays for nobody else.

/** The same address with nothing kept: whoever is not signed in sees the sign-in. */
export function startOver(): void {
  window.location.reload();
}

export function toConsole(): void {
  window.location.assign('/console');
}
