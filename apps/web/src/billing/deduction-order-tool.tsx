import { Button, Text } from '@mantine/core'
import { DeductionKind } from '@nightflow/schemas/billing/deduction'
import { findDeductionOrder, setDeductionOrder } from '@nightflow/schemas/billing/surcharge-calls'
import { IconArrowsSort } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'

const queryKey = ['deduction-order']

/** The order, place by place. */
const Places = z.object({ first: DeductionKind, second: DeductionKind, third: DeductionKind, fourth: DeductionKind })
const places = ['first', 'second', 'third', 'fourth'] as const

/** In which order the utility deducts: seen and set. */
export function DeductionOrderTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(setDeductionOrder) || !mayDo(findDeductionOrder)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconArrowsSort size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('deduction.order.button')}
      </Button>
      {isOpen && <OrderDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function OrderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['billing', 'shared'])
  const { instant } = useFormat()
  const { timeZone } = useSession()
  const client = useQueryClient()
  const order = useQuery({ queryKey, queryFn: ({ signal }) => call(findDeductionOrder, {}, signal), gcTime: 0 })
  const optionLabels = Object.fromEntries(DeductionKind.options.map((kind) => [kind, t(`kind.${kind}`)]))
  return (
    <FormDialog title={t('deduction.order.title')} onClose={onClose} size={480}>
      <Text size="sm" mb="xs">
        {t('deduction.order.text')}
      </Text>
      {order.isError && <ErrorState error={order.error} onRetry={() => order.refetch()} />}
      {order.data && (
        <CommandForm
          schema={Places}
          fields={places.map((name, place) => ({ name, label: t('deduction.order.place', { place: place + 1 }), optionLabels }))}
          initial={Object.fromEntries(places.map((name, place) => [name, order.data.deductionOrder[place]!]))}
          submitLabel={t('shared:action.save')}
          onCancel={onClose}
          doneText={t('shared:done.saved')}
          onSubmit={async ({ first, second, third, fourth }) => {
            await call(setDeductionOrder, { deductionOrder: [first, second, third, fourth] })
            await client.invalidateQueries({ queryKey })
            onClose()
          }}
        >
          {order.data.setBy && (
            <Text size="xs" c="dimmed">
              {t('deduction.order.since', { by: order.data.setBy, at: instant(order.data.setAt, timeZone) })}
            </Text>
          )}
        </CommandForm>
      )}
    </FormDialog>
  )
}
