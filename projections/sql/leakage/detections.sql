-- leakage/detections, version 1.

create table detections (
  tenant text not null,
  partition_id text not null,
  number bigint not null,
  kind text not null,
  started_at text not null,
  started_earliest text not null,
  started_latest text not null,
  detected_at text not null,
  flow_litres_per_hour double precision not null,
  flow_low double precision not null,
  flow_high double precision not null,
  ended_at text,
  continues bigint,
  explanation jsonb not null,
  is_withdrawn boolean not null,
  primary key (tenant, partition_id, number)
);

create index detections_detected on detections (tenant, detected_at, partition_id) where not is_withdrawn;

create index detections_open on detections (tenant, partition_id) where ended_at is null and kind <> 'anomaly' and not is_withdrawn;
