-- People, organisation, menus, dictionaries, parameters, sessions, outbox and files, with what a request may do with each.
--
-- User names, e-mail addresses and telephones name one person in the whole service: where two tenants had the same name, the later
-- one takes its tenant's code along. Keys name the tenant, because foreign keys ignore row-level security.
--
-- Session triggers notify every process of an ended session, a disabled user or tenant, and a changed role.

alter table platform.tenants
  add tenant_id bigint generated always as identity unique,
  add kind text not null default 'normal' check (kind in ('normal', 'trial')),
  add status text not null default '0' check (status in ('0', '1')),
  add contact_name text, add contact_phone text, add address text, add logo_file uuid,
  add remark text, add create_by text, add update_by text, add update_time timestamptz;
alter table platform.users
  add user_id bigint generated always as identity unique,
  add nick_name text, add introduction text, add initial_password_hash text, add email text, add area_code text, add phonenumber text,
  add sex text not null default '2' check (sex in ('0', '1', '2')),
  add avatar_file uuid, add dept_id bigint,
  add user_type text not null default '01' check (user_type in ('00', '01', '02', '03')),
  add language text check (language in ('zh-CN', 'en', 'fr', 'id')),
  add status text not null default '0' check (status in ('0', '1')),
  add password_changed_at timestamptz, add last_login_at timestamptz, add last_login_address text,
  add remark text, add create_by text, add update_by text, add update_time timestamptz;
update platform.users set status = case when disabled then '1' else '0' end;
alter table platform.users drop column disabled;
drop index platform.users_by_name;
update platform.users set username = users.username || '_' || replace(users.tenant, '-', '_')
  from (select tenant, username, row_number() over (partition by lower(username) order by created_at, tenant) as nth from platform.users) named
  where named.nth > 1 and named.tenant = users.tenant and named.username = users.username;
create unique index users_by_name on platform.users (lower(username));
create unique index users_by_email on platform.users (lower(email));
create unique index users_by_phone on platform.users (coalesce(area_code, ''), phonenumber);
create index users_of_tenant on platform.users (tenant, user_id);
alter table platform.login_log
  add client text not null default '',
  drop constraint login_log_outcome_check,
  add constraint login_log_outcome_check check (outcome in ('pending', 'accepted', 'refused', 'barred', 'signed-out', 'unlocked'));
drop index platform.login_log_by_account;
create index login_log_by_name on platform.login_log (username, at);

create table platform.departments (
  dept_id bigint generated always as identity primary key, tenant text not null references platform.tenants,
  parent_id bigint, dept_name text not null, order_num integer not null default 0,
  leader text, phone text, email text, status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, dept_id), foreign key (tenant, parent_id) references platform.departments (tenant, dept_id)
);
create unique index departments_by_name on platform.departments (tenant, coalesce(parent_id, 0), lower(dept_name));
alter table platform.users
  add unique (tenant, user_id), add foreign key (tenant, dept_id) references platform.departments (tenant, dept_id);
create index users_of_department on platform.users (dept_id);
create table platform.regions (
  region_id bigint generated always as identity primary key, tenant text not null references platform.tenants,
  parent_id bigint, region_name text not null, order_num integer not null default 0, status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, region_id), foreign key (tenant, parent_id) references platform.regions (tenant, region_id)
);
create unique index regions_by_name on platform.regions (tenant, coalesce(parent_id, 0), lower(region_name));
create table platform.menus (
  menu_id bigint generated always as identity primary key,
  menu_key text unique, parent_id bigint references platform.menus, titles jsonb not null, order_num integer not null default 0,
  path text not null default '', component text, query text, route_name text,
  is_frame text not null default '1' check (is_frame in ('0', '1')),
  is_cache text not null default '0' check (is_cache in ('0', '1')),
  menu_type text not null check (menu_type in ('M', 'C', 'F')),
  visible text not null default '0' check (visible in ('0', '1')), status text not null default '0' check (status in ('0', '1')),
  perms text, icon text, audience text not null default 'tenant' check (audience in ('tenant', 'platform', 'everybody')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz
);
create table platform.roles (
  role_id bigint generated always as identity primary key, tenant text not null references platform.tenants,
  role_name text not null, role_key text not null, role_type text not null default 'general' check (role_type in ('general', 'agent')),
  role_sort integer not null default 0, built_in boolean not null default false,
  data_scope text not null default '1' check (data_scope in ('1', '2', '3', '4', '5')), status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, role_key), unique (tenant, role_id)
);
create unique index roles_by_name on platform.roles (tenant, lower(role_name));
create table platform.role_menus (
  tenant text not null references platform.tenants, role_id bigint not null, foreign key (tenant, role_id) references platform.roles (tenant, role_id) on delete cascade,
  menu_id bigint not null references platform.menus on delete cascade, primary key (role_id, menu_id)
);
create table platform.role_departments (
  tenant text not null references platform.tenants, role_id bigint not null, foreign key (tenant, role_id) references platform.roles (tenant, role_id) on delete cascade, dept_id bigint not null, primary key (role_id, dept_id),
  foreign key (tenant, dept_id) references platform.departments (tenant, dept_id) on delete cascade
);
create table platform.role_regions (
  tenant text not null references platform.tenants, role_id bigint not null, foreign key (tenant, role_id) references platform.roles (tenant, role_id) on delete cascade, region_id bigint not null, primary key (role_id, region_id),
  foreign key (tenant, region_id) references platform.regions (tenant, region_id) on delete cascade
);
create table platform.user_roles (
  tenant text not null references platform.tenants, role_id bigint not null, foreign key (tenant, role_id) references platform.roles (tenant, role_id) on delete cascade, user_id bigint not null, primary key (user_id, role_id),
  foreign key (tenant, user_id) references platform.users (tenant, user_id) on delete cascade
);
create index user_roles_by_role on platform.user_roles (role_id);

insert into platform.tenants (code, name, time_zone) values ('platform', 'Platform', 'UTC') on conflict do nothing;
update platform.users set role = 'admin' where role = 'operator' and tenant <> 'platform';
insert into platform.roles (tenant, role_name, role_key, built_in) select distinct tenant, role, role, true from platform.users;
insert into platform.user_roles (tenant, role_id, user_id)
  select u.tenant, r.role_id, u.user_id from platform.users u join platform.roles r on r.tenant = u.tenant and r.role_key = u.role;
update platform.users set user_type = '00' where tenant = 'platform';
alter table platform.users drop column role;

create table platform.dictionary_types (
  dict_id bigint generated always as identity primary key, dict_name text not null, dict_type text not null unique, status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz
);
create table platform.dictionary_data (
  dict_code bigint generated always as identity primary key,
  dict_type text not null references platform.dictionary_types (dict_type) on update cascade on delete cascade,
  dict_value text not null, labels jsonb not null, dict_sort integer not null default 0, css_class text, list_class text,
  is_default text not null default 'N' check (is_default in ('Y', 'N')), status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (dict_type, dict_value)
);
create table platform.configuration (
  config_id bigint generated always as identity primary key, tenant text not null references platform.tenants,
  config_name text not null, config_key text not null, config_value text not null,
  config_type text not null default 'N' check (config_type in ('Y', 'N')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  unique (tenant, config_key)
);
create table platform.notices (
  notice_id bigint generated always as identity primary key, tenant text not null references platform.tenants,
  notice_title text not null, notice_type text not null check (notice_type in ('1', '2')), notice_content text not null default '', status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz
);
create index notices_of_tenant on platform.notices (tenant, notice_id);
create table platform.carriers (
  carrier_id bigint generated always as identity primary key,
  carrier_name text not null unique, country text, area_code text, sms_length integer not null check (sms_length > 0), status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz
);
create table platform.third_party_platforms (
  platform_id bigint generated always as identity primary key,
  platform_code text not null unique, platform_name text not null, contact text, status text not null default '0' check (status in ('0', '1')),
  remark text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz
);

create table platform.sessions (
  id uuid primary key, tenant text not null references platform.tenants, user_id bigint not null references platform.users (user_id) on delete cascade,
  home_tenant text not null references platform.tenants, visited_from uuid references platform.sessions on delete cascade,
  idle_seconds integer not null, started_at timestamptz not null default now(), renewed_at timestamptz not null default now(),
  idle_until timestamptz not null, ends_at timestamptz not null, ended_at timestamptz, ended_because text,
  address text not null, client text not null default ''
);
create index sessions_of_user on platform.sessions (user_id) where ended_at is null;
create index sessions_by_end on platform.sessions (ends_at);
create table platform.tenant_visits (
  visit_id bigint generated always as identity primary key, tenant text not null references platform.tenants, operator text not null, session_id uuid not null, reason text not null,
  started_at timestamptz not null default now(), ends_at timestamptz not null, ended_at timestamptz, address text not null
);
create table platform.challenges (
  id uuid primary key, kind text not null check (kind in ('captcha', 'nonce', 'code')), answer_hash bytea,
  subject text not null default '', address text not null,
  attempts_left integer not null default 1, expires_at timestamptz not null, created_at timestamptz not null default now()
);
create index challenges_by_subject on platform.challenges (subject, created_at);
create index challenges_by_address on platform.challenges (address, kind, created_at);
create index challenges_by_expiry on platform.challenges (expires_at);
create table platform.outbox (
  message_id bigint generated always as identity primary key, tenant text references platform.tenants,
  channel text not null check (channel in ('sms', 'email')), recipient text not null, subject text, body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'kept', 'sent', 'failed')), attempts integer not null default 0, failure text,
  create_time timestamptz not null default now(), send_after timestamptz not null default now(), sent_at timestamptz
);
create index outbox_waiting on platform.outbox (send_after) where state = 'waiting';
create index outbox_by_recipient on platform.outbox (recipient, create_time);
create index outbox_by_age on platform.outbox (create_time);
create table platform.files (
  file_id uuid primary key, tenant text not null references platform.tenants, purpose text not null check (purpose in ('avatar', 'logo', 'image', 'download')),
  file_name text not null, media_type text not null, bytes bytea not null, create_by text, create_time timestamptz not null default now(), expires_at timestamptz
);
create index files_by_expiry on platform.files (expires_at) where expires_at is not null;
create table platform.alarm_marks (
  tenant text not null references platform.tenants, user_id bigint not null references platform.users (user_id) on delete cascade,
  alarm_id bigint not null, viewed_at timestamptz, cleared_at timestamptz, primary key (user_id, alarm_id)
);

create function platform.announce_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightflow_sessions', coalesce(new.id, old.id)::text);
  return null;
end $$;
create function platform.announce_all_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightflow_sessions', '*');
  return null;
end $$;
create trigger session_ended after update of ended_at on platform.sessions for each row execute function platform.announce_session();
create trigger session_removed after delete on platform.sessions for each row execute function platform.announce_session();
create trigger people_changed after update of username, status, user_type, language, must_change_password on platform.users
  for each statement execute function platform.announce_all_sessions();
create trigger tenants_changed after update of status, kind on platform.tenants
  for each statement execute function platform.announce_all_sessions();
create trigger roles_changed after update or delete on platform.roles
  for each statement execute function platform.announce_all_sessions();
create trigger menus_changed after update or delete on platform.menus
  for each statement execute function platform.announce_all_sessions();
create trigger role_menus_changed after insert or update or delete on platform.role_menus
  for each statement execute function platform.announce_all_sessions();
create trigger user_roles_changed after insert or update or delete on platform.user_roles
  for each statement execute function platform.announce_all_sessions();

alter table platform.tenants enable row level security;
drop policy if exists own_tenant on platform.tenants;
revoke all on platform.tenants from nightflow_request;
grant select on platform.tenants to nightflow_request;
grant insert (code, name, time_zone, settings, kind, status, contact_name, contact_phone, address, logo_file, remark, create_by) on platform.tenants to nightflow_request;
grant update (name, time_zone, settings, kind, status, contact_name, contact_phone, address, logo_file, remark, update_by, update_time) on platform.tenants to nightflow_request;
create policy seen on platform.tenants for select to nightflow_request using (code = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform');
create policy made on platform.tenants for insert to nightflow_request with check (code = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform');
create policy changed on platform.tenants for update to nightflow_request using (code = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform') with check (code = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform');
alter table platform.users enable row level security;
drop policy if exists own_tenant on platform.users;
revoke all on platform.users from nightflow_request;
grant select (tenant, user_id, username, nick_name, introduction, email, area_code, phonenumber, sex, avatar_file, dept_id, user_type, language, status, must_change_password, created_at, password_changed_at, last_login_at, last_login_address, remark, create_by, update_by, update_time) on platform.users to nightflow_request;
grant insert (tenant, username, password_hash, initial_password_hash, nick_name, email, area_code, phonenumber, sex, dept_id, user_type, language, status, must_change_password, remark, create_by) on platform.users to nightflow_request;
grant update (password_hash, initial_password_hash, must_change_password, password_changed_at, nick_name, introduction, email, area_code, phonenumber, sex, avatar_file, dept_id, user_type, language, status, remark, update_by, update_time) on platform.users to nightflow_request;
create policy seen on platform.users for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.users for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.users for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.users for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.users to nightflow_request;
alter table platform.operation_log enable row level security;
drop policy if exists own_tenant on platform.operation_log;
revoke all on platform.operation_log from nightflow_request;
grant select on platform.operation_log to nightflow_request;
grant insert (tenant, actor, operation, subject, outcome, before, after, position, address) on platform.operation_log to nightflow_request;
create policy seen on platform.operation_log for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform');
create policy made on platform.operation_log for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform');
alter table platform.login_log enable row level security;
drop policy if exists own_tenant on platform.login_log;
revoke all on platform.login_log from nightflow_request;
grant select on platform.login_log to nightflow_request;
create policy seen on platform.login_log for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform');
alter table platform.departments enable row level security;
drop policy if exists own_tenant on platform.departments;
revoke all on platform.departments from nightflow_request;
grant select on platform.departments to nightflow_request;
grant insert on platform.departments to nightflow_request;
grant update on platform.departments to nightflow_request;
create policy seen on platform.departments for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.departments for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.departments for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.departments for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.departments to nightflow_request;
alter table platform.regions enable row level security;
drop policy if exists own_tenant on platform.regions;
revoke all on platform.regions from nightflow_request;
grant select on platform.regions to nightflow_request;
grant insert on platform.regions to nightflow_request;
grant update on platform.regions to nightflow_request;
create policy seen on platform.regions for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.regions for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.regions for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.regions for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.regions to nightflow_request;
alter table platform.menus enable row level security;
drop policy if exists own_tenant on platform.menus;
revoke all on platform.menus from nightflow_request;
grant select on platform.menus to nightflow_request;
grant insert on platform.menus to nightflow_request;
grant update on platform.menus to nightflow_request;
create policy seen on platform.menus for select to nightflow_request using (true);
create policy made on platform.menus for insert to nightflow_request with check (current_setting('nightflow.tenant', true) = 'platform');
create policy changed on platform.menus for update to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform') with check (current_setting('nightflow.tenant', true) = 'platform');
create policy removed on platform.menus for delete to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform');
grant delete on platform.menus to nightflow_request;
alter table platform.roles enable row level security;
drop policy if exists own_tenant on platform.roles;
revoke all on platform.roles from nightflow_request;
grant select on platform.roles to nightflow_request;
grant insert on platform.roles to nightflow_request;
grant update on platform.roles to nightflow_request;
create policy seen on platform.roles for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.roles for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.roles for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.roles for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.roles to nightflow_request;
alter table platform.role_menus enable row level security;
drop policy if exists own_tenant on platform.role_menus;
revoke all on platform.role_menus from nightflow_request;
grant select on platform.role_menus to nightflow_request;
grant insert on platform.role_menus to nightflow_request;
grant update on platform.role_menus to nightflow_request;
create policy seen on platform.role_menus for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.role_menus for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.role_menus for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.role_menus for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.role_menus to nightflow_request;
alter table platform.role_departments enable row level security;
drop policy if exists own_tenant on platform.role_departments;
revoke all on platform.role_departments from nightflow_request;
grant select on platform.role_departments to nightflow_request;
grant insert on platform.role_departments to nightflow_request;
grant update on platform.role_departments to nightflow_request;
create policy seen on platform.role_departments for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.role_departments for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.role_departments for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.role_departments for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.role_departments to nightflow_request;
alter table platform.role_regions enable row level security;
drop policy if exists own_tenant on platform.role_regions;
revoke all on platform.role_regions from nightflow_request;
grant select on platform.role_regions to nightflow_request;
grant insert on platform.role_regions to nightflow_request;
grant update on platform.role_regions to nightflow_request;
create policy seen on platform.role_regions for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.role_regions for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.role_regions for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.role_regions for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.role_regions to nightflow_request;
alter table platform.user_roles enable row level security;
drop policy if exists own_tenant on platform.user_roles;
revoke all on platform.user_roles from nightflow_request;
grant select on platform.user_roles to nightflow_request;
grant insert on platform.user_roles to nightflow_request;
grant update on platform.user_roles to nightflow_request;
create policy seen on platform.user_roles for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.user_roles for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.user_roles for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.user_roles for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.user_roles to nightflow_request;
alter table platform.dictionary_types enable row level security;
drop policy if exists own_tenant on platform.dictionary_types;
revoke all on platform.dictionary_types from nightflow_request;
grant select on platform.dictionary_types to nightflow_request;
grant insert on platform.dictionary_types to nightflow_request;
grant update on platform.dictionary_types to nightflow_request;
create policy seen on platform.dictionary_types for select to nightflow_request using (true);
create policy made on platform.dictionary_types for insert to nightflow_request with check (current_setting('nightflow.tenant', true) = 'platform');
create policy changed on platform.dictionary_types for update to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform') with check (current_setting('nightflow.tenant', true) = 'platform');
create policy removed on platform.dictionary_types for delete to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform');
grant delete on platform.dictionary_types to nightflow_request;
alter table platform.dictionary_data enable row level security;
drop policy if exists own_tenant on platform.dictionary_data;
revoke all on platform.dictionary_data from nightflow_request;
grant select on platform.dictionary_data to nightflow_request;
grant insert on platform.dictionary_data to nightflow_request;
grant update on platform.dictionary_data to nightflow_request;
create policy seen on platform.dictionary_data for select to nightflow_request using (true);
create policy made on platform.dictionary_data for insert to nightflow_request with check (current_setting('nightflow.tenant', true) = 'platform');
create policy changed on platform.dictionary_data for update to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform') with check (current_setting('nightflow.tenant', true) = 'platform');
create policy removed on platform.dictionary_data for delete to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform');
grant delete on platform.dictionary_data to nightflow_request;
alter table platform.configuration enable row level security;
drop policy if exists own_tenant on platform.configuration;
revoke all on platform.configuration from nightflow_request;
grant select on platform.configuration to nightflow_request;
grant insert on platform.configuration to nightflow_request;
grant update on platform.configuration to nightflow_request;
create policy seen on platform.configuration for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true) or tenant = 'platform');
create policy made on platform.configuration for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.configuration for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.configuration for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.configuration to nightflow_request;
alter table platform.notices enable row level security;
drop policy if exists own_tenant on platform.notices;
revoke all on platform.notices from nightflow_request;
grant select on platform.notices to nightflow_request;
grant insert on platform.notices to nightflow_request;
grant update on platform.notices to nightflow_request;
create policy seen on platform.notices for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true) or tenant = 'platform');
create policy made on platform.notices for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.notices for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.notices for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.notices to nightflow_request;
alter table platform.carriers enable row level security;
drop policy if exists own_tenant on platform.carriers;
revoke all on platform.carriers from nightflow_request;
grant select on platform.carriers to nightflow_request;
grant insert on platform.carriers to nightflow_request;
grant update on platform.carriers to nightflow_request;
create policy seen on platform.carriers for select to nightflow_request using (true);
create policy made on platform.carriers for insert to nightflow_request with check (current_setting('nightflow.tenant', true) = 'platform');
create policy changed on platform.carriers for update to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform') with check (current_setting('nightflow.tenant', true) = 'platform');
create policy removed on platform.carriers for delete to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform');
grant delete on platform.carriers to nightflow_request;
alter table platform.third_party_platforms enable row level security;
drop policy if exists own_tenant on platform.third_party_platforms;
revoke all on platform.third_party_platforms from nightflow_request;
grant select on platform.third_party_platforms to nightflow_request;
grant insert on platform.third_party_platforms to nightflow_request;
grant update on platform.third_party_platforms to nightflow_request;
create policy seen on platform.third_party_platforms for select to nightflow_request using (true);
create policy made on platform.third_party_platforms for insert to nightflow_request with check (current_setting('nightflow.tenant', true) = 'platform');
create policy changed on platform.third_party_platforms for update to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform') with check (current_setting('nightflow.tenant', true) = 'platform');
create policy removed on platform.third_party_platforms for delete to nightflow_request using (current_setting('nightflow.tenant', true) = 'platform');
grant delete on platform.third_party_platforms to nightflow_request;
alter table platform.sessions enable row level security;
drop policy if exists own_tenant on platform.sessions;
revoke all on platform.sessions from nightflow_request;
grant select on platform.sessions to nightflow_request;
create policy seen on platform.sessions for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
alter table platform.tenant_visits enable row level security;
drop policy if exists own_tenant on platform.tenant_visits;
revoke all on platform.tenant_visits from nightflow_request;
grant select on platform.tenant_visits to nightflow_request;
create policy seen on platform.tenant_visits for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform');
alter table platform.outbox enable row level security;
drop policy if exists own_tenant on platform.outbox;
revoke all on platform.outbox from nightflow_request;
grant select on platform.outbox to nightflow_request;
create policy seen on platform.outbox for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform');
alter table platform.files enable row level security;
drop policy if exists own_tenant on platform.files;
revoke all on platform.files from nightflow_request;
grant select on platform.files to nightflow_request;
grant insert on platform.files to nightflow_request;
create policy seen on platform.files for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.files for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.files for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.files to nightflow_request;
alter table platform.alarm_marks enable row level security;
drop policy if exists own_tenant on platform.alarm_marks;
revoke all on platform.alarm_marks from nightflow_request;
grant select on platform.alarm_marks to nightflow_request;
grant insert on platform.alarm_marks to nightflow_request;
grant update on platform.alarm_marks to nightflow_request;
create policy seen on platform.alarm_marks for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
create policy made on platform.alarm_marks for insert to nightflow_request with check (tenant = current_setting('nightflow.tenant', true));
create policy changed on platform.alarm_marks for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true)) with check (tenant = current_setting('nightflow.tenant', true));
create policy removed on platform.alarm_marks for delete to nightflow_request using (tenant = current_setting('nightflow.tenant', true));
grant delete on platform.alarm_marks to nightflow_request;
