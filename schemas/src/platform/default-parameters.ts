import type { Texts } from '../shared/language.ts'

type DefaultParameter = { key: string; name: Texts; value: string }

const parameter = (key: string, value: string, en: string, zh: string, fr: string, id: string): DefaultParameter => ({
  key,
  value,
  name: { en, 'zh-CN': zh, fr, id },
})

/**
 * Parameters as they are on the first day; operators change them in the database. The database keeps the
 * English name, and as long as nobody gives another, readers see it in their own language.
 */
export const defaultParameters: readonly DefaultParameter[] = [
  parameter(
    'sys.account.captchaEnabled',
    'true',
    'Ask for a captcha on signing in (true, false)',
    '登录验证码开关（true、false）',
    'Demander un captcha à la connexion (true, false)',
    'Minta captcha saat masuk (true, false)',
  ),
  parameter(
    'sys.account.captchaType',
    'math',
    'Kind of captcha (math, char)',
    '验证码类型（math、char）',
    'Type de captcha (math, char)',
    'Jenis captcha (math, char)',
  ),
  parameter(
    'sys.account.registerUser',
    'true',
    'Let visitors open an experience account (true, false)',
    '开放体验账号注册（true、false）',
    'Laisser ouvrir un compte d’essai (true, false)',
    'Izinkan pendaftaran akun uji coba (true, false)',
  ),
  parameter(
    'sys.account.plainPassword',
    'false',
    'Accept unencrypted passwords over TLS (true, false)',
    '允许通过 TLS 提交未加密的密码（true、false）',
    'Accepter les mots de passe non chiffrés sur TLS (true, false)',
    'Terima kata sandi tanpa enkripsi melalui TLS (true, false)',
  ),
  parameter(
    'sys.account.initPasswordModify',
    '1',
    'Ask for a change of the initial password (0 no, 1 yes)',
    '首次登录须修改密码（0 否，1 是）',
    'Faire changer le mot de passe initial (0 non, 1 oui)',
    'Wajibkan ganti kata sandi awal (0 tidak, 1 ya)',
  ),
  parameter(
    'sys.account.passwordValidateDays',
    '0',
    'Days after which a password should be changed (0 never)',
    '密码有效天数（0 不限制）',
    'Jours avant de changer de mot de passe (0 jamais)',
    'Hari sebelum kata sandi diganti (0 tidak pernah)',
  ),
  parameter(
    'sys.index.skinName',
    'skin-blue',
    'Theme colour of the main frame',
    '主框架主题颜色',
    'Couleur du cadre principal',
    'Warna tema bingkai utama',
  ),
  parameter(
    'sys.index.sideTheme',
    'theme-light',
    'Theme of the sidebar (theme-dark, theme-light)',
    '侧边栏主题（theme-dark、theme-light）',
    'Thème du menu latéral (theme-dark, theme-light)',
    'Tema bilah samping (theme-dark, theme-light)',
  ),
]
