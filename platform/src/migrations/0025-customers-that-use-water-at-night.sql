-- Hospitals, works in three shifts and night irrigation have no hour without flow: their flow at night is no leak.

alter table platform.customer_types add column uses_water_at_night text not null default 'N' check (uses_water_at_night in ('Y', 'N'));
