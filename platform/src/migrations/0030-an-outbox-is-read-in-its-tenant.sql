-- Operators read the messages of a tenant while they visit it; at home those of no tenant alone.
drop policy seen on platform.outbox;
create policy seen on platform.outbox for select to nightflow_request using (tenant = current_setting('nightflow.tenant', true) or current_setting('nightflow.tenant', true) = 'platform' and tenant is null);
