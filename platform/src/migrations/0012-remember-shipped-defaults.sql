-- A row that the service ships remembers the values it was shipped with. A column that still has its shipped value follows the
-- declaration of a later version; a column that an operator edited keeps the operator's value.
-- Rows of earlier versions: one that was never edited was shipped as it is. Of one that was edited, no shipped value is known.

alter table platform.menus add shipped jsonb;
alter table platform.dictionary_types add shipped jsonb;
alter table platform.dictionary_data add shipped jsonb;
alter table platform.configuration add shipped jsonb;

update platform.menus set shipped = jsonb_build_object('menu_key', menu_key, 'titles', titles, 'order_num', order_num, 'path', path,
    'component', component, 'route_name', route_name, 'menu_type', menu_type, 'visible', visible, 'perms', perms, 'icon', icon,
    'audience', audience, 'parent', (select above.menu_key from platform.menus above where above.menu_id = menus.parent_id))
  where menu_key is not null and update_time is null and create_by = 'system';
update platform.dictionary_data set shipped = jsonb_build_object('dict_type', dict_type, 'dict_value', dict_value, 'labels', labels,
    'dict_sort', dict_sort, 'list_class', list_class, 'is_default', is_default)
  where update_time is null and create_by = 'system';
update platform.configuration set shipped = jsonb_build_object('tenant', tenant, 'config_key', config_key, 'config_name', config_name,
    'config_value', config_value)
  where tenant = 'platform' and update_time is null and create_by = 'system';

-- The entries that were shipped: one that is missing was removed by an operator and stays removed.
update platform.dictionary_types as types set shipped = jsonb_build_object('dict_type', types.dict_type, 'entries', to_jsonb(string_to_array(entries, ',')))
    || case when update_time is null then jsonb_build_object('dict_name', dict_name) else '{}' end
  from (values
    ('sys_normal_disable', '0,1'),
    ('sys_user_sex', '0,1,2'),
    ('sys_show_hide', '0,1'),
    ('sys_yes_no', 'Y,N'),
    ('sys_notice_type', '1,2'),
    ('sys_notice_status', '0,1'),
    ('sys_oper_type', '1,2,3,4,5,6,7,9,0'),
    ('sys_common_status', '0,1'),
    ('sys_role_type', 'general,agent'),
    ('sys_data_scope', '1,2,3,4,5'),
    ('sys_user_type', '00,01,02,03'),
    ('meter_alarm_type', 'battery-low,tamper,meter-leak,burst,reverse-flow,meter-silent,valve-failed,partition-leakage,partition-night-flow,partition-kl,gateway-silent,event-set-aside'),
    ('alarm_status', '0,1,2,3'),
    ('account_no_gen_mode', '0,1')
  ) as declared (dict_type, entries)
  where types.dict_type = declared.dict_type and create_by = 'system';
