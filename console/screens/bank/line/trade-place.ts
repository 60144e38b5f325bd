// A trade as people name it: MERCHANT/TRADE, or the address of its page in the console.

const PLACE = /(?:^|\/)([0-9a-f-]{36})\/([0-9a-f-]{36})\/?$/i;

export type TradePlace = { readonly merchant_id: string; readonly trade_id: string };

const MOST = 300;

export function placeOfTrade(text: string): TradePlace | null {
  const [, merchant_id, trade_id] = PLACE.exec(text.trim().slice(0, MOST)) ?? [];
  return merchant_id === undefined || trade_id === undefined ? null : { merchant_id, trade_id };
}
