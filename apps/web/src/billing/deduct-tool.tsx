import { Button, Group, Stack } from '@mantine/core'
import { type DeductionAnswer, previewDeduction } from '@nightflow/schemas/billing/surcharge-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { IconReceipt } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { DeductionLines } from '#billing/deduction-lines.tsx'
import { usePaymentSources } from '#billing/use-item-columns.ts'
import { announceDone } from '#session/announce-done.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

const { create, list } = resourceCalls.deductions
const litresPerCubicMetre = 1000

/** Deducts from a payment of an account, after its lines were seen. */
export function DeductTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(create)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconReceipt size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('deduction.deduct.button')}
      </Button>
      {isOpen && <DeductDialog onClose={() => setOpen(false)} />}
    </>
  )
}

type Previewed = { request: RequestOf<typeof previewDeduction>; answer: DeductionAnswer }

function DeductDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const unit = useCurrency()
  const sources = usePaymentSources()
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const fields: readonly FieldChoice[] = [
    { name: 'accountNo', label: t('field.accountNo'), isHalf: true },
    { name: 'source', label: t('field.source'), optionLabels: sources, isHalf: true },
    { name: 'amount', label: t('deduction.field.amount'), unit, isHalf: true },
    {
      ...{ name: 'purchasedLitres', label: t('field.purchasedLitres'), description: t('hint.purchasedLitres') },
      ...{ unit: 'm³', factor: litresPerCubicMetre, isHalf: true },
    },
  ]
  return (
    <FormDialog title={t('deduction.deduct.title')} onClose={onClose} size={640}>
      <Stack gap="sm">
        <CommandForm
          schema={previewDeduction.request}
          fields={fields}
          initial={{ source: '1' }}
          submitLabel={t('deduction.deduct.preview')}
          onCancel={onClose}
          doneText={null}
          onTyped={() => setPreviewed(null)}
          onSubmit={async (request) => {
            setPreviewed({ request, answer: await call(previewDeduction, request) })
          }}
        />
        {previewed && <Confirm previewed={previewed} onDone={onClose} />}
      </Stack>
    </FormDialog>
  )
}

function Confirm({ previewed: { request, answer }, onDone }: { previewed: Previewed; onDone: () => void }) {
  const { t } = useTranslation(['billing', 'shared'])
  const money = useMoney()
  const client = useQueryClient()
  // It stays while the preview is shown, so that another try after a failure deducts nothing twice.
  const [deductionId] = useState(newOperationId)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const deduct = async () => {
    setBusy(true)
    try {
      await call(create, { ...request, deductionId })
      await client.invalidateQueries({ queryKey: [list.path] })
      announceDone(t('shared:done.saved'))
      onDone()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      <DeductionLines deduction={answer} />
      <ProblemAlert failure={failure} />
      {answer.lines.length > 0 && (
        <Group justify="flex-end">
          <Button loading={busy} onClick={deduct}>
            {t('deduction.deduct.confirm', { amount: money(answer.deductedMinor) })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
