import { Group, NumberInput, Pagination, Select, Text } from '@mantine/core'
import { pageSizes } from '@nightflow/schemas/shared/lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

type Props = { total: number; page: number; size: number; onChange: (next: { page: number; size: number }) => void }

/** Total, sizes, previous, pages, next and a jump, for lists that the server pages. */
export function Pager({ total, page, size, onChange }: Props) {
  const { t } = useTranslation('shared')
  const format = useFormat()
  const pages = Math.max(1, Math.ceil(total / size))
  return (
    <Group className="nf-pager" gap="xs" justify="flex-end" px="sm" py={6} component="nav" aria-label={t('pager.label')}>
      <Text size="sm" c="dimmed" className="nf-figures" mr="auto">
        {t('pager.total', { total: format.number(total) })}
      </Text>
      <Select
        size="xs"
        w={136}
        aria-label={t('pager.size')}
        allowDeselect={false}
        data={pageSizes.map((each) => ({ value: String(each), label: t('pager.perPage', { size: each }) }))}
        value={String(size)}
        onChange={(next) => onChange({ page: 1, size: Number(next) })}
      />
      <Pagination
        size="sm"
        total={pages}
        value={Math.min(page, pages)}
        siblings={1}
        gap={4}
        onChange={(next) => onChange({ page: next, size })}
        getControlProps={(control) => ({ 'aria-label': t(`pager.${control}`) })}
        getItemProps={(item) => ({ 'aria-label': t('pager.page', { page: item }) })}
      />
      {pages > 1 && <Jump key={page} page={page} pages={pages} onJump={(next) => onChange({ page: next, size })} />}
    </Group>
  )
}

function Jump({ page, pages, onJump }: { page: number; pages: number; onJump: (page: number) => void }) {
  const { t } = useTranslation('shared')
  const [typed, setTyped] = useState<number | string>(page)
  const jump = () => {
    const wanted = Math.min(pages, Math.max(1, Math.round(Number(typed)) || page))
    if (wanted !== page) onJump(wanted)
  }
  return (
    <Group gap={6} wrap="nowrap" className="nf-wide-only">
      <Text size="sm" c="dimmed">
        {t('pager.jump')}
      </Text>
      <NumberInput
        size="xs"
        w={56}
        hideControls
        allowDecimal={false}
        min={1}
        max={pages}
        aria-label={t('pager.jump')}
        value={typed}
        onChange={setTyped}
        onBlur={jump}
        onKeyDown={(event) => event.key === 'Enter' && jump()}
      />
    </Group>
  )
}
