import { Stack, Text, Title } from '@mantine/core'
import { HeldBillStatus } from '@nightflow/schemas/billing/held-bill'
import { type HeldBill, heldBillCommands, previewHeldBill } from '@nightflow/schemas/billing/held-bill-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { useProblemText } from '#api/problem-text.ts'
import { BillLines } from '#billing/bill-lines.tsx'
import { CommandButtons } from '#ui/form/command-buttons.tsx'
import { addDays } from '#ui/local-days.ts'
import type { CommandEffect } from '#ui/resource/resource.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** The bill as computed now. A bill that is still held is refused with the reason, and the query is not retried. */
const previewOf = ({ heldNo, status }: HeldBill) => ({
  queryKey: [previewHeldBill.path, heldNo],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(previewHeldBill, { heldNo }, signal),
  enabled: status === HeldBillStatus.enum.held,
  retry: false,
})
const isHeldStill = (error: unknown): boolean => error instanceof ProblemError && error.status === 409

function Detail({ row }: { row: HeldBill }) {
  const { t } = useTranslation('billing')
  const words = useResourceWords(resource)
  const { period } = useFormat()
  const problemText = useProblemText()
  const preview = useQuery(previewOf(row))
  const facts = [
    ['billType', words.word('billType', row.billType).label],
    ['status', words.word('status', row.status).label],
    ['heldFor', words.word('heldFor', row.heldFor).label],
    ['period', period(row.periodFrom, row.periodTo)],
    ['attempts', row.attempts],
  ] as const
  return (
    <Stack gap="sm">
      <CommandButtons resource={resource} row={row} mb={0} />
      <dl className="nf-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{words.field(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {row.status === HeldBillStatus.enum.held && (
        <>
          <Title order={3} size="h5">
            {t('heldBill.now')}
          </Title>
          {preview.isPending && <ChartSkeleton height={120} />}
          {preview.isError && isHeldStill(preview.error) && <Text size="sm">{problemText(preview.error)}</Text>}
          {preview.isError && !isHeldStill(preview.error) && <ErrorState error={preview.error} onRetry={() => preview.refetch()} compact />}
          {preview.data && <BillLines bill={preview.data} />}
        </>
      )}
    </Stack>
  )
}

/** Before a held bill is issued: its total by what is known now, or why it cannot be issued yet. */
const Effect: CommandEffect<HeldBill> = ({ command, rows }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day, period } = useFormat()
  const problemText = useProblemText()
  const [row, ...others] = rows
  const isShown = command === 'issue' && row !== undefined && others.length === 0
  const preview = useQuery({ ...previewOf(row!), enabled: isShown })
  if (!isShown || preview.isPending) return null
  if (preview.isError)
    return (
      <Text size="sm" mb="xs" role="status">
        {problemText(preview.error)}
      </Text>
    )
  const { totalMinor, periodFrom, periodTo, dueOn } = preview.data
  return (
    <Text size="sm" mb="xs" role="status">
      {t('heldBill.wouldBe', { total: money(totalMinor), period: period(periodFrom, periodTo), due: day(dueOn) })}
    </Text>
  )
}

const resource = resourceOf(
  resources.heldBills,
  { ...resourceCalls.heldBills, commands: heldBillCommands },
  {
    title: ({ accountNo, periodFrom, periodTo }, day) => `${accountNo}, ${day(periodFrom)} – ${day(addDays(periodTo, -1))}`,
    Detail,
    Effect,
    related: [[previewHeldBill.path], [resourceCalls.bills.list.path]],
  },
)

export const Screen = screenOf(resource)
