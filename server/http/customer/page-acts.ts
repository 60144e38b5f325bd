// The use cases that the page's routes need, as an interface, so that tests can show any state of a
// trade.
import type { WordsProblem } from '../../app/page/page-dispute.ts';
import type { PlayProblem } from '../../app/sandbox/play-page.ts';
import type { PageView } from '../../domain/page/page-view.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { UtrUncertain } from '../../domain/values/utr-in-text.ts';
import type { ReceiptProblem } from '../../lib/picture/picture-content.ts';
import type { Standing } from './page-status.ts';

/** An open page's watch on its trade. */
export type Watch = { moment(): Standing; end(): void };

export type PageResult = Promise<PageView | Refusal>;

export type PageActs = {
  /** Where customers reach the service; every address of the page begins with its path. */
  public_url: string;
  open(token: string): PageResult;
  /** `text` is what the customer entered: a UTR, or a message that contains one. */
  attachUtr(token: string, text: string): Promise<PageView | Refusal | UtrUncertain>;
  sayPaid(token: string): PageResult;
  /** Why no receipt is accepted now; null if one is. */
  receiptRefused(token: string): Promise<Refusal | ReceiptProblem | null>;
  addReceipt(token: string, bytes: Uint8Array): Promise<PageView | Refusal | ReceiptProblem>;
  cancel(token: string): PageResult;
  /** With the customer's words. */
  openDispute(token: string, words: string): Promise<PageView | Refusal | WordsProblem>;
  sendMessage(token: string, words: string): Promise<PageView | Refusal | WordsProblem>;
  assign(token: string): PageResult;
  /** The panel that plays the bank; null in live mode. */
  play: {
    act(token: string, act: string): Promise<PageView | Refusal | PlayProblem>;
    payAmount(token: string, typed: string): Promise<PageView | Refusal | PlayProblem>;
  } | null;
  /** Calls `changed` after each change from now on. */
  watch(token: string, changed: () => void): Promise<Watch | Refusal>;
  /** The time by which timers run. */
  now(): number;
  /** A merchant's logo by its file name; null if there is none. */
  logo(name: string): Promise<{ content_type: string; bytes: Uint8Array } | null>;
  isOutage(error: unknown): boolean;
};
