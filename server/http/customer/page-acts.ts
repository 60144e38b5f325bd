// What the page's routes need of the service: so that they can be tried with any state of a trade.
import type { PageView } from '../../domain/page/page-view.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { UtrUncertain } from '../../domain/values/utr-in-text.ts';
import type { ReceiptProblem } from '../../lib/picture/picture-content.ts';
import type { Standing } from './page-status.ts';

/** A trade that an open page is told of. */
export type Watch = { moment(): Standing; end(): void };

export type PageResult = Promise<PageView | Refusal>;

export type PageActs = {
  /** Where customers reach the service; its path stands before every address of the page. */
  public_url: string;
  open(token: string): PageResult;
  /** `text` is what was entered: a UTR, or a message that has one in it. */
  attachUtr(token: string, text: string): Promise<PageView | Refusal | UtrUncertain>;
  sayPaid(token: string): PageResult;
  /** Why no receipt is taken now; null where one is. */
  receiptRefused(token: string): Promise<Refusal | ReceiptProblem | null>;
  addReceipt(token: string, bytes: Uint8Array): Promise<PageView | Refusal | ReceiptProblem>;
  cancel(token: string): PageResult;
  assign(token: string): PageResult;
  /** Calls `changed` after each change from now on. */
  watch(token: string, changed: () => void): Promise<Watch | Refusal>;
  /** The time that timers run by. */
  now(): number;
  /** A merchant's logo by the name of its file; null where there is none. */
  logo(name: string): Promise<{ content_type: string; bytes: Uint8Array } | null>;
  isOutage(error: unknown): boolean;
};
