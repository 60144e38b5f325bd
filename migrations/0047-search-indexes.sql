-- Searches of trades by customer, receiving account and rare states: none may read all trades of a
-- merchant. Trades whose story is not over are few, and other indexes find them.

create index trades_customer on trades (client_id, trade_id)
  where state in ('completed', 'expired', 'canceled', 'failed', 'reversed');
create index trades_receiving on trades (receiving_account_id, trade_id)
  where state in ('completed', 'expired', 'canceled', 'failed', 'reversed');
create index trades_rare on trades (state, trade_id)
  where state in ('canceled', 'failed', 'reversed');
create index trades_payouts on trades (merchant_id, trade_id)
  where direction = 'payout' and state in ('completed', 'canceled', 'failed', 'reversed');
