import type { ScreenEntry } from '#shell/screen-entry.ts'
import { registerScreen } from '#ui/register-screen.ts'

const simple = () => import('./simple-screens.tsx')
const dictionaries = () => import('./dictionary-screens.tsx')

/** The screens of administration by the `component` that the menu names. */
export const administrationScreens: Record<string, ScreenEntry> = {
  'system/user/index': registerScreen(async () => (await import('./staff-screen.tsx')).StaffScreen),
  'system/role/index': registerScreen(async () => (await import('./role-screen.tsx')).RolesScreen),
  'system/dept/index': registerScreen(async () => (await import('./department-screen.tsx')).DepartmentsScreen),
  'system/region/index': registerScreen(async () => (await import('./region-screen.tsx')).RegionsScreen),
  'system/menu/index': registerScreen(async () => (await import('./menu-screen.tsx')).MenusScreen),
  'system/settings/index': registerScreen(async () => (await import('./settings-screen.tsx')).SettingsScreen),
  'system/agent/index': registerScreen(async () => (await simple()).AgentsScreen),
  'system/notice/index': registerScreen(async () => (await simple()).NoticesScreen),
  'system/operlog/index': registerScreen(async () => (await simple()).OperationsScreen),
  'system/logininfor/index': registerScreen(async () => (await simple()).SignInsScreen),
  'system/dict/index': registerScreen(async () => (await dictionaries()).DictionariesScreen),
  'system/dict/data': registerScreen(async () => (await dictionaries()).DictionaryEntriesScreen),
  'system/config/index': registerScreen(async () => (await import('./parameters-screen.tsx')).ParametersScreen),
  'tenants/index': registerScreen(async () => (await import('./tenant-screen.tsx')).TenantsScreen),
  'tenants/carrier': registerScreen(async () => (await simple()).CarriersScreen),
  'tenants/third-party': registerScreen(async () => (await simple()).ThirdPartiesScreen),
  'tenants/outbox': registerScreen(async () => (await simple()).OutboxScreen),
}
