// Codes of the system and of networks in words, with the code itself for those who look it up.

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you may not read it',
  EISDIR: 'it is a folder',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EHOSTUNREACH: 'there is no way to this host',
  ETIMEDOUT: 'no answer',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks http, not https',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
};

/** `there is no such file (ENOENT)`; the code alone if there are no words for it. */
export function inWords(code: string): string {
  const words = WORDS[code];
  return words === undefined ? code : `${words} (${code})`;
}
