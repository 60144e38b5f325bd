// What the page's routes need of the service: so that they can be tried with any state of a trade.
import type { PageView } from '../../domain/page-view.ts';
import type { Refusal } from '../../domain/refusal.ts';

export type PageResult = Promise<PageView | Refusal>;

export type PageActs = {
  /** Where customers reach the service; its path stands before every address of the page. */
  public_url: string;
  open(token: string): PageResult;
  attachUtr(token: string, utr: string): PageResult;
  cancel(token: string): PageResult;
  assign(token: string): PageResult;
  isOutage(error: unknown): boolean;
};
