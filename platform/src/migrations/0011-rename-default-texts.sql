-- Default texts in the terms of the trade. A row whose text was edited keeps it.

update platform.dictionary_types set dict_name = 'Activation status' where dict_type = 'sys_normal_disable' and dict_name = 'In use or not';
update platform.dictionary_types set dict_name = 'User sex' where dict_type = 'sys_user_sex' and dict_name = 'Sex of a user';
update platform.dictionary_types set dict_name = 'Menu visibility' where dict_type = 'sys_show_hide' and dict_name = 'Shown in the menu or not';
update platform.dictionary_types set dict_name = 'Notice type' where dict_type = 'sys_notice_type' and dict_name = 'Kind of notice';
update platform.dictionary_types set dict_name = 'Notice status' where dict_type = 'sys_notice_status' and dict_name = 'State of a notice';
update platform.dictionary_types set dict_name = 'Operation type' where dict_type = 'sys_oper_type' and dict_name = 'Type of operation';
update platform.dictionary_types set dict_name = 'Role type' where dict_type = 'sys_role_type' and dict_name = 'Kind of role';
update platform.dictionary_types set dict_name = 'Role data scope' where dict_type = 'sys_data_scope' and dict_name = 'Data that a role sees';
update platform.dictionary_types set dict_name = 'User type' where dict_type = 'sys_user_type' and dict_name = 'Kind of user';
update platform.dictionary_types set dict_name = 'Alarm type' where dict_type = 'meter_alarm_type' and dict_name = 'Kind of alarm';
update platform.dictionary_types set dict_name = 'Alarm status' where dict_type = 'alarm_status' and dict_name = 'State of an alarm';
update platform.dictionary_types set dict_name = 'Account number generation' where dict_type = 'account_no_gen_mode' and dict_name = 'How account numbers are made';

update platform.configuration set config_name = 'Require a captcha at sign-in (true, false)'
  where tenant = 'platform' and config_key = 'sys.account.captchaEnabled' and config_name = 'Ask for a captcha on signing in (true, false)';

update platform.configuration set config_name = 'Captcha type (math, char)'
  where tenant = 'platform' and config_key = 'sys.account.captchaType' and config_name = 'Kind of captcha (math, char)';

update platform.configuration set config_name = 'Allow registration of trial accounts (true, false)'
  where tenant = 'platform' and config_key = 'sys.account.registerUser' and config_name = 'Let visitors open an experience account (true, false)';

update platform.configuration set config_name = 'Require a change of the initial password (0 no, 1 yes)'
  where tenant = 'platform' and config_key = 'sys.account.initPasswordModify' and config_name = 'Ask for a change of the initial password (0 no, 1 yes)';

update platform.configuration set config_name = 'Password validity in days (0 unlimited)'
  where tenant = 'platform' and config_key = 'sys.account.passwordValidateDays' and config_name = 'Days after which a password should be changed (0 never)';

update platform.dictionary_data set labels = '{"en":"Enabled","zh-CN":"启用","fr":"Actif","id":"Aktif"}'::jsonb
  where dict_type = 'sys_normal_disable' and dict_value = '0' and labels = '{"en":"In use","zh-CN":"启用","fr":"En service","id":"Aktif"}'::jsonb;

update platform.dictionary_data set labels = '{"en":"Disabled","zh-CN":"停用","fr":"Désactivé","id":"Nonaktif"}'::jsonb
  where dict_type = 'sys_normal_disable' and dict_value = '1' and labels = '{"en":"Out of use","zh-CN":"停用","fr":"Hors service","id":"Nonaktif"}'::jsonb;

update platform.dictionary_data set labels = '{"en":"Not specified","zh-CN":"未知","fr":"Non précisé","id":"Tidak disebutkan"}'::jsonb
  where dict_type = 'sys_user_sex' and dict_value = '2' and labels = '{"en":"Not said","zh-CN":"未知","fr":"Non précisé","id":"Tidak disebutkan"}'::jsonb;

update platform.dictionary_data set labels = '{"en":"Selected departments and regions","zh-CN":"自定义数据权限","fr":"Services et régions choisis","id":"Departemen dan wilayah terpilih"}'::jsonb
  where dict_type = 'sys_data_scope' and dict_value = '2' and labels = '{"en":"Chosen departments and regions","zh-CN":"自定义数据权限","fr":"Services et régions choisis","id":"Departemen dan wilayah terpilih"}'::jsonb;

update platform.dictionary_data set labels = '{"en":"Manual entry","zh-CN":"手动录入","fr":"Saisie manuelle","id":"Input manual"}'::jsonb
  where dict_type = 'account_no_gen_mode' and dict_value = '0' and labels = '{"en":"Typed by hand","zh-CN":"手动录入","fr":"Saisi à la main","id":"Diketik sendiri"}'::jsonb;

update platform.dictionary_data set labels = '{"en":"Automatic","zh-CN":"自动生成","fr":"Automatique","id":"Otomatis"}'::jsonb
  where dict_type = 'account_no_gen_mode' and dict_value = '1' and labels = '{"en":"Counted on","zh-CN":"自动生成","fr":"Généré","id":"Dibuat otomatis"}'::jsonb;
update platform.menus set titles = '{"en":"Historical data","zh-CN":"历史数据回溯","fr":"Données historiques","id":"Data historis"}'::jsonb where menu_key like 'audit/time-travel' and titles = '{"en":"Figures as of a moment","zh-CN":"历史时点","fr":"Chiffres à une date","id":"Angka pada suatu saat"}'::jsonb;
update platform.menus set titles = '{"en":"View","zh-CN":"查询","fr":"Consulter","id":"Lihat"}'::jsonb where menu_key like '%#%:query' and titles = '{"en":"Show","zh-CN":"查询","fr":"Consulter","id":"Lihat"}'::jsonb;
update platform.menus set titles = '{"en":"Dashboard data","zh-CN":"首页数据","fr":"Données du tableau de bord","id":"Data dasbor"}'::jsonb where menu_key like 'index#dashboard:figures:read' and titles = '{"en":"Dashboard figures","zh-CN":"首页数据","fr":"Chiffres du tableau de bord","id":"Angka dasbor"}'::jsonb;
