import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import type { Texts } from '../shared/language.ts'
import { logResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'

/**
 * `pending` is an attempt whose process died before it knew, and counts as refused; `barred` knew the password and may not come in;
 * `unlocked` is an administrator's word after too many failures.
 */
export const SignInOutcome = z.enum(['pending', 'accepted', 'refused', 'barred', 'signed-out', 'unlocked'])

/** Who signed in, or tried to. The platform's operators see those of all tenants. */
export const signIns = logResource({
  path: '/prod-api/system/logininfor',
  permission: 'system:logininfor',
  noun: 'sign-in',
  id: 'infoId',
  row: z.object({
    infoId: z.int(),
    /** Empty for an unknown name. */
    tenant: z.string(),
    userName: z.string(),
    ipaddr: z.string(),
    /** What the person's program called itself. */
    client: z.string(),
    outcome: SignInOutcome,
    loginTime: Instant,
    /** The same attempt in the fields of the back office's clients: `0` for a success, and the outcome in the reader's language. */
    status: z.enum(['0', '1']),
    msg: z.string(),
    accessTime: Instant,
  }),
  filter: {
    tenant: text(32).optional(),
    userName: text(100).optional(),
    ipaddr: text(64).optional(),
    outcome: SignInOutcome.optional(),
    status: z.enum(['0', '1']).optional(),
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

export const unlockAccount = endpoint({
  method: 'PUT',
  path: '/prod-api/system/logininfor/unlock/:userName',
  permission: 'system:logininfor:unlock',
  summary: 'Let an account sign in again at once after too many failures',
  request: z.object({ userName: text(100).min(1) }),
  response: z.object({}),
})

/** As the back office's clients call it. */
export const unlockAccountAlias = endpoint({ ...unlockAccount, method: 'GET' })

const kept = {
  method: 'DELETE' as const,
  permission: 'signed-in' as const,
  summary: 'Rejected: rows of a log are kept',
  response: z.object({}),
}

/** The back office's clients offer to remove rows of both logs. The answer says that they are kept. */
export const removeSignIns = endpoint({ ...kept, path: '/prod-api/system/logininfor/:infoId', request: z.object({ infoId: text(9000) }) })
export const removeOperations = endpoint({ ...kept, path: '/prod-api/system/operlog/:operId', request: z.object({ operId: text(9000) }) })
