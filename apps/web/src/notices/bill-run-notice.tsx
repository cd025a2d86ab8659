import { notifications } from '@mantine/notifications'
import { BillRunStatus } from '@nightflow/schemas/billing/bill-run'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isRunning, newestRunsQuery } from '#billing/bill-run-query.ts'
import { useMoney } from '#ui/use-money.ts'

const shownMilliseconds = 12_000
const endOf = {
  [BillRunStatus.enum.previewed]: 'previewed',
  [BillRunStatus.enum.paused]: 'paused',
  [BillRunStatus.enum.finished]: 'finished',
} as const

/** A bill run goes on when its page is left, and ends in a notification wherever the person is by then. */
export function BillRunNotice() {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const runs = useQuery(newestRunsQuery).data?.rows
  const running = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    for (const run of runs ?? []) {
      const { status, billRunNo, firstMonth, lastMonth, billed, held, totalMinor } = run
      if (status === BillRunStatus.enum.previewRunning || status === BillRunStatus.enum.posting || !running.current.has(billRunNo)) continue
      notifications.show({
        title: t('billRun.noticeTitle', { months: firstMonth === lastMonth ? firstMonth : `${firstMonth} – ${lastMonth}` }),
        message: t(`billRun.notice.${endOf[status]}`, { billed, held, amount: money(totalMinor) }),
        color: status === BillRunStatus.enum.paused ? 'orange' : 'green',
        autoClose: shownMilliseconds,
      })
    }
    running.current = new Set(runs?.filter(isRunning).map(({ billRunNo }) => billRunNo))
  }, [runs, t, money])
  return null
}
