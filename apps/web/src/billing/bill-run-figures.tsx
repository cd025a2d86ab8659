import { Progress, Stack, Text } from '@mantine/core'
import {
  type BillRun,
  BillRunPhase,
  BillRunResult,
  BillRunStatus,
  type BillRunFigures as Figures,
} from '@nightflow/schemas/billing/bill-run'
import { useTranslation } from 'react-i18next'
import { isRunning } from '#billing/bill-run-query.ts'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

const billed = BillRunResult.enum.billed

/** How far a run is, what it billed or would bill, and why it held the other accounts. */
export function BillRunFigures({ run }: { run: BillRun }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  const { status, phase, accounts, total, preview } = run
  const isPreview = phase === BillRunPhase.enum.preview
  return (
    <Stack gap="sm">
      {isRunning(run) && (
        <Stack gap={4} role="status">
          <Text size="sm">{t(isPreview ? 'billRun.previewing' : 'billRun.posting', { done: number(accounts), total: number(total) })}</Text>
          <Progress value={total === 0 ? 0 : (accounts / total) * 100} aria-label={t('billRun.progress')} />
        </Stack>
      )}
      {status === BillRunStatus.enum.paused && (
        <Text size="sm" role="status">
          {t('billRun.pausedText', { done: number(accounts), total: number(total) })}
        </Text>
      )}
      <ResultTable figures={run} isPreview={isPreview} />
      {!isPreview && preview && <Sums label={t('billRun.previewSaid')} figures={preview} />}
    </Stack>
  )
}

function ResultTable({ figures, isPreview }: { figures: Figures; isPreview: boolean }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  const { result } = useDictionaries({ result: 'bill_run_result' })
  const held = figures.results.filter((each) => each.result !== billed)
  return (
    <Stack gap="sm">
      <Sums label={t(isPreview ? 'billRun.wouldBill' : 'billRun.hasBilled')} figures={figures} />
      {held.length > 0 && (
        <FigureTable
          minWidth={280}
          rows={held}
          keyOf={(each) => each.result}
          caption={t('billRun.notBilled')}
          columns={[
            { head: t('billRun.reason'), cell: (each) => result?.get(each.result)?.label ?? each.result },
            { head: t('billRun.field.accounts'), isNumber: true, cell: (each) => number(each.accounts) },
          ]}
        />
      )}
    </Stack>
  )
}

function Sums({ label, figures: { billed: bills, litres, amountMinor, vatMinor, totalMinor } }: { label: string; figures: Figures }) {
  const { t } = useTranslation('billing')
  const { number, cubicMetres } = useFormat()
  const money = useMoney()
  const line = [
    { head: t('billRun.bills'), content: number(bills) },
    { head: t('bill.field.litres'), content: `${cubicMetres(litres)}\u00a0m³` },
    { head: t('bill.field.amountMinor'), content: money(amountMinor) },
    { head: t('field.vatMinor'), content: money(vatMinor) },
    { head: t('bill.field.totalMinor'), content: money(totalMinor) },
  ]
  return (
    <FigureTable
      minWidth={460}
      rows={[label]}
      keyOf={(row) => row}
      caption={label}
      columns={line.map(({ head, content }) => ({ head, cell: () => content }))}
    />
  )
}
