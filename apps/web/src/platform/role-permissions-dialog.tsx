import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { RoleRow } from '@nightflow/schemas/platform/role'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { TreeView } from '#ui/resource/tree-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

type Row = z.infer<typeof RoleRow>
const { menus, roles } = resourceCalls

/** Permissions of a role: its directories, pages and buttons. Only permissions that the person holds are offered. */
export function RolePermissionsDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation('platform')
  const shared = useTranslation('shared').t
  const problemText = useProblemText()
  const { roleId } = row
  const tree = useQuery({
    queryKey: [menus.roleMenuTreeselect.path, roleId],
    queryFn: ({ signal }) => call(menus.roleMenuTreeselect, { roleId }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [chosen, setChosen] = useState<number[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const checked = chosen ?? tree.data?.checkedKeys ?? []
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { builtIn: _, createBy: __, createTime: ___, updateBy: ____, updateTime: _____, ...form } = row
      await call(roles.change, { ...form, menuIds: checked })
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('role.command.permissions', { name: row.roleName })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('role.permissionsText')}
        </Text>
        {tree.isError && <ErrorState error={tree.error} compact />}
        {tree.isPending && <Skeleton height={320} />}
        {tree.data && (
          <div className="nf-panel">
            <TreeView label={t('role.permissions')} nodes={tree.data.menus} checked={checked} onCheck={setChosen} heightMax="50vh" />
          </div>
        )}
        {failure !== null && (
          <Alert color="red" variant="light" role="alert" py="xs">
            {problemText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {shared('action.cancel')}
          </Button>
          <Button onClick={save} loading={busy} disabled={!tree.data}>
            {shared('action.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
