-- `log.create_months(first, count)` makes the partitions of `count` months (UTC), beginning with that of the instant `first`,
-- and answers the instant up to which partitions now exist. A partition is made beside the log and then attached:
-- `create table … partition of` would lock every reader out.
-- Tuples stay inline up to half a page: a frame's packed columns then cost one row, not a row and a visit to the TOAST table.

create function log.create_months(first timestamptz, months int) returns timestamptz language plpgsql as $$
declare
  month_start timestamp := date_trunc('month', first at time zone 'UTC');
  partition_name text;
begin
  for i in 1..months loop
    partition_name := 'events_' || to_char(month_start, 'YYYY_MM');
    if to_regclass('log.' || partition_name) is null then
      execute format('create table log.%I (like log.events including storage) with (toast_tuple_target = 4080)', partition_name);
      execute format('alter table log.events attach partition log.%I for values from (%L) to (%L)',
        partition_name, month_start at time zone 'UTC', (month_start + interval '1 month') at time zone 'UTC');
    end if;
    month_start := month_start + interval '1 month';
  end loop;
  return month_start at time zone 'UTC';
end
$$;
