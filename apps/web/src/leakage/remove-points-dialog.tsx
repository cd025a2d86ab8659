import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { removalsMax, removePartitions } from '@nightflow/schemas/leakage/cascade-changes'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { isRemovable, type Refused, refusedText } from '#leakage/removable-points.ts'
import { announceDone } from '#session/announce-done.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'

type Props = { partitions: readonly PartitionRow[]; onClose: () => void }

/** Removes several metering points at once: at least one is ticked, and it is confirmed as irreversible. Refused points stay, with the reason. */
export function RemovePointsDialog({ partitions, onClose }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const refresh = useRefreshLeakage()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isAsked, setAsked] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const nameOf = (id: string) => partitions.find((row) => row.id === id)?.name ?? id
  const remove = async () => {
    const answer = await call(removePartitions, { partitionId: [...chosen] })
    await refresh()
    setChosen([])
    setRefused(answer.refused)
    if (answer.removed.length > 0) announceDone(t('removePoints.done', { count: answer.removed.length }))
    if (answer.refused.length === 0) onClose()
  }
  return (
    <FormDialog title={t('removePoints.title')} onClose={onClose} size={640}>
      <Stack gap="sm">
        <Text size="sm">{t('removePoints.hint')}</Text>
        <div className="nf-panel">
          <ScrollRegion label={t('removePoints.title')} heightMax={360}>
            <table className="nf-table">
              <tbody>
                {partitions.map((row) => (
                  <tr key={row.id}>
                    <td style={{ paddingLeft: 8 + (row.level - 1) * 16 }}>
                      <Checkbox
                        size="xs"
                        label={row.name}
                        disabled={row.parentId === null || (!chosen.includes(row.id) && chosen.length >= removalsMax)}
                        checked={chosen.includes(row.id)}
                        onChange={() => {
                          setEmpty(false)
                          setChosen(chosen.includes(row.id) ? chosen.filter((id) => id !== row.id) : [...chosen, row.id])
                        }}
                      />
                    </td>
                    <td className="nf-wrap nf-dimmed">
                      {row.parentId === null
                        ? t('removePoints.root')
                        : isRemovable(row, partitions, chosen)
                          ? ''
                          : t(row.subMeterCount > 0 ? 'removePoints.hasSubMeters' : 'removePoints.hasPoints')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </div>
        {isEmpty && (
          <Alert color="red" variant="light" py="xs" role="alert">
            {t('removePoints.atLeastOne')}
          </Alert>
        )}
        {refused.length > 0 && (
          <Alert color="red" variant="light" py="xs" role="alert" title={t('removePoints.refused', { count: refused.length })}>
            <ul className="nf-check-list">
              {refused.map((one) => (
                <li key={one.id}>
                  <b>{nameOf(one.id)}</b> {refusedText(one)}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {shared('action.cancel')}
          </Button>
          <Button color="red.8" onClick={() => (chosen.length === 0 ? setEmpty(true) : setAsked(true))}>
            {t('removePoints.remove', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isAsked}
        danger
        title={t('removePoints.title')}
        text={t('removePoints.confirm', { count: chosen.length })}
        confirmLabel={t('removePoints.remove', { count: chosen.length })}
        doneText={null}
        onConfirm={remove}
        onClose={() => setAsked(false)}
      />
    </FormDialog>
  )
}
