import { TreeSelect } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { languageNames } from '@nightflow/schemas/shared/language'
import { IconKey, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FirstPasswordDialog } from '#ui/form/first-password-dialog.tsx'
import type { DeclaredField } from '#ui/resource/resource.ts'
import { defineResource, ResourceScreen } from '#ui/resource/resource-screen.tsx'
import { treeDataOf } from '#ui/resource/tree-data.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { areaCodeChoices } from './countries.ts'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'

const { users } = resourceCalls

const staff = defineResource({
  calls: users,
  texts: 'platform',
  name: 'staff',
  icon: IconUsers,
  title: (row) => row.userName,
  columns: ['userName', 'nickName', 'deptName', 'roleNames', 'phonenumber', 'status', 'loginDate'],
  moreColumns: [
    'email',
    'userType',
    'sex',
    'language',
    'mustChangePassword',
    'loginIp',
    'remark',
    'createBy',
    'createTime',
    'updateBy',
    'updateTime',
  ],
  unsortable: ['deptName', 'roleNames'],
  useFields: useStaffFields,
  filters: ['userName', 'nickName', 'phonenumber', 'status', 'createdWithin'],
  importUpdates: true,
  cell: { language: (row) => (row.language ? languageNames[row.language] : '–') },
  Filters: DepartmentFilter,
  commands: [{ name: 'resetPassword', icon: IconKey, permission: 'system:user:resetPwd', Dialog: ResetPasswordDialog }],
  Created: ({ answer, typed, onClose }) => (
    <FirstPasswordDialog
      userName={String(typed.userName)}
      password={(answer as { initialPassword: string }).initialPassword}
      onClose={onClose}
    />
  ),
})

/** A user name stays what it was; departments and roles are chosen among those that there are. */
function useStaffFields(row: { userId: number } | undefined): DeclaredField[] {
  const tree = useDepartments()
  const { data } = useQuery({ queryKey: [users.findForm.path], queryFn: ({ signal }) => call(users.findForm, {}, signal) })
  const roles = (data?.roles ?? []).map(({ roleId, roleName }) => ({ value: roleId, label: roleName }))
  return [
    ...(row ? [] : [{ name: 'userName', isHalf: true as const }]),
    { name: 'nickName', isHalf: true },
    { name: 'deptId', tree },
    { name: 'roleIds', choices: roles },
    { name: 'areaCode', isHalf: true, choices: areaCodeChoices() },
    { name: 'phonenumber', isHalf: true },
    { name: 'email' },
    { name: 'sex', isHalf: true },
    { name: 'status', isHalf: true },
    { name: 'language', isHalf: true, optionLabels: languageNames },
    { name: 'remark' },
  ]
}

const useDepartments = () =>
  useQuery({ queryKey: [users.deptTree.path], queryFn: ({ signal }) => call(users.deptTree, {}, signal) }).data ?? []

/** Those of a department and of all below it. */
function DepartmentFilter({ search, onSearch }: { search: Record<string, unknown>; onSearch: (change: Record<string, unknown>) => void }) {
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

export function StaffScreen(props: ScreenProps) {
  return <ResourceScreen resource={staff} {...props} />
}
