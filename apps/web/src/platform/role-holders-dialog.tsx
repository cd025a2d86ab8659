import { ActionIcon, Alert, Button, Group, Modal, MultiSelect, Stack, Table, Text, Tooltip } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Pager } from '#ui/table/pager.tsx'

const { roles } = resourceCalls
/** People offered at once to be given the role; others are found by typing. */
const offeredMax = 100

/** Holders of a role, and people to whom it may be given. */
export function RoleHoldersDialog({
  row: { roleId, roleName },
  onClose,
}: {
  row: { roleId: number; roleName: string }
  onClose: () => void
}) {
  const { t } = useTranslation('platform')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const problemText = useProblemText()
  const [{ page, size }, setPage] = useState({ page: 1, size: 10 })
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const holders = useQuery({
    queryKey: [roles.listHolders.path, roleId, page, size],
    queryFn: ({ signal }) => call(roles.listHolders, { roleId, pageNum: page, pageSize: size }, signal),
  })
  const others = useQuery({
    queryKey: [roles.listOthers.path, roleId, typed],
    queryFn: ({ signal }) => call(roles.listOthers, { roleId, userName: typed || undefined, pageSize: offeredMax }, signal),
  })
  const change = async (what: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(null)
    try {
      await what()
      setChosen([])
      for (const { path } of [roles.listHolders, roles.listOthers]) await client.invalidateQueries({ queryKey: [path] })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const nameOf = ({ userName, nickName }: { userName: string; nickName: string | null }) =>
    nickName ? `${userName} · ${nickName}` : userName
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('role.command.holders', { name: roleName })}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      <Stack gap="sm">
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <MultiSelect
            flex={1}
            miw={0}
            searchable
            label={t('role.give')}
            searchValue={typed}
            onSearchChange={setTyped}
            nothingFoundMessage={shared('choice.nothingFound')}
            data={(others.data?.rows ?? []).map((user) => ({ value: String(user.userId), label: nameOf(user) }))}
            value={chosen}
            onChange={setChosen}
          />
          <Button
            flex="none"
            leftSection={<IconUserPlus size={14} aria-hidden />}
            disabled={chosen.length === 0}
            loading={busy}
            onClick={() => change(() => call(roles.giveToUsers, { roleId, userIds: chosen.join(',') }))}
          >
            {t('role.giveConfirm')}
          </Button>
        </Group>
        {failure !== null && (
          <Alert color="red" variant="light" role="alert" py="xs">
            {problemText(failure)}
          </Alert>
        )}
        {!holders.data && <Skeleton height={140} />}
        {holders.data?.total === 0 && (
          <Text size="sm" c="dimmed">
            {t('role.noHolders')}
          </Text>
        )}
        {holders.data && holders.data.total > 0 && (
          <div className="nf-panel">
            <Table>
              <Table.Tbody>
                {holders.data.rows.map((user) => (
                  <Table.Tr key={user.userId}>
                    <Table.Td>{nameOf(user)}</Table.Td>
                    <Table.Td>{user.deptName ?? '–'}</Table.Td>
                    <Table.Td ta="right">
                      <Tooltip label={t('role.take', { name: user.userName })}>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          disabled={busy}
                          aria-label={t('role.take', { name: user.userName })}
                          onClick={() => change(() => call(roles.takeFromUser, { roleId, userId: user.userId }))}
                        >
                          <IconUserMinus size={16} />
                        </ActionIcon>
                      </Tooltip>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Pager total={holders.data.total} page={page} size={size} onChange={setPage} />
          </div>
        )}
      </Stack>
    </Modal>
  )
}
