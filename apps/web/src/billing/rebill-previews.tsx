import { Badge, Checkbox, Group, Paper, Stack, Text } from '@mantine/core'
import type { LineDifference, RebillPreview } from '@nightflow/schemas/billing/rebill'
import { pageSizes } from '@nightflow/schemas/shared/lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChargeName } from '#billing/charge-cells.tsx'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

const [smallestPage] = pageSizes

type Props = {
  /** Of the page. */
  bills: readonly RebillPreview[]
  total: number
  place: { page: number; size: number }
  onPlace: (place: { page: number; size: number }) => Promise<void>
  leftOut: ReadonlySet<number>
  setLeftOut: (leftOut: ReadonlySet<number>) => void
}

/** Each bill as computed now, line by line. Bills that cannot be computed now say why. */
export function RebillPreviews({ bills, total, place, onPlace, leftOut, setLeftOut }: Props) {
  const { t } = useTranslation('billing')
  const choose = (billNo: number, isChosen: boolean) => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(billNo)
    else next.add(billNo)
    setLeftOut(next)
  }
  return (
    <Stack gap="sm">
      {bills.length === 0 && <Text size="sm">{t('bill.rebill.none')}</Text>}
      {bills.map((bill) => (
        <Paper key={bill.billNo} withBorder p="sm">
          <Heading bill={bill} isChosen={!leftOut.has(bill.billNo)} onChoose={(isChosen) => choose(bill.billNo, isChosen)} />
          {bill.held === null ? <Differences bill={bill} /> : <Text size="sm">{t(`bill.rebill.held.${bill.held}`)}</Text>}
        </Paper>
      ))}
      {total > smallestPage && <Pages total={total} place={place} onPlace={onPlace} />}
    </Stack>
  )
}

/** The differences of one page are posted at a time: what is posted was seen. */
function Pages({ total, place, onPlace }: Pick<Props, 'total' | 'place' | 'onPlace'>) {
  const { t } = useTranslation('billing')
  const [failure, setFailure] = useState<unknown>(null)
  const turn = async (next: Props['place']) => {
    setFailure(null)
    try {
      await onPlace(next)
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <>
      <ProblemAlert failure={failure} />
      <Text size="sm" c="dimmed">
        {t('bill.rebill.ofPage')}
      </Text>
      <Pager total={total} {...place} onChange={turn} />
    </>
  )
}

function Heading({ bill, isChosen, onChoose }: { bill: RebillPreview; isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const { t } = useTranslation('billing')
  const { period } = useFormat()
  const { accountNo, periodFrom, periodTo, held, changed } = bill
  const title = t('bill.rebill.bill', { accountNo, period: period(periodFrom, periodTo) })
  return (
    <Group justify="space-between" mb="xs">
      {held === null ? (
        <Checkbox label={title} checked={isChosen} onChange={(event) => onChoose(event.currentTarget.checked)} />
      ) : (
        <Text size="sm" fw={500}>
          {title}
        </Text>
      )}
      <Group gap="xs">
        {changed.map((input) => (
          <Badge key={input} variant="light">
            {t(`bill.rebill.changed.${input}`)}
          </Badge>
        ))}
      </Group>
    </Group>
  )
}

const isOther = ({ litresBefore, litresAfter, amountBefore, amountAfter, vatBefore, vatAfter }: LineDifference): boolean =>
  litresBefore !== litresAfter || amountBefore !== amountAfter || vatBefore !== vatAfter

function Differences({ bill: { lines, totalBefore, totalAfter } }: { bill: RebillPreview }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { cubicMetres } = useFormat()
  const after = totalAfter ?? totalBefore
  return (
    <FigureTable
      minWidth={560}
      rows={lines.filter(isOther)}
      keyOf={({ kind, priceScheme, version, step }) => `${kind} ${priceScheme} ${version} ${step}`}
      columns={[
        { head: t('priceScheme.trial.kind'), cell: (line) => <ChargeName line={line} /> },
        { head: t('bill.lines.scheme'), cell: ({ priceScheme, version }) => `${priceScheme}, ${version}` },
        {
          head: t('bill.lines.volume'),
          cell: ({ kind, litresBefore, litresAfter }) =>
            kind === 'volume' ? `${cubicMetres(litresBefore, 3)} → ${cubicMetres(litresAfter, 3)}` : '–',
        },
        { head: t('bill.rebill.before'), isNumber: true, cell: ({ amountBefore }) => money(amountBefore) },
        { head: t('bill.rebill.after'), isNumber: true, cell: ({ amountAfter }) => money(amountAfter) },
        { head: t('bill.rebill.difference'), isNumber: true, cell: ({ amountBefore, amountAfter }) => money(amountAfter - amountBefore) },
        { head: t('priceScheme.trial.vat'), isNumber: true, cell: ({ vatBefore, vatAfter }) => money(vatAfter - vatBefore) },
      ]}
      foot={[
        [
          { content: t('bill.lines.total'), span: 3 },
          { content: money(totalBefore) },
          { content: money(after) },
          { content: money(after - totalBefore), span: 2 },
        ],
      ]}
    />
  )
}
