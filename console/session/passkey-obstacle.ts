// Why a passkey was not made or used, and what of that is known beforehand.

export type PasskeyFault = 'canceled' | 'known' | 'elsewhere' | 'numbers' | 'unsupported';

/** As the parts of an address name a host: `127.0.0.1` or `[::1]`. */
const NUMBERS = /^(?:[\d.]+|\[.*\])$/;

/** Why no passkey can be made or used here; null: it can. */
export const obstacleOf = (hostname: string, has_functions: boolean): PasskeyFault | null => {
  if (NUMBERS.test(hostname)) return 'numbers';
  return has_functions ? null : 'unsupported';
};
