import type { ScreenEntry } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'

const dictionaries = () => import('./dictionary-screens.tsx')

/** Screens of the platform that are more than their resource, by the `component` that the menu names. */
export const platformScreens: Record<string, ScreenEntry> = {
  'system/user/index': listScreen(async () => (await import('./staff-screen.tsx')).StaffScreen),
  'system/role/index': listScreen(async () => (await import('./role-screen.tsx')).RolesScreen),
  'system/dept/index': listScreen(async () => (await import('./department-screen.tsx')).DepartmentsScreen),
  'system/region/index': listScreen(async () => (await import('./region-screen.tsx')).RegionsScreen),
  'system/menu/index': listScreen(async () => (await import('./menu-screen.tsx')).MenusScreen),
  'system/settings/index': listScreen(async () => (await import('./settings-screen.tsx')).SettingsScreen),
  'system/dict/index': listScreen(async () => (await dictionaries()).DictionariesScreen),
  'system/dict/data': listScreen(async () => (await dictionaries()).DictionaryEntriesScreen),
  'system/config/index': listScreen(async () => (await import('./parameters-screen.tsx')).ParametersScreen),
  'tenants/index': listScreen(async () => (await import('./tenant-screen.tsx')).TenantsScreen),
}
