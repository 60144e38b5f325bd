// Words and rows of keys of which the most common long passwords are made, in small letters. Short
// ones are not listed, because the least length already refuses them.

const WORDS = `
password passw0rd passwort motdepasse contrasena senha parola administrator admin root welcome
letmein iloveyou sunshine princess football baseball basketball superman batman starwars pokemon
dragon monkey shadow master michael jennifer jordan charlie liverpool chelsea arsenal barcelona
trustno1 whatever computer internet samsung google facebook linkedin minecraft changeme default
secret qwerty qwertz azerty qazwsx qwertyuiop asdfghjkl asdfgh zxcvbnm zxcvbn 1q2w3e4r 1qaz2wsx
1q2w3e 123qwe qwe123 abc123 abcdef abcdefgh abcd1234 123456 1234567 12345678 123456789 1234567890
0123456789 987654321 0987654321 654321 111111 000000 121212 123123 112233 666666 888888 999999
paymentorders payments merchant sandbox
`;

/** From the longest on, so that the whole of a word is taken out before a part of it. */
export const COMMON_PASSWORDS: readonly string[] = WORDS.split(/\s+/)
  .filter((word) => word !== '')
  .toSorted((a, b) => b.length - a.length);
