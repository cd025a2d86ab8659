import { TreeSelect } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { languageNames } from '@nightflow/schemas/shared/language'
import { IconEraser, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FirstPasswordDialog } from '#ui/form/first-password-dialog.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { treeDataOf } from '#ui/resource/tree-data.ts'
import type { ListSearch, SearchChange } from '#ui/table/list-search.ts'
import { areaCodeChoices } from './countries.ts'
import { EraseStaffDialog } from './erase-staff-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'

const { users } = resourceCalls

/** Departments and roles are chosen among those that there are. */
function useChoices() {
  const tree = useDepartments()
  const { data } = useQuery({ queryKey: [users.findForm.path], queryFn: ({ signal }) => call(users.findForm, {}, signal) })
  const roles = (data?.roles ?? []).map(({ roleId, roleName }) => ({ value: roleId, label: roleName }))
  return {
    deptId: { tree },
    roleIds: { choices: roles },
    areaCode: { choices: areaCodeChoices() },
    language: { optionLabels: languageNames },
  }
}

const useDepartments = () =>
  useQuery({ queryKey: [users.deptTree.path], queryFn: ({ signal }) => call(users.deptTree, {}, signal) }).data ?? []

/** Those of a department and of all below it. */
function DepartmentFilter({ search, onSearch }: { search: ListSearch; onSearch: (change: SearchChange) => void }) {
  const { t } = useTranslation('platform')
  const departments = useDepartments()
  if (departments.length === 0) return null
  const label = t('field.deptId')
  return (
    <TreeSelect
      size="xs"
      clearable
      searchable
      defaultExpandAll
      aria-label={label}
      placeholder={label}
      data={treeDataOf(departments)}
      value={search.deptId === undefined ? null : String(search.deptId)}
      onChange={(next) => onSearch({ deptId: next ?? undefined })}
    />
  )
}

export const Screen = screenOf(
  resourceOf(resources.users, users, {
    useChoices,
    importUpdates: true,
    cell: { language: (row) => (row.language ? languageNames[row.language] : '–') },
    Filters: DepartmentFilter,
    commands: [
      { name: 'resetPassword', icon: IconKey, permission: 'system:user:resetPwd', Dialog: ResetPasswordDialog },
      { name: 'erase', icon: IconEraser, permission: 'system:user:erase', Dialog: EraseStaffDialog },
    ],
    Created: ({ answer: { initialPassword }, typed, onClose }) => (
      <FirstPasswordDialog userName={String(typed.userName)} password={initialPassword} onClose={onClose} />
    ),
  }),
)
