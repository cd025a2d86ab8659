-- Accounts of one tenant used to start with one password. Where it was never replaced, it opens nothing any more: an administrator
-- resets such a password, or its owner recovers it by a code. First accounts of tenants and of trials had their own password.

delete from platform.configuration where config_key = 'sys.user.initPassword';
update platform.users set password_hash = 'none', initial_password_hash = null
  where must_change_password and password_hash = initial_password_hash and create_by is not null and lower(create_by) <> lower(username)
    and user_id > (select min(first.user_id) from platform.users first where first.tenant = users.tenant);
