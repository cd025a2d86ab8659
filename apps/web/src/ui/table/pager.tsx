import { ActionIcon, Group, NumberInput, Pagination, Select, Text } from '@mantine/core'
import { pageSizes } from '@nightflow/schemas/shared/lists'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

type Place = { page: number; size: number; from?: 'end' | undefined }
type Props = Place & {
  total: number
  /** There are more rows than `total`: the last page is counted from the end. */
  isTotalBounded?: boolean | undefined
  onChange: (next: Place) => void
}

/** Total, sizes, previous, pages, next and a jump, for lists that the server pages. */
export function Pager({ total, isTotalBounded = false, page, size, from, onChange }: Props) {
  const { t } = useTranslation('shared')
  const format = useFormat()
  const pages = Math.max(1, Math.ceil(total / size))
  const isOpen = isTotalBounded || from === 'end'
  const jump = (next: number) => onChange({ page: next, size, from: undefined })
  return (
    <Group className="nf-pager" gap="xs" justify="flex-end" px="sm" py={6} component="nav" aria-label={t('pager.label')}>
      <Text size="sm" c="dimmed" className="nf-figures" mr="auto">
        {t(isTotalBounded ? 'pager.moreThan' : 'pager.total', { total: format.number(total) })}
      </Text>
      <Select
        size="xs"
        w={136}
        aria-label={t('pager.size')}
        allowDeselect={false}
        data={pageSizes.map((each) => ({ value: String(each), label: t('pager.perPage', { size: each }) }))}
        value={String(size)}
        onChange={(next) => onChange({ page: 1, size: Number(next), from: undefined })}
      />
      {isOpen ? (
        <OpenPages place={{ page, size, from }} onChange={onChange} />
      ) : (
        <Pagination
          size="sm"
          total={pages}
          value={Math.min(page, pages)}
          siblings={1}
          gap={4}
          onChange={jump}
          getControlProps={(control) => ({ 'aria-label': t(`pager.${control}`) })}
          getItemProps={(item) => ({ 'aria-label': t('pager.page', { page: item }) })}
        />
      )}
      {(isOpen || pages > 1) && (
        <Jump key={`${from} ${page}`} page={from === 'end' ? undefined : page} pages={isOpen ? undefined : pages} onJump={jump} />
      )}
    </Group>
  )
}

/** Pages of a list whose length is not known, from either end. */
function OpenPages({ place: { page, size, from }, onChange }: { place: Place; onChange: (next: Place) => void }) {
  const { t } = useTranslation('shared')
  const format = useFormat()
  const isFromEnd = from === 'end'
  const step = isFromEnd ? -1 : 1
  const go = (next: number, end?: 'end') => () => onChange({ page: next, size, from: end })
  const controls = [
    { name: 'first', Icon: IconChevronsLeft, isDone: !isFromEnd && page === 1, press: go(1) },
    { name: 'previous', Icon: IconChevronLeft, isDone: !isFromEnd && page === 1, press: go(page - step, from) },
    { name: 'next', Icon: IconChevronRight, isDone: isFromEnd && page === 1, press: go(page + step, from) },
    { name: 'last', Icon: IconChevronsRight, isDone: isFromEnd && page === 1, press: go(1, 'end') },
  ]
  const where = isFromEnd
    ? page === 1
      ? t('pager.last')
      : t('pager.fromEnd', { page: format.number(page) })
    : t('pager.page', { page: format.number(page) })
  const buttons = controls.map(({ name, Icon, isDone, press }) => (
    <ActionIcon key={name} variant="default" size="sm" aria-label={t(`pager.${name}`)} disabled={isDone} onClick={press}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  ))
  return (
    <Group gap={4} wrap="nowrap">
      {buttons.slice(0, 2)}
      <Text size="sm" className="nf-figures nf-nowrap" px={4} aria-current="page">
        {where}
      </Text>
      {buttons.slice(2)}
    </Group>
  )
}

/** A page behind the last one of a list of unknown length is answered by the last page. */
const pagesMax = 100_000

function Jump({
  page,
  pages = pagesMax,
  onJump,
}: {
  page: number | undefined
  pages?: number | undefined
  onJump: (page: number) => void
}) {
  const { t } = useTranslation('shared')
  const [typed, setTyped] = useState<number | string>(page ?? '')
  const jump = () => {
    const wanted = Math.min(pages, Math.max(1, Math.round(Number(typed)) || (page ?? 0)))
    if (typed !== '' && wanted !== page) onJump(wanted)
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
