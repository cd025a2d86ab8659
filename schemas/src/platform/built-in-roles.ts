import type { Language, Texts } from '../shared/language.ts'
import { Role } from '../shared/permissions.ts'

type BuiltInRole = { name: Texts; type: 'general' | 'agent' }

/** The roles that every tenant has, in their order; `operator` is the platform's own. */
export const builtInRoles: Record<Role, BuiltInRole> = {
  operator: {
    name: { en: 'Platform operator', 'zh-CN': '平台运营者', fr: 'Opérateur de la plateforme', id: 'Operator platform' },
    type: 'general',
  },
  admin: { name: { en: 'Administrator', 'zh-CN': '管理员', fr: 'Administrateur', id: 'Administrator' }, type: 'general' },
  analyst: { name: { en: 'Analyst', 'zh-CN': '分析员', fr: 'Analyste', id: 'Analis' }, type: 'general' },
  clerk: { name: { en: 'Clerk', 'zh-CN': '业务员', fr: 'Chargé de clientèle', id: 'Petugas administrasi' }, type: 'general' },
  agent: { name: { en: 'Agent', 'zh-CN': '代理商', fr: 'Agent', id: 'Agen' }, type: 'agent' },
  trial: { name: { en: 'Trial user', 'zh-CN': '体验用户', fr: 'Utilisateur d’essai', id: 'Pengguna percobaan' }, type: 'general' },
}

/** Built-in roles that hold everything; nothing of them can be taken away. */
export const holdsEverything = (roleKey: string): boolean => roleKey === 'admin' || roleKey === 'operator'

export const isBuiltInKey = (roleKey: string): roleKey is Role => Role.options.includes(roleKey as Role)

/** A role's name as the reader says it: that of a built-in role in their language, unless the tenant gave it another. */
export const nameOfRole = (role: { roleKey: string; roleName: string; builtIn: boolean }, language: Language): string => {
  const known = role.builtIn && isBuiltInKey(role.roleKey) ? builtInRoles[role.roleKey].name : undefined
  return known?.en === role.roleName ? known[language] : role.roleName
}
