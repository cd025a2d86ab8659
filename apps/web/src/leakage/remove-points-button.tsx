import { ActionIcon, Tooltip } from '@mantine/core'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemovePointsDialog } from '#leakage/remove-points-dialog.tsx'

/** Opens the removal of several points; absent while there is none that could be removed. */
export function RemovePointsButton({ partitions = [] }: { partitions: readonly PartitionRow[] | undefined }) {
  const { t } = useTranslation('leakage')
  const [isOpen, setOpen] = useState(false)
  if (partitions.every(({ parentId }) => parentId === null)) return null
  return (
    <>
      <Tooltip label={t('removePoints.title')}>
        <ActionIcon variant="subtle" color="gray" aria-label={t('removePoints.title')} onClick={() => setOpen(true)}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      {isOpen && <RemovePointsDialog partitions={partitions} onClose={() => setOpen(false)} />}
    </>
  )
}
