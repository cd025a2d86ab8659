import { Button } from '@mantine/core'
import { previewRebills, type RebillPreview, rebill } from '@nightflow/schemas/billing/rebill'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { PreviewedDialog } from '#billing/previewed-dialog.tsx'
import { RebillPreviews } from '#billing/rebill-previews.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { newOperationId } from '#ui/operation-id.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

const { list } = resourceCalls.bills
const asked = previewRebills.request.pick({ accountNo: true }).extend({ reason: rebill.request.shape.reason })
const firstPage = { page: 1, size: 20 }

/** Computes bills again whose inputs have changed, and posts the differences after they were seen. */
export function RebillTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(rebill)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('bill.rebill.button')}
      </Button>
      {isOpen && <RebillDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** One page of a preview, with an identifier of the adjustment of each bill, so that another try posts none twice. */
type Previewed = {
  accountNo: string | undefined
  bills: RebillPreview[]
  total: number
  place: { page: number; size: number }
  adjustmentIds: ReadonlyMap<number, string>
}

const previewOf = async (
  { accountNo, adjustmentIds }: Pick<Previewed, 'accountNo' | 'adjustmentIds'>,
  place: Previewed['place'],
): Promise<Previewed> => {
  const { bills, total } = await call(previewRebills, { accountNo, pageNum: place.page, pageSize: place.size })
  const ids = bills.map(({ billNo }) => [billNo, adjustmentIds.get(billNo) ?? newOperationId()] as const)
  return { accountNo, bills, total, place, adjustmentIds: new Map([...adjustmentIds, ...ids]) }
}

function RebillDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const client = useQueryClient()
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const fields: readonly FieldChoice[] = [
    { name: 'accountNo', isAccount: true, label: t('field.accountNo'), description: t('bill.rebill.accountHint') },
    { name: 'reason', label: t('bill.field.reason'), lines: 2 },
  ]
  const chosenOf = ({ bills }: Previewed) => bills.filter(({ billNo, held }) => held === null && !leftOut.has(billNo))
  return (
    <PreviewedDialog
      title={t('bill.rebill.title')}
      schema={asked}
      fields={fields}
      previewLabel={t('deduction.deduct.preview')}
      preview={async ({ accountNo }): Promise<Previewed> => {
        setLeftOut(new Set())
        return previewOf({ accountNo, adjustmentIds: new Map() }, firstPage)
      }}
      show={(answer, replace) => (
        <RebillPreviews
          {...answer}
          leftOut={leftOut}
          setLeftOut={setLeftOut}
          onPlace={async (place) => replace(await previewOf(answer, place))}
        />
      )}
      doneText={() => t('bill.rebill.done')}
      confirmLabel={(answer) => {
        const chosen = chosenOf(answer)
        const difference = chosen.reduce((sum, { totalBefore, totalAfter }) => sum + (totalAfter ?? totalBefore) - totalBefore, 0)
        return chosen.length === 0 ? null : t('bill.rebill.confirm', { count: chosen.length, amount: money(difference) })
      }}
      confirm={async ({ reason }, _, answer) => {
        try {
          for (const { billNo, calculation } of chosenOf(answer))
            await call(rebill, { billNo, calculation, reason, adjustmentId: answer.adjustmentIds.get(billNo)! })
        } finally {
          await client.invalidateQueries({ queryKey: [list.path] })
          await client.invalidateQueries({ queryKey: ['bill-history'] })
        }
      }}
      onClose={onClose}
    />
  )
}
