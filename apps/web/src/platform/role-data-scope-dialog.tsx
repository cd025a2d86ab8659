import { DataScope, type RoleRow } from '@nightflow/schemas/platform/role'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

type Row = z.infer<typeof RoleRow>
const { roles } = resourceCalls

/** Whose rows a role sees; departments and regions are named where the scope is those that are chosen. */
export function RoleDataScopeDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation('platform')
  const shared = useTranslation('shared').t
  const { roleId, roleName } = row
  const [scope, setScope] = useState<string>(row.dataScope)
  const { dataScope: words } = useDictionaries({ dataScope: 'sys_data_scope' })
  const tree = useQuery({
    queryKey: [roles.deptTree.path, roleId],
    queryFn: ({ signal }) => call(roles.deptTree, { roleId }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const chosenOnly = DataScope.enum.selected
  return (
    <FormDialog title={t('role.command.dataScope', { name: roleName })} onClose={onClose}>
      {tree.isError && <ErrorState error={tree.error} compact />}
      {tree.isPending && <Skeleton height={160} />}
      {tree.data && (
        <CommandForm
          schema={roles.changeDataScope.request}
          fields={[
            {
              name: 'dataScope',
              label: t('field.dataScope'),
              optionLabels: Object.fromEntries(DataScope.options.map((option) => [option, words?.get(option)?.label ?? option])),
            },
            ...(scope === chosenOnly
              ? [
                  { name: 'deptIds', label: t('field.deptIds'), tree: tree.data.depts },
                  { name: 'regionIds', label: t('field.regionIds'), tree: tree.data.regions },
                ]
              : []),
          ]}
          initial={{ dataScope: row.dataScope, deptIds: tree.data.checkedKeys, regionIds: tree.data.checkedRegions }}
          fixed={{ roleId }}
          submitLabel={shared('action.save')}
          onTyped={({ dataScope }) => setScope(String(dataScope))}
          onCancel={onClose}
          doneText={shared('done.saved')}
          onSubmit={async (command) => {
            await call(roles.changeDataScope, command)
            onClose()
          }}
        />
      )}
    </FormDialog>
  )
}
