import { Button } from '@mantine/core'
import { previewClose } from '@nightflow/schemas/billing/book-close-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { PreviewedDialog } from '#billing/previewed-dialog.tsx'
import { TrialBalanceTable } from '#billing/trial-balance-table.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { useOpenTool } from '#ui/resource/asked-command.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** A month is closed by the tool, which shows its trial balance before. */
const { create, ...calls } = resourceCalls.bookCloses

function CloseMonthTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const { isOpen, open, close } = useOpenTool()
  if (!mayDo(create)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconLock size={14} aria-hidden />} onClick={open}>
        {t('bookClose.create')}
      </Button>
      {isOpen && <CloseDialog onClose={close} />}
    </>
  )
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const fields: readonly FieldChoice[] = [
    { name: 'month', label: t('bookClose.field.month'), isMonth: true, description: t('bookClose.hint.month') },
    { name: 'reason', label: t('bookClose.field.reason'), lines: 2 },
  ]
  return (
    <PreviewedDialog
      title={t('bookClose.create')}
      schema={create.request}
      fields={fields}
      previewLabel={t('deduction.deduct.preview')}
      preview={({ month }) => call(previewClose, { month })}
      show={({ trialBalance }) => <TrialBalanceTable balance={trialBalance} />}
      doneText={({ month }) => t('bookClose.done', { month })}
      confirmLabel={({ month }) => t('bookClose.confirm', { month })}
      confirm={async (typed) => {
        await call(create, typed)
        await client.invalidateQueries({ queryKey: [calls.list.path] })
      }}
      onClose={onClose}
    />
  )
}

export const Screen = screenOf(
  resourceOf(resources.bookCloses, calls, {
    Detail: ({ row: { trialBalance } }) => <TrialBalanceTable balance={trialBalance} />,
    Tools: CloseMonthTool,
  }),
)
