import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** Alone on the screen it says its name; above a list of cascades the sign is enough. */
  isAlone?: boolean
  onOpen: () => void
}

export function CreateCascadeButton({ isAlone, onOpen }: Props) {
  const { t } = useTranslation('leakage')
  return isAlone ? (
    <Button size="xs" mt="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onOpen}>
      {t('tools.createCascade')}
    </Button>
  ) : (
    <Tooltip label={t('tools.createCascade')}>
      <ActionIcon variant="light" aria-label={t('tools.createCascade')} onClick={onOpen}>
        <IconPlus size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
