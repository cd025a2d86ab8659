-- metering/day-reviews, version 3.

create table day_reviews (
  tenant text not null,
  shard smallint not null,
  number text not null,
  day text not null,
  review_id bigint not null,
  status text not null,
  decided text,
  decided_before jsonb not null,
  rules text not null,
  findings jsonb not null,
  measured_litres double precision,
  expected_litres double precision,
  method text,
  stated_litres double precision,
  stated_hours jsonb,
  reason text,
  answered_by text,
  answered_at timestamptz,
  raised_at timestamptz not null,
  primary key (tenant, number, day)); create unique index day_reviews_id on day_reviews (tenant,
  review_id
);

create table day_reviews_history (
  tenant text not null,
  number text not null,
  day text not null,
  position bigint not null,
  step text not null,
  at timestamptz not null,
  by text,
  note text,
  facts jsonb not null,
  changes jsonb not null,
  primary key (tenant, number, day, position)
);

create index day_reviews_open on day_reviews (tenant, day desc, review_id) where status = '0';

create index day_reviews_stated on day_reviews (tenant, day, number) include (stated_litres) where stated_litres is not null;

create index day_reviews_judged on day_reviews (tenant, day, number) include (status, measured_litres) where status <> '4';

create index day_reviews_day on day_reviews (tenant, day, review_id) include (number, status, rules);
