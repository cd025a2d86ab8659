-- billing/vat-sums, version 1.

create table vat_sums (
  tenant text not null,
  quarter integer not null,
  entry text not null,
  vat_basis_points integer not null,
  net_minor bigint not null,
  vat_minor bigint not null,
  primary key (tenant, quarter, entry, vat_basis_points)
);
