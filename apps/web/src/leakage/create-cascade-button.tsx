import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartitionWizard } from '#leakage/partition-wizard.tsx'

export function CreateCascadeButton({ onFinished }: { onFinished: (id: string) => void }) {
  const { t } = useTranslation('leakage')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Tooltip label={t('tools.createCascade')}>
        <ActionIcon variant="light" aria-label={t('tools.createCascade')} onClick={() => setOpened(true)}>
          <IconPlus size={16} />
        </ActionIcon>
      </Tooltip>
      <PartitionWizard opened={opened} parent={null} onClose={() => setOpened(false)} onFinished={onFinished} />
    </>
  )
}
