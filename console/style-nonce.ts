// The page's policy allows only styles that carry the nonce of this answer.

export const styleNonce = (): string =>
  document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? '';
