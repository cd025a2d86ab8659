-- What sign-in limits count by: the normalised user name, the network, and the device if the account knows it.

alter table platform.login_log add name_key text, add network text, add device text;
create index login_log_by_name_key on platform.login_log (name_key, at);
create index login_log_by_network on platform.login_log (network, at);
create index login_log_by_device on platform.login_log (device, at) where device is not null;
