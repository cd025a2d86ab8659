import { Button, Group, Stack } from '@mantine/core'
import { type DeskCustomer, type DeskSale, deskPreview, deskSale, deskSell } from '@nightflow/schemas/agents/agent-desk-calls'
import { SaleKind } from '@nightflow/schemas/agents/agent-money'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Customer } from '#agents/customer-search.tsx'
import { deskKey } from '#agents/desk-queries.ts'
import { type Preview, PreviewedSale, useLastToken } from '#agents/previewed-sale.tsx'
import { call } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { MeterChoice } from '#ui/meter-choice.tsx'
import { ofEachMeter } from '#ui/of-each-meter.ts'
import { newOperationId } from '#ui/operation-id.ts'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

type Typed = Pick<RequestOf<typeof deskPreview>, 'kind' | 'amount'>
/** A sale as it would be; of tokens there is one for each meter of the account. */
type Offer = { preview: Preview; saleId: string }
type Previewed = { typed: Typed; offers: readonly Offer[]; chosen: Offer | undefined }

const asked = deskPreview.request.pick({ kind: true, amount: true })
const panLastFour = deskSell.request.shape.panLastFour.unwrap()
const confirmation = deskSell.request.pick({ panLastFour: true }).extend({ panLastFour })
const nothing = deskSell.request.pick({})

type SaleFormProps = { customer: DeskCustomer; onOther: () => void; onSold: (sale: DeskSale) => void }

/** First the amount, then what it pays and brings, then the sale. The identifier stays with the preview: another try is the same sale. */
export function SaleForm({ customer, onOther, onSold }: SaleFormProps) {
  const { t } = useTranslation('agents')
  const unit = useCurrency()
  const lastToken = useLastToken()
  const { kind } = useDictionaries({ kind: 'agent_sale_kind' })
  const optionLabels = Object.fromEntries([...(kind ?? [])].map(([value, { label }]) => [value, label]))
  const [previewed, setPreviewed] = useState<Previewed>()
  const { accountNo } = customer
  const fields: readonly FieldChoice[] = [
    { name: 'kind', label: t('desk.field.kind'), optionLabels, isHalf: true },
    { name: 'amount', label: t('desk.field.amount'), unit, isHalf: true },
  ]
  const { offers = [], chosen } = previewed ?? {}
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
          const previews = await ofEachMeter((meterNo) => call(deskPreview, { ...typed, accountNo, meterNo }))
          const of = previews.map((preview) => ({ preview, saleId: newOperationId() }))
          setPreviewed({ typed, offers: of, chosen: of.length === 1 ? of[0] : undefined })
        }}
      />
      {previewed && offers.length > 1 && (
        <MeterChoice
          label={t('desk.severalMeters')}
          meters={offers.flatMap(({ preview: { meter } }) =>
            meter ? [{ meterNo: meter.meterNo, label: t('desk.meter', meter), lastToken: lastToken(meter) }] : [],
          )}
          value={chosen?.preview.meter?.meterNo}
          onChange={(meterNo) =>
            setPreviewed({ ...previewed, chosen: offers.find(({ preview: { meter } }) => meter?.meterNo === meterNo) })
          }
        />
      )}
      {previewed && chosen && (
        <Confirmation key={chosen.saleId} offer={chosen} typed={previewed.typed} accountNo={accountNo} onSold={onSold} />
      )}
    </Stack>
  )
}

type ConfirmationProps = { offer: Offer; typed: Typed; accountNo: string; onSold: SaleFormProps['onSold'] }

/** The preview, and the sale: of tokens once the buyer has named the last digits of the PAN. */
function Confirmation({ offer: { preview, saleId }, typed, accountNo, onSold }: ConfirmationProps) {
  const { t } = useTranslation('agents')
  const money = useMoney()
  const client = useQueryClient()
  const { meter } = preview
  const sell = async (digits?: string) => {
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
    <CommandForm
      schema={meter ? confirmation : nothing}
      fields={meter ? [{ name: 'panLastFour', label: t('desk.field.panLastFour'), placeholder: '0000', isHalf: true }] : []}
      submitLabel={t('desk.sell', { amount: money(preview.amountMinor) })}
      doneText={null}
      onSubmit={(confirmed) => sell('panLastFour' in confirmed ? confirmed.panLastFour : undefined)}
    >
      <PreviewedSale preview={preview} />
    </CommandForm>
  )
}
