import { Button, Group } from '@mantine/core'
import { IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Pages by the last key seen: a long list stays fast, and the page is a link. The browser's "back" goes one page back. */
export function KeysetPager({
  isFirst,
  next,
  onPage,
}: {
  isFirst: boolean
  next: string | number | undefined
  onPage: (after: string | undefined) => void
}) {
  const { t } = useTranslation('shared')
  if (isFirst && next === undefined) return null
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" size="xs" leftSection={<IconChevronsLeft size={14} />} disabled={isFirst} onClick={() => onPage(undefined)}>
        {t('pager.first')}
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} />}
        disabled={next === undefined}
        onClick={() => onPage(String(next))}
      >
        {t('pager.next')}
      </Button>
    </Group>
  )
}
