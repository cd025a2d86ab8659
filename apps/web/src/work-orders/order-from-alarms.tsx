import { Alert, Button } from '@mantine/core'
import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { findSelectedAlarms } from '@nightflow/schemas/alarms/endpoints'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { useProblemText } from '#api/problem-text.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'
import { CreateOrderDialog } from '#work-orders/create-order-dialog.tsx'

/** A work order from the selected alarms, which must be for the same meter. */
export const orderFromAlarms = { calls: [resourceCalls.workOrders.create], Tools: OrderFromAlarms }

function OrderFromAlarms({ rows }: { rows: readonly AlarmRow[] }) {
  const { t } = useTranslation('work-orders')
  const [ids, setIds] = useState<readonly number[]>()
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIds(rows.map(({ alarmProcessedId }) => alarmProcessedId))}>
        {t('workOrder.create')}
      </Button>
      {ids && <FromAlarms ids={ids} onClose={() => setIds(undefined)} />}
    </>
  )
}

function FromAlarms({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { t } = useTranslation('work-orders')
  const labelOf = useAlarmLabel()
  const problemText = useProblemText()
  const chosen = useQuery({
    queryKey: [findSelectedAlarms.path, ids],
    queryFn: ({ signal }) => call(findSelectedAlarms, { alarmProcessedIds: [...ids] }, signal),
  })
  const { data } = chosen
  if (!data?.isSameMeter)
    return (
      <FormDialog title={t('workOrder.create')} onClose={onClose}>
        {chosen.isError && <ErrorState error={chosen.error} onRetry={() => chosen.refetch()} compact />}
        {chosen.isPending && <ChartSkeleton height={120} />}
        {data && (
          <Alert color="orange" role="alert">
            {problemText(new ProblemError('work-order-alarms-differ', 400, {}))}
          </Alert>
        )}
      </FormDialog>
    )
  const labels = [...new Set(data.alarms.map(({ eventType }) => labelOf(eventType)))]
  return (
    <CreateOrderDialog
      fixed={{ alarmIds: [...ids], meterNo: data.meterNo }}
      initial={{ orderTitle: `${labels.join(', ')} · ${data.meterNo}`.slice(0, 100) }}
      about={t('fromAlarms', { count: data.alarms.length, meter: data.meterNo })}
      onClose={onClose}
    />
  )
}
