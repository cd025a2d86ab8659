-- Gateways are admitted by keys that their processes remember for some seconds: a key that is revoked, or replaced, is forgotten at once.
create function platform.announce_gateway_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('nightflow_gateway_keys', 'changed');
  return null;
end $$;
create trigger gateway_keys_changed after update of key_hash, revoked_at or delete on platform.gateways
  for each statement execute function platform.announce_gateway_keys();
