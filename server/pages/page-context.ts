// What every part of a page is made from.
import type { PageView } from '../domain/page-view.ts';
import type { PageTexts, ProblemKey } from './texts.ts';

export type AssetPaths = { css: string; js: string; icon: string };

export type PagePaths = AssetPaths & {
  page: string;
  status: string;
  utr: string;
  cancel: string;
  assign: string;
};

/** Why what the customer asked for was refused, and what they had entered. */
export type PageProblem = { key: ProblemKey; utr: string | null };

export type PageContext = {
  view: PageView;
  texts: PageTexts;
  paths: PagePaths;
  problem: PageProblem | null;
};
