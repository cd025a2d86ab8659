-- The leak case that a public request became, or belongs to.

alter table platform.public_requests add column case_id uuid;
create index public_requests_case on platform.public_requests (tenant, case_id) where case_id is not null;
create index public_requests_order on platform.public_requests (tenant, order_id) where order_id is not null;
