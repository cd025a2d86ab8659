-- How people like the pages of the browser: tiles of the start page and favourites of the menu.

alter table platform.users add preferences jsonb not null default '{}' check (pg_column_size(preferences) < 16384);
grant select (preferences), update (preferences) on platform.users to nightflow_request;
