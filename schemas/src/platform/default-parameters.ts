/** Parameters as they are on the first day; operators change them in the database. Without a value, one is drawn by chance. */
export const defaultParameters: readonly { key: string; name: string; value: string | null }[] = [
  { key: 'sys.user.initPassword', name: 'Password that an account starts with', value: null },
  { key: 'sys.account.captchaEnabled', name: 'Ask for a captcha on signing in (true, false)', value: 'true' },
  { key: 'sys.account.captchaType', name: 'Kind of captcha (math, char)', value: 'math' },
  { key: 'sys.account.registerUser', name: 'Let visitors open an experience account (true, false)', value: 'true' },
  { key: 'sys.account.initPasswordModify', name: 'Ask for a change of the initial password (0 no, 1 yes)', value: '1' },
  { key: 'sys.account.passwordValidateDays', name: 'Days after which a password should be changed (0 never)', value: '0' },
  { key: 'sys.index.skinName', name: 'Theme colour of the main frame', value: 'skin-blue' },
  { key: 'sys.index.sideTheme', name: 'Theme of the sidebar (theme-dark, theme-light)', value: 'theme-light' },
]
