import { sessionChangesAnnounced } from './session-changes.ts'

/**
 * Tables of identity and administration. Columns are the snake case of the fields of `schemas/src/platform`, so that a resource needs no
 * mapping. `status` is `'0'` in use, `'1'` out of use. Rows of tenant `platform` are the defaults that everybody reads.
 */

const status = `status text not null default '0' check (status in ('0', '1'))`
const audit = `
    remark text,
    create_by text,
    create_time timestamptz not null default now(),
    update_by text,
    update_time timestamptz`
const tenant = `tenant text not null references platform.tenants`

/**
 * Sign-in is by user name, e-mail or telephone alone, so each of them names one person in the whole service. Where two tenants had the same
 * name, the later one takes its tenant's code along.
 */
const people = `
  alter table platform.tenants
    add tenant_id bigint generated always as identity unique,
    add kind text not null default 'normal' check (kind in ('normal', 'trial')),
    add ${status},
    add contact_name text, add contact_phone text, add address text, add logo_file uuid,
    add remark text, add create_by text, add update_by text, add update_time timestamptz;
  alter table platform.users
    add user_id bigint generated always as identity unique,
    add nick_name text, add introduction text, add initial_password_hash text, add email text, add area_code text, add phonenumber text,
    add sex text not null default '2' check (sex in ('0', '1', '2')),
    add avatar_file uuid, add dept_id bigint,
    add user_type text not null default '01' check (user_type in ('00', '01', '02', '03')),
    add language text check (language in ('zh-CN', 'en', 'fr', 'id')),
    add ${status},
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
`

/** Keys name the tenant, so that nothing of one tenant can hang on what is another's: foreign keys do not look at row-level security. */
const ofRole = `${tenant}, role_id bigint not null, foreign key (tenant, role_id) references platform.roles (tenant, role_id) on delete cascade`

/** What used to be one word beside a user's name. Only the platform's own tenant has operators. */
const peopleGetRoles = `
  insert into platform.tenants (code, name, time_zone) values ('platform', 'Platform', 'UTC') on conflict do nothing;
  update platform.users set role = 'admin' where role = 'operator' and tenant <> 'platform';
  insert into platform.roles (tenant, role_name, role_key, built_in) select distinct tenant, role, role, true from platform.users;
  insert into platform.user_roles (tenant, role_id, user_id)
    select u.tenant, r.role_id, u.user_id from platform.users u join platform.roles r on r.tenant = u.tenant and r.role_key = u.role;
  update platform.users set user_type = '00' where tenant = 'platform';
  alter table platform.users drop column role;`

const organisation = `
  create table platform.departments (
    dept_id bigint generated always as identity primary key, ${tenant},
    parent_id bigint, dept_name text not null, order_num integer not null default 0,
    leader text, phone text, email text, ${status}, ${audit},
    unique (tenant, dept_id), foreign key (tenant, parent_id) references platform.departments (tenant, dept_id)
  );
  create unique index departments_by_name on platform.departments (tenant, coalesce(parent_id, 0), lower(dept_name));
  alter table platform.users
    add unique (tenant, user_id), add foreign key (tenant, dept_id) references platform.departments (tenant, dept_id);
  create index users_of_department on platform.users (dept_id);
  create table platform.regions (
    region_id bigint generated always as identity primary key, ${tenant},
    parent_id bigint, region_name text not null, order_num integer not null default 0, ${status}, ${audit},
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
    visible text not null default '0' check (visible in ('0', '1')), ${status},
    perms text, icon text, audience text not null default 'tenant' check (audience in ('tenant', 'platform', 'everybody')), ${audit}
  );
  create table platform.roles (
    role_id bigint generated always as identity primary key, ${tenant},
    role_name text not null, role_key text not null, role_type text not null default 'general' check (role_type in ('general', 'agent')),
    role_sort integer not null default 0, built_in boolean not null default false,
    data_scope text not null default '1' check (data_scope in ('1', '2', '3', '4', '5')), ${status}, ${audit},
    unique (tenant, role_key), unique (tenant, role_id)
  );
  create unique index roles_by_name on platform.roles (tenant, lower(role_name));
  create table platform.role_menus (
    ${ofRole},
    menu_id bigint not null references platform.menus on delete cascade, primary key (role_id, menu_id)
  );
  create table platform.role_departments (
    ${ofRole}, dept_id bigint not null, primary key (role_id, dept_id),
    foreign key (tenant, dept_id) references platform.departments (tenant, dept_id) on delete cascade
  );
  create table platform.role_regions (
    ${ofRole}, region_id bigint not null, primary key (role_id, region_id),
    foreign key (tenant, region_id) references platform.regions (tenant, region_id) on delete cascade
  );
  create table platform.user_roles (
    ${ofRole}, user_id bigint not null, primary key (user_id, role_id),
    foreign key (tenant, user_id) references platform.users (tenant, user_id) on delete cascade
  );
  create index user_roles_by_role on platform.user_roles (role_id);
  ${peopleGetRoles}
`

const words = `
  create table platform.dictionary_types (
    dict_id bigint generated always as identity primary key, dict_name text not null, dict_type text not null unique, ${status}, ${audit}
  );
  create table platform.dictionary_data (
    dict_code bigint generated always as identity primary key,
    dict_type text not null references platform.dictionary_types (dict_type) on update cascade on delete cascade,
    dict_value text not null, labels jsonb not null, dict_sort integer not null default 0, css_class text, list_class text,
    is_default text not null default 'N' check (is_default in ('Y', 'N')), ${status}, ${audit},
    unique (dict_type, dict_value)
  );
  create table platform.configuration (
    config_id bigint generated always as identity primary key, ${tenant},
    config_name text not null, config_key text not null, config_value text not null,
    config_type text not null default 'N' check (config_type in ('Y', 'N')), ${audit},
    unique (tenant, config_key)
  );
  create table platform.notices (
    notice_id bigint generated always as identity primary key, ${tenant},
    notice_title text not null, notice_type text not null check (notice_type in ('1', '2')), notice_content text not null default '', ${status}, ${audit}
  );
  create index notices_of_tenant on platform.notices (tenant, notice_id);
  create table platform.carriers (
    carrier_id bigint generated always as identity primary key,
    carrier_name text not null unique, country text, area_code text, sms_length integer not null check (sms_length > 0), ${status}, ${audit}
  );
  create table platform.third_party_platforms (
    platform_id bigint generated always as identity primary key,
    platform_code text not null unique, platform_name text not null, contact text, ${status}, ${audit}
  );
`

const sessions = `
  create table platform.sessions (
    id uuid primary key, ${tenant}, user_id bigint not null references platform.users (user_id) on delete cascade,
    home_tenant text not null references platform.tenants, visited_from uuid references platform.sessions on delete cascade,
    idle_seconds integer not null, started_at timestamptz not null default now(), renewed_at timestamptz not null default now(),
    idle_until timestamptz not null, ends_at timestamptz not null, ended_at timestamptz, ended_because text,
    address text not null, client text not null default ''
  );
  create index sessions_of_user on platform.sessions (user_id) where ended_at is null;
  create index sessions_by_end on platform.sessions (ends_at);
  create table platform.tenant_visits (
    visit_id bigint generated always as identity primary key, ${tenant}, operator text not null, session_id uuid not null, reason text not null,
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
    file_id uuid primary key, ${tenant}, purpose text not null check (purpose in ('avatar', 'logo', 'image', 'download')),
    file_name text not null, media_type text not null, bytes bytea not null, create_by text, create_time timestamptz not null default now(), expires_at timestamptz
  );
  create index files_by_expiry on platform.files (expires_at) where expires_at is not null;
  create table platform.alarm_marks (
    ${tenant}, user_id bigint not null references platform.users (user_id) on delete cascade,
    alarm_id bigint not null, viewed_at timestamptz, cleared_at timestamptz, primary key (user_id, alarm_id)
  );
`

export const backOfficeTables = people + organisation + words + sessions + sessionChangesAnnounced

/**
 * What a request may do with a table, and which rows it sees: `own` its tenant's; `shared` those of the platform's tenant too;
 * `watched` its own, and all of them for the platform's operators; `common` a table without tenants that the platform alone writes.
 */
export type Right = {
  sees: 'own' | 'shared' | 'watched' | 'common'
  tenantColumn?: string
  select?: string
  insert?: string
  update?: string
  delete?: true
}

const administered = { select: '*', insert: '*', update: '*', delete: true } as const

/** In place of what migration 3 granted for the tables that are there too. Not named is refused. */
export const backOfficeRights: Record<string, Right> = {
  tenants: {
    sees: 'watched',
    tenantColumn: 'code',
    select: '*',
    insert: 'code, name, time_zone, settings, kind, status, contact_name, contact_phone, address, logo_file, remark, create_by',
    update: 'name, time_zone, settings, kind, status, contact_name, contact_phone, address, logo_file, remark, update_by, update_time',
  },
  users: {
    sees: 'own',
    select:
      'tenant, user_id, username, nick_name, introduction, email, area_code, phonenumber, sex, avatar_file, dept_id, user_type, language, status, must_change_password, created_at, password_changed_at, last_login_at, last_login_address, remark, create_by, update_by, update_time',
    insert:
      'tenant, username, password_hash, initial_password_hash, nick_name, email, area_code, phonenumber, sex, dept_id, user_type, language, status, must_change_password, remark, create_by',
    update:
      'password_hash, initial_password_hash, must_change_password, password_changed_at, nick_name, introduction, email, area_code, phonenumber, sex, avatar_file, dept_id, user_type, language, status, remark, update_by, update_time',
    delete: true,
  },
  operation_log: { sees: 'watched', select: '*', insert: 'tenant, actor, operation, subject, outcome, before, after, position, address' },
  login_log: { sees: 'watched', select: '*' },
  departments: { sees: 'own', ...administered },
  regions: { sees: 'own', ...administered },
  menus: { sees: 'common', ...administered },
  roles: { sees: 'own', ...administered },
  role_menus: { sees: 'own', ...administered },
  role_departments: { sees: 'own', ...administered },
  role_regions: { sees: 'own', ...administered },
  user_roles: { sees: 'own', ...administered },
  dictionary_types: { sees: 'common', ...administered },
  dictionary_data: { sees: 'common', ...administered },
  configuration: { sees: 'shared', ...administered },
  notices: { sees: 'shared', ...administered },
  carriers: { sees: 'common', ...administered },
  third_party_platforms: { sees: 'common', ...administered },
  sessions: { sees: 'own', select: '*' },
  tenant_visits: { sees: 'watched', select: '*' },
  outbox: { sees: 'watched', select: '*' },
  files: { sees: 'own', select: '*', insert: '*', delete: true },
  alarm_marks: { sees: 'own', ...administered },
}

/**
 * Clients of the RuoYi kind take the person with identifier 1 for the platform's own and offer no buttons on that row. No tenant's person has
 * it: new ones begin at 2, and one that a tenant has gets another, except an agent, whom the log knows by it.
 */
export const firstUserIsThePlatforms = `
  alter table platform.user_roles drop constraint user_roles_tenant_user_id_fkey,
    add foreign key (tenant, user_id) references platform.users (tenant, user_id) on update cascade on delete cascade;
  alter table platform.sessions drop constraint sessions_user_id_fkey,
    add foreign key (user_id) references platform.users (user_id) on update cascade on delete cascade;
  alter table platform.alarm_marks drop constraint alarm_marks_user_id_fkey,
    add foreign key (user_id) references platform.users (user_id) on update cascade on delete cascade;
  select setval(pg_get_serial_sequence('platform.users', 'user_id'), greatest(1, (select max(user_id) from platform.users)));
  update platform.users set user_id = default where user_id = 1 and tenant <> 'platform' and user_type <> '03';
`
