/** Where the database says that what a session may do has changed. The message names the session, or is `*` for all of them. */
export const sessionChannel = 'nightflow_sessions'

/**
 * The database itself speaks up, whoever wrote: an ended session, a disabled user or tenant and a changed role are known to every process at
 * once, without anybody having to remember to say so. A session that is only kept alive says nothing.
 */
export const sessionChangesAnnounced = `
  create function platform.announce_session() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${sessionChannel}', coalesce(new.id, old.id)::text);
    return null;
  end $$;
  create function platform.announce_all_sessions() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${sessionChannel}', '*');
    return null;
  end $$;
  create trigger session_ended after update of ended_at on platform.sessions for each row execute function platform.announce_session();
  create trigger session_removed after delete on platform.sessions for each row execute function platform.announce_session();
  create trigger people_changed after update of username, status, user_type, language, must_change_password on platform.users
    for each statement execute function platform.announce_all_sessions();
  create trigger tenants_changed after update of status, kind on platform.tenants
    for each statement execute function platform.announce_all_sessions();
  ${['roles', 'menus']
    .map(
      (table) => `create trigger ${table}_changed after update or delete on platform.${table}
    for each statement execute function platform.announce_all_sessions();`,
    )
    .join('\n  ')}
  ${['role_menus', 'user_roles']
    .map(
      (table) => `create trigger ${table}_changed after insert or update or delete on platform.${table}
    for each statement execute function platform.announce_all_sessions();`,
    )
    .join('\n  ')}
`
