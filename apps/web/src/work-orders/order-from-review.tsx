import { Button } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { CreateOrderDialog } from '#work-orders/create-order-dialog.tsx'

type Props = { review: { meterNo: string; day: string } }

/** A check reading of a meter one of whose days is questioned. */
export function OrderFromReview({ review: { meterNo, day } }: Props) {
  const { t } = useTranslation('work-orders')
  const format = useFormat()
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(resourceCalls.workOrders.create)) return null
  return (
    <>
      <Button size="xs" variant="light" onClick={() => setOpen(true)}>
        {t('checkReading')}
      </Button>
      {isOpen && (
        <CreateOrderDialog
          fixed={{ meterNo, reviewDay: day }}
          initial={{
            orderType: WorkOrderType.enum.reading,
            orderTitle: t('checkReadingTitle', { meter: meterNo, day: format.day(day) }).slice(0, 100),
          }}
          about={t('fromReview', { meter: meterNo, day: format.day(day) })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
