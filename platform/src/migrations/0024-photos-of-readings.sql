-- Photos of readings belong to the meter and are counted apart from the pictures of people.
alter table platform.files drop constraint files_purpose_check;
alter table platform.files add constraint files_purpose_check check (purpose in ('avatar', 'logo', 'image', 'download', 'reading'));
create index files_of_readings on platform.files (tenant) where purpose = 'reading';
-- A photo is kept longer once its reading has come.
grant update (expires_at) on platform.files to nightflow_request;
create policy changed on platform.files for update to nightflow_request using (tenant = current_setting('nightflow.tenant', true))
  with check (tenant = current_setting('nightflow.tenant', true));
