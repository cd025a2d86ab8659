import { Button, Group, Stack } from '@mantine/core'
import { type DeskCustomer, type DeskSale, deskPreview, deskSale, deskSell } from '@nightflow/schemas/agents/agent-desk-calls'
import { SaleKind } from '@nightflow/schemas/agents/agent-money'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Customer } from '#agents/customer-search.tsx'
import { deskKey } from '#agents/desk-queries.ts'
import { type Preview, PreviewedSale } from '#agents/previewed-sale.tsx'
import { call } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { newOperationId } from '#ui/operation-id.ts'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

type Typed = Pick<RequestOf<typeof deskPreview>, 'kind' | 'amount'>
type Previewed = { typed: Typed; preview: Preview; saleId: string }

const asked = deskPreview.request.pick({ kind: true, amount: true })
const panLastFour = deskSell.request.shape.panLastFour.unwrap()
const confirmation = deskSell.request.pick({ panLastFour: true }).extend({ panLastFour })
const nothing = deskSell.request.pick({})

/** First the amount, then what it pays and brings, then the sale. The identifier stays with the preview: another try is the same sale. */
export function SaleForm({ customer, onOther, onSold }: { customer: DeskCustomer; onOther: () => void; onSold: (sale: DeskSale) => void }) {
  const { t } = useTranslation('agents')
  const money = useMoney()
  const unit = useCurrency()
  const client = useQueryClient()
  const { kind } = useDictionaries({ kind: 'agent_sale_kind' })
  const optionLabels = Object.fromEntries([...(kind ?? [])].map(([value, { label }]) => [value, label]))
  const [previewed, setPreviewed] = useState<Previewed>()
  const { accountNo } = customer
  const fields: readonly FieldChoice[] = [
    { name: 'kind', label: t('desk.field.kind'), optionLabels, isHalf: true },
    { name: 'amount', label: t('desk.field.amount'), unit, isHalf: true },
  ]
  const sell = async ({ typed, preview, saleId }: Previewed, digits?: string) => {
    const { meter } = preview
    const sale = { ...typed, saleId, accountNo, ...(meter && { meterNo: meter.meterNo, panLastFour: digits }) }
    try {
      onSold(await call(deskSell, sale))
    } catch (failure) {
      if (failure instanceof ProblemError) throw failure
      // The line was cut: the sale says itself what became of it.
      onSold(await call(deskSale, { saleId }))
    } finally {
      await client.invalidateQueries({ queryKey: deskKey })
    }
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" className="nf-panel" p="sm" wrap="nowrap">
        <Customer customer={customer} />
        <Button size="compact-xs" variant="default" flex="none" onClick={onOther}>
          {t('desk.other')}
        </Button>
      </Group>
      <CommandForm
        schema={asked}
        fields={fields}
        initial={{ kind: SaleKind.enum.payment }}
        submitLabel={t('desk.preview')}
        doneText={null}
        onTyped={() => setPreviewed(undefined)}
        onSubmit={async (typed) => {
          const preview = await call(deskPreview, { ...typed, accountNo })
          setPreviewed({ typed, preview, saleId: newOperationId() })
        }}
      />
      {previewed && (
        <CommandForm
          key={previewed.saleId}
          schema={previewed.preview.meter ? confirmation : nothing}
          fields={
            previewed.preview.meter ? [{ name: 'panLastFour', label: t('desk.field.panLastFour'), placeholder: '0000', isHalf: true }] : []
          }
          submitLabel={t('desk.sell', { amount: money(previewed.preview.amountMinor) })}
          doneText={null}
          onSubmit={(typed) => sell(previewed, 'panLastFour' in typed ? typed.panLastFour : undefined)}
        >
          <PreviewedSale preview={previewed.preview} />
        </CommandForm>
      )}
    </Stack>
  )
}
