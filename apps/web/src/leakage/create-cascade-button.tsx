import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartitionWizard } from '#leakage/partition-wizard.tsx'

type Props = {
  /** Alone on the screen it says its name; above a list of cascades the sign is enough. */
  isAlone?: boolean
  onFinished: (id: string) => void
}

export function CreateCascadeButton({ isAlone, onFinished }: Props) {
  const { t } = useTranslation('leakage')
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  return (
    <>
      {isAlone ? (
        <Button size="xs" mt="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={open}>
          {t('tools.createCascade')}
        </Button>
      ) : (
        <Tooltip label={t('tools.createCascade')}>
          <ActionIcon variant="light" aria-label={t('tools.createCascade')} onClick={open}>
            <IconPlus size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <PartitionWizard opened={opened} parent={null} onClose={() => setOpened(false)} onFinished={onFinished} />
    </>
  )
}
