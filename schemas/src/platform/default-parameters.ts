import { colourRangesKey, defaultColourRanges, writtenColourRanges } from '../shared/colour-ranges.ts'
import type { Texts } from '../shared/language.ts'
import { defaultRegulatorClasses, regulatorClassesKey } from '../shared/regulator-classes.ts'
import { InitialPasswordChange } from './configuration.ts'

type DefaultParameter = { key: string; name: Texts; value: string }

const parameter = (key: string, value: string, en: string, zh: string, fr: string, id: string): DefaultParameter => ({
  key,
  value,
  name: { en, 'zh-CN': zh, fr, id },
})

/**
 * Defaults of the parameters. Operators change them in the database, which stores the English name: until an operator renames it,
 * readers see the name in their own language.
 */
export const defaultParameters: readonly DefaultParameter[] = [
  parameter(
    'sys.account.captchaEnabled',
    'true',
    'Require a captcha at sign-in (true, false)',
    '登录验证码开关（true、false）',
    'Exiger un captcha à la connexion (true, false)',
    'Wajibkan captcha saat masuk (true, false)',
  ),
  parameter(
    'sys.account.captchaType',
    'math',
    'Captcha type (math, char)',
    '验证码类型（math、char）',
    'Type de captcha (math, char)',
    'Jenis captcha (math, char)',
  ),
  parameter(
    'sys.account.registerUser',
    'true',
    'Allow registration of trial accounts (true, false)',
    '开放体验账号注册（true、false）',
    'Autoriser l’inscription aux comptes d’essai (true, false)',
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
    InitialPasswordChange.enum.required,
    'Require a change of the initial password (0 no, 1 yes)',
    '首次登录须修改密码（0 否，1 是）',
    'Exiger le changement du mot de passe initial (0 non, 1 oui)',
    'Wajibkan ganti kata sandi awal (0 tidak, 1 ya)',
  ),
  parameter(
    'sys.account.passwordValidateDays',
    '0',
    'Password validity in days (0 unlimited)',
    '密码有效天数（0 不限制）',
    'Validité du mot de passe en jours (0 illimitée)',
    'Masa berlaku kata sandi dalam hari (0 tanpa batas)',
  ),
  parameter(
    'sys.card.bridgeToolUrl',
    '-',
    'Download address of the card bridge tool (https address, or -)',
    '读卡桥接工具下载地址（https 地址，或 -）',
    'Adresse de téléchargement de BridgeTool (adresse https, ou -)',
    'Alamat unduh BridgeTool (alamat https, atau -)',
  ),
  parameter(
    colourRangesKey,
    writtenColourRanges(defaultColourRanges),
    'Colour ranges of leakage rates on the map (upper end in % and colour)',
    '地图漏损率颜色区间（上限 % 与颜色）',
    'Plages de couleur des taux de fuite sur la carte (fin en % et couleur)',
    'Rentang warna tingkat kebocoran di peta (batas atas % dan warna)',
  ),
  parameter(
    regulatorClassesKey,
    defaultRegulatorClasses,
    'Ends of the classes of regulators (ARERA M1b in %, M1a in m3/km/d, PDAM in %)',
    '监管等级界限（ARERA M1b %、M1a m3/km/d、PDAM %）',
    'Bornes des classes des régulateurs (ARERA M1b en %, M1a en m3/km/j, PDAM en %)',
    'Batas kelas regulator (ARERA M1b dalam %, M1a dalam m3/km/hari, PDAM dalam %)',
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
