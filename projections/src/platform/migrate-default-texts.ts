type Titles = { en: string; 'zh-CN': string; fr: string; id: string }

const titles = (en: string, zh: string, fr: string, id: string): Titles => ({ en, 'zh-CN': zh, fr, id })
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const json = (texts: Titles): string => `${quoted(JSON.stringify(texts))}::jsonb`

/** Default texts that an earlier version stored and that this migration replaces. A row whose text differs was edited and stays as it is. */
const dictionaryNames: readonly (readonly [dictType: string, before: string, after: string])[] = [
  ['sys_normal_disable', 'In use or not', 'Activation status'],
  ['sys_user_sex', 'Sex of a user', 'User sex'],
  ['sys_show_hide', 'Shown in the menu or not', 'Menu visibility'],
  ['sys_notice_type', 'Kind of notice', 'Notice type'],
  ['sys_notice_status', 'State of a notice', 'Notice status'],
  ['sys_oper_type', 'Type of operation', 'Operation type'],
  ['sys_role_type', 'Kind of role', 'Role type'],
  ['sys_data_scope', 'Data that a role sees', 'Role data scope'],
  ['sys_user_type', 'Kind of user', 'User type'],
  ['meter_alarm_type', 'Kind of alarm', 'Alarm type'],
  ['alarm_status', 'State of an alarm', 'Alarm status'],
  ['account_no_gen_mode', 'How account numbers are made', 'Account number generation'],
]

const parameterNames: readonly (readonly [key: string, before: string, after: string])[] = [
  ['sys.account.captchaEnabled', 'Ask for a captcha on signing in (true, false)', 'Require a captcha at sign-in (true, false)'],
  ['sys.account.captchaType', 'Kind of captcha (math, char)', 'Captcha type (math, char)'],
  [
    'sys.account.registerUser',
    'Let visitors open an experience account (true, false)',
    'Allow registration of trial accounts (true, false)',
  ],
  [
    'sys.account.initPasswordModify',
    'Ask for a change of the initial password (0 no, 1 yes)',
    'Require a change of the initial password (0 no, 1 yes)',
  ],
  [
    'sys.account.passwordValidateDays',
    'Days after which a password should be changed (0 never)',
    'Password validity in days (0 unlimited)',
  ],
]

const entryLabels: readonly (readonly [dictType: string, value: string, before: Titles, after: Titles])[] = [
  ['sys_normal_disable', '0', titles('In use', '启用', 'En service', 'Aktif'), titles('Enabled', '启用', 'Actif', 'Aktif')],
  [
    'sys_normal_disable',
    '1',
    titles('Out of use', '停用', 'Hors service', 'Nonaktif'),
    titles('Disabled', '停用', 'Désactivé', 'Nonaktif'),
  ],
  [
    'sys_user_sex',
    '2',
    titles('Not said', '未知', 'Non précisé', 'Tidak disebutkan'),
    titles('Not specified', '未知', 'Non précisé', 'Tidak disebutkan'),
  ],
  [
    'sys_data_scope',
    '2',
    titles('Chosen departments and regions', '自定义数据权限', 'Services et régions choisis', 'Departemen dan wilayah terpilih'),
    titles('Selected departments and regions', '自定义数据权限', 'Services et régions choisis', 'Departemen dan wilayah terpilih'),
  ],
  [
    'account_no_gen_mode',
    '0',
    titles('Typed by hand', '手动录入', 'Saisi à la main', 'Diketik sendiri'),
    titles('Manual entry', '手动录入', 'Saisie manuelle', 'Input manual'),
  ],
  [
    'account_no_gen_mode',
    '1',
    titles('Counted on', '自动生成', 'Généré', 'Dibuat otomatis'),
    titles('Automatic', '自动生成', 'Automatique', 'Otomatis'),
  ],
]

const menuTitles: readonly (readonly [keys: string, before: Titles, after: Titles])[] = [
  [
    'audit/time-travel',
    titles('Figures as of a moment', '历史时点', 'Chiffres à une date', 'Angka pada suatu saat'),
    titles('Historical data', '历史数据回溯', 'Données historiques', 'Data historis'),
  ],
  ['%#%:query', titles('Show', '查询', 'Consulter', 'Lihat'), titles('View', '查询', 'Consulter', 'Lihat')],
  [
    'index#dashboard:figures:read',
    titles('Dashboard figures', '首页数据', 'Chiffres du tableau de bord', 'Angka dasbor'),
    titles('Dashboard data', '首页数据', 'Données du tableau de bord', 'Data dasbor'),
  ],
]

export const migrateDefaultTexts: string = [
  ...dictionaryNames.map(
    ([type, before, after]) =>
      `update platform.dictionary_types set dict_name = ${quoted(after)} where dict_type = ${quoted(type)} and dict_name = ${quoted(before)};`,
  ),
  ...parameterNames.map(
    ([key, before, after]) => `
  update platform.configuration set config_name = ${quoted(after)}
    where tenant = 'platform' and config_key = ${quoted(key)} and config_name = ${quoted(before)};`,
  ),
  ...entryLabels.map(
    ([type, value, before, after]) => `
  update platform.dictionary_data set labels = ${json(after)}
    where dict_type = ${quoted(type)} and dict_value = ${quoted(value)} and labels = ${json(before)};`,
  ),
  ...menuTitles.map(
    ([keys, before, after]) =>
      `update platform.menus set titles = ${json(after)} where menu_key like ${quoted(keys)} and titles = ${json(before)};`,
  ),
].join('\n  ')
