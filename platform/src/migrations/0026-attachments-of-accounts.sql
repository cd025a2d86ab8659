-- Attachments belong to a person, so that they go when the person is erased, and are counted apart from pictures.
alter table platform.files add column person_id uuid;
alter table platform.files drop constraint files_purpose_check;
alter table platform.files add constraint files_purpose_check check (purpose in ('avatar', 'logo', 'image', 'download', 'reading', 'attachment'));
alter table platform.files add constraint files_person_check check ((purpose = 'attachment') = (person_id is not null));
create index files_of_persons on platform.files (tenant, person_id) where purpose = 'attachment';
