-- RuoYi clients hide the buttons on the row of the user with identifier 1. No tenant's user has it, except an agent, whose identifier
-- is in the log.

alter table platform.user_roles drop constraint user_roles_tenant_user_id_fkey,
  add foreign key (tenant, user_id) references platform.users (tenant, user_id) on update cascade on delete cascade;
alter table platform.sessions drop constraint sessions_user_id_fkey,
  add foreign key (user_id) references platform.users (user_id) on update cascade on delete cascade;
alter table platform.alarm_marks drop constraint alarm_marks_user_id_fkey,
  add foreign key (user_id) references platform.users (user_id) on update cascade on delete cascade;
select setval(pg_get_serial_sequence('platform.users', 'user_id'), greatest(1, (select max(user_id) from platform.users)));
update platform.users set user_id = default where user_id = 1 and tenant <> 'platform' and user_type <> '03';
