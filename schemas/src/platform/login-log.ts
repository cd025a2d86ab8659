import { z } from 'zod'
import type { Texts } from '../shared/language.ts'
import { CommonStatus } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { Instant } from '../shared/values.ts'

/**
 * `pending` is an attempt whose process died before it knew, and counts as refused; `barred` knew the password and may not come in;
 * `unlocked` is an administrator's word after too many failures.
 */
export const SignInOutcome = z.enum(['pending', 'accepted', 'refused', 'barred', 'signed-out', 'unlocked'])

/** Sign-ins, successful and failed. The platform's operators see those of all tenants. */
export const signIns = defineResource({
  name: 'signIn',
  texts: 'platform',
  noun: 'sign-in',
  path: '/prod-api/system/logininfor',
  permission: 'system:logininfor',
  verbs: ['list', 'query', 'export', 'unlock'],
  id: 'infoId',
  table: 'platform.login_log',
  scope: 'watched',
  fields: {
    /** Empty for an unknown name. */
    tenant: { schema: z.string(), filter: 'equals', filterMax: 32 },
    userName: { schema: z.string(), filter: 'contains', column: 'username' },
    ipaddr: { schema: z.string(), filter: 'contains', filterMax: 64, column: 'address' },
    /** Name of the person's program. */
    client: { schema: z.string() },
    outcome: { schema: SignInOutcome, filter: 'equals' },
    loginTime: { schema: Instant, column: 'at' },
    /** The same attempt in the fields of the back office's clients: success or failure, and the outcome in the reader's language. */
    status: { schema: CommonStatus, filter: 'equals' },
    msg: { schema: z.string(), isComputed: true },
    accessTime: { schema: Instant, column: 'at' },
  },
  menu: {
    directory: 'system',
    place: 120,
    path: 'logininfor',
    component: 'system/logininfor/index',
    icon: 'login',
    titles: { en: 'Sign-in log', 'zh-CN': '登录日志', fr: 'Journal des connexions', id: 'Log masuk' },
  },
  screen: {
    columns: ['userName', 'tenant', 'outcome', 'ipaddr', 'client', 'loginTime'],
    filters: ['userName', 'ipaddr', 'outcome', 'createdWithin'],
  },
})

const outcomes = (en: string, zh: string, fr: string, id: string): Texts => ({ en, 'zh-CN': zh, fr, id })

/** Outcome of a sign-in attempt, in the reader's language. */
export const signInOutcomeTexts: Record<z.infer<typeof SignInOutcome>, Texts> = {
  pending: outcomes('Interrupted', '登录中断', 'Interrompu', 'Terputus'),
  accepted: outcomes('Signed in', '登录成功', 'Connecté', 'Berhasil masuk'),
  refused: outcomes('Rejected', '登录失败', 'Refusé', 'Ditolak'),
  barred: outcomes('Account blocked', '账号禁止登录', 'Compte bloqué', 'Akun diblokir'),
  'signed-out': outcomes('Signed out', '退出成功', 'Déconnecté', 'Keluar'),
  unlocked: outcomes('Unlocked', '账号解锁', 'Déverrouillé', 'Kunci dibuka'),
}
