import { Button, Group, Stack, Text } from '@mantine/core'
import { BillRunScope, BillRunStatus } from '@nightflow/schemas/billing/bill-run'
import { postBillRun } from '@nightflow/schemas/billing/bill-run-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { BillRunFigures } from '#billing/bill-run-figures.tsx'
import { billRunQuery, isRunning } from '#billing/bill-run-query.ts'
import { useRunScopes } from '#billing/use-run-scopes.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useOpenTool } from '#ui/resource/asked-command.tsx'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

const { create, list } = resourceCalls.billRuns

/** Starts the preview of a bill run, shows its figures, and posts it. */
export function StartBillRunTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const { isOpen, open, close } = useOpenTool()
  if (!mayDo(create)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={open}>
        {t('billRun.create')}
      </Button>
      {isOpen && <StartDialog onClose={close} />}
    </>
  )
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('billing')
  const [billRunNo, setBillRunNo] = useState<number | null>(null)
  return (
    <FormDialog title={t('billRun.create')} onClose={onClose} size={720}>
      {billRunNo === null ? <StartForm onStarted={setBillRunNo} onClose={onClose} /> : <Started billRunNo={billRunNo} onClose={onClose} />}
    </FormDialog>
  )
}

function StartForm({ onStarted, onClose }: { onStarted: (billRunNo: number) => void; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const [runId] = useState(newOperationId)
  const [scope, setScope] = useState<string>(BillRunScope.enum.all)
  const { partitions, groups } = useRunScopes()
  const words = useDictionaries({ scope: 'bill_run_scope' })
  const optionLabels = Object.fromEntries([...(words.scope ?? [])].map(([value, { label }]) => [value, label]))
  const ofScope: Record<string, FieldChoice> = {
    [BillRunScope.enum.partition]: { name: 'partitionId', label: t('billRun.field.partitionId'), choices: partitions },
    [BillRunScope.enum.meterGroup]: { name: 'meterGroupId', label: t('billRun.field.meterGroupId'), choices: groups },
    [BillRunScope.enum.chosen]: {
      name: 'accountNos',
      label: t('billRun.field.accountNos'),
      description: t('billRun.hint.accountNos'),
      lines: 3,
    },
    [BillRunScope.enum.billingCycle]: { name: 'billingMonths', label: t('priceScheme.field.billingMonths') },
  }
  const chosen = ofScope[scope]
  const fields: readonly FieldChoice[] = [
    { name: 'firstMonth', label: t('bill.field.firstMonth'), isMonth: true, isHalf: true },
    { name: 'lastMonth', label: t('bill.field.lastMonth'), isMonth: true, isHalf: true },
    { name: 'scope', label: t('billRun.field.scope'), optionLabels },
    ...(chosen ? [chosen] : []),
  ]
  return (
    <Stack gap="sm">
      <Text size="sm">{t('billRun.text')}</Text>
      <CommandForm
        schema={create.request}
        fields={fields}
        initial={{ scope: BillRunScope.enum.all }}
        fixed={{ runId }}
        submitLabel={t('deduction.deduct.preview')}
        onCancel={onClose}
        doneText={null}
        onTyped={(typed) => setScope(String(typed.scope ?? BillRunScope.enum.all))}
        onSubmit={async (request) => {
          const { billRunNo } = await call(create, request)
          await client.invalidateQueries({ queryKey: [list.path] })
          onStarted(billRunNo)
        }}
      />
    </Stack>
  )
}

/** The dialog may be closed meanwhile: the run goes on, and is posted from the list too. */
function Started({ billRunNo, onClose }: { billRunNo: number; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const { t: shared } = useTranslation('shared')
  const money = useMoney()
  const client = useQueryClient()
  const mayDo = useMayDo()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const run = useQuery(billRunQuery(billRunNo)).data
  if (!run) return null
  const post = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await call(postBillRun, { billRunNo })
      await client.invalidateQueries({ queryKey: [list.path] })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      <BillRunFigures run={run} />
      {isRunning(run) && (
        <Text size="sm" c="dimmed">
          {t('billRun.goesOn')}
        </Text>
      )}
      <ProblemAlert failure={failure} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {shared('action.close')}
        </Button>
        {run.status === BillRunStatus.enum.previewed && run.billed > 0 && mayDo(postBillRun) && (
          <Button loading={isBusy} onClick={post}>
            {t('billRun.post', { count: run.billed, amount: money(run.totalMinor) })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
