// Notes when tokens were last used: seldom enough that requests stay cheap.
import type { ApiToken } from '../../domain/service/token.ts';
import { noteOperatorTokenUse } from '../../store/access/operator-tokens.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { noteApiTokenUse } from '../../store/merchant/tokens.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';

const MINUTE_MS = 60_000;
const OPERATORS_EVERY_MS = MINUTE_MS;
/** There may be many thousand merchants, and each process notes the uses that it sees. */
const MERCHANTS_EVERY_MS = 10 * MINUTE_MS;

type Clock = () => number;
const monotonic: Clock = () => performance.now();

type Write<Token> = (db: Queryable, token: Token, now: number) => Promise<void>;

/** One per process and API; what is noted of a token is not noted again for `every_ms`. */
function createUses<Token>(app: App, every_ms: number, write: Write<Token>, clock: Clock) {
  const noted_at = new Map<string, number>();
  const note = async (token: Token) => {
    // Would hold a connection for a commit that nobody confirms.
    app.store.db.refuseHanging();
    await write(app.store.db, token, app.settings.now());
  };
  return (id: string, token: Token): void => {
    const now = clock();
    if (now - (noted_at.get(id) ?? Number.NEGATIVE_INFINITY) < every_ms) return;
    noted_at.set(id, now);
    // Not awaited, so that no request waits for it.
    note(token).catch((err: unknown) => {
      app.log.warn({ err }, 'the use of a token could not be noted');
    });
  };
}

/** `clock` is monotonic, in milliseconds. */
export function createOperatorTokenUses(
  app: App,
  clock = monotonic,
): (caller: OperatorCaller) => void {
  const noteUse = createUses(app, OPERATORS_EVERY_MS, noteOperatorTokenUse, clock);
  return ({ operator_token_id: id }) => {
    if (id !== null) noteUse(id, id);
  };
}

/** `clock` is monotonic, in milliseconds. */
export function createApiTokenUses(app: App, clock = monotonic): (token: ApiToken) => void {
  const noteUse = createUses(app, MERCHANTS_EVERY_MS, noteApiTokenUse, clock);
  return (token) => noteUse(token.token_id, token);
}
