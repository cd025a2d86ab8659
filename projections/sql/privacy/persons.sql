-- privacy/persons, version 5.

create table persons (
  tenant text not null,
  person_id uuid not null,
  name text,
  telephone text,
  email text,
  address text,
  identity_number text,
  first_recorded_at timestamptz not null,
  erased_at timestamptz,
  search_text text not null,
  primary key (tenant, person_id)
);

create index persons_name on persons (tenant, name, person_id);

create index persons_search on persons (tenant, person_id) include (search_text, name, telephone, address);
