import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { BillPlan } from '@nightflow/schemas/billing/collection'
import { allowReminders, findReminders, stopReminders } from '@nightflow/schemas/billing/collection-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

/** The instalments of a bill, with what is open of each: payments count for the earliest part. */
export function BillInstalments({ plan: { parts, plannedMinor }, openMinor }: { plan: BillPlan; openMinor: number }) {
  const { t } = useTranslation('billing')
  const { day } = useFormat()
  const money = useMoney()
  let paidMinor = Math.max(0, plannedMinor - openMinor)
  const rows = parts.map((part) => {
    const ofPart = Math.min(paidMinor, part.amountMinor)
    paidMinor -= ofPart
    return { ...part, openMinor: part.amountMinor - ofPart }
  })
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('bill.field.plan')}
      </Title>
      <FigureTable
        minWidth={280}
        rows={rows}
        keyOf={({ dueOn }) => dueOn}
        columns={[
          { head: t('bill.field.dueOn'), cell: ({ dueOn }) => day(dueOn) },
          { head: t('bill.collection.part'), isNumber: true, cell: ({ amountMinor }) => money(amountMinor) },
          { head: t('bill.field.openMinor'), isNumber: true, cell: (part) => money(part.openMinor) },
        ]}
      />
    </Stack>
  )
}

/** Whether the holder of an account gets reminders of bills, stopped or allowed with a reason. */
export function AccountReminders({ accountNo }: { accountNo: string }) {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  const state = useQuery({
    queryKey: [findReminders.path, accountNo],
    queryFn: ({ signal }) => call(findReminders, { accountNo }, signal),
    enabled: mayDo(findReminders),
  }).data
  if (!state) return null
  const word = state.isStopped ? 'allow' : 'stop'
  return (
    <Group gap="xs">
      <Text size="sm">{t(state.isStopped ? 'bill.collection.stopped' : 'bill.collection.sent')}</Text>
      {mayDo(stopReminders) && (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {t(`bill.collection.${word}`)}
        </Button>
      )}
      {isOpen && <RemindersDialog accountNo={accountNo} word={word} onClose={() => setOpen(false)} />}
    </Group>
  )
}

function RemindersDialog({ accountNo, word, onClose }: { accountNo: string; word: 'stop' | 'allow'; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const { t: shared } = useTranslation('shared')
  const client = useQueryClient()
  const endpoint = word === 'stop' ? stopReminders : allowReminders
  return (
    <FormDialog onClose={onClose} title={t(`bill.collection.${word}Of`, { accountNo })} size={480}>
      <CommandForm
        schema={endpoint.request}
        fixed={{ accountNo }}
        fields={[{ name: 'reason', label: t('bill.field.reason'), lines: 2 }]}
        submitLabel={t(`bill.collection.${word}`)}
        onCancel={onClose}
        doneText={shared('done.saved')}
        onSubmit={async (command) => {
          await call(endpoint, command)
          await client.invalidateQueries({ queryKey: [findReminders.path] })
          onClose()
        }}
      />
    </FormDialog>
  )
}
