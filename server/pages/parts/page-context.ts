// What every part of a page is made from.
import type { PageView } from '../../domain/page/page-view.ts';
import type { EvidenceProblem } from '../texts/evidence-texts.ts';
import type { PageTexts, ProblemKey } from '../texts/texts.ts';

export type AssetPaths = { css: string; js: string; icon: string };

export type PagePaths = AssetPaths & {
  /** The path of PUBLIC_URL, with which every address begins. */
  base: string;
  page: string;
  status: string;
  live: string;
  utr: string;
  paid: string;
  receipt: string;
  cancel: string;
  dispute: string;
  message: string;
  assign: string;
  play: string;
  play_amount: string;
};

/** Why a customer's request was refused, and what they had entered. */
export type PageProblem = {
  key: ProblemKey | EvidenceProblem;
  utr: string | null;
  /** The numbers among which the customer chooses the UTR. */
  candidates?: readonly string[];
  /** The problem is about a receipt's file; `found`: what the file is instead. */
  is_receipt?: true;
  found?: string | null;
  /** The problem is about the words that the customer wrote: these. */
  is_dispute?: true;
  words?: string;
  /** The problem is about the amount in the sandbox's panel. */
  is_play?: true;
};

export type PageContext = {
  view: PageView;
  texts: PageTexts;
  paths: PagePaths;
  problem: PageProblem | null;
};
