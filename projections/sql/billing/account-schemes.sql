-- billing/account-schemes, version 1.

create table account_schemes (
  tenant text not null,
  account_no text not null,
  scheme_id uuid,
  primary key (tenant, account_no)
);

create index account_schemes_scheme on account_schemes (tenant, scheme_id);
