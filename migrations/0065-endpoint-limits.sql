-- The limits of callback endpoints hold over all processes: a lease for an endpoint that has limits
-- is counted while it lasts. Other deliveries are not in the index, so their leases stay cheap.
alter table deliveries add column is_limited boolean not null default false;
create index deliveries_limited on deliveries (merchant_id, endpoint) where is_limited;
