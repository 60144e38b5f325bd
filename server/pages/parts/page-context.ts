// What every part of a page is made from.
import type { PageView } from '../../domain/page/page-view.ts';
import type { EvidenceProblem } from '../texts/evidence-texts.ts';
import type { PageTexts, ProblemKey } from '../texts/texts.ts';

export type AssetPaths = { css: string; js: string; icon: string };

export type PagePaths = AssetPaths & {
  /** What stands before every path of the service. */
  base: string;
  page: string;
  status: string;
  live: string;
  utr: string;
  paid: string;
  receipt: string;
  cancel: string;
  assign: string;
};

/** Why what the customer asked for was refused, and what they had entered. */
export type PageProblem = {
  key: ProblemKey | EvidenceProblem;
  utr: string | null;
  /** Of these the customer says which is the UTR. */
  candidates?: readonly string[];
  /** It is about the file that was sent; `found`: what it is instead. */
  is_receipt?: true;
  found?: string | null;
};

export type PageContext = {
  view: PageView;
  texts: PageTexts;
  paths: PagePaths;
  problem: PageProblem | null;
};
