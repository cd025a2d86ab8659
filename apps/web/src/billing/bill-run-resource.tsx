import { Group, Stack, Text, Title } from '@mantine/core'
import { type BillRun, BillRunOutcome, BillRunStatus } from '@nightflow/schemas/billing/bill-run'
import { billRunCommands, listBillRunHistory } from '@nightflow/schemas/billing/bill-run-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { BillRunFigures } from '#billing/bill-run-figures.tsx'
import { billRunQuery } from '#billing/bill-run-query.ts'
import { MailBillsTool } from '#billing/mail-bills-tool.tsx'
import { PrintBillsMenu } from '#billing/print-bills-menu.tsx'
import { StartBillRunTool } from '#billing/start-bill-run-tool.tsx'
import { TitledHistory } from '#billing/titled-history.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Runs are started by the tool, which shows the preview before anything is posted. */
const { create: _, ...calls } = resourceCalls.billRuns
const accounts = resourceCalls.billRunAccounts
const held = BillRunOutcome.enum.held
const heldShown = 20
const refreshSeconds = 5

const words = { texts: 'billing', name: 'billRun', calls: { dictionaries: resources.billRuns.dictionaries } }

function Detail({ row }: { row: BillRun }) {
  const { t } = useTranslation('billing')
  const run = useQuery(billRunQuery(row.billRunNo)).data ?? row
  return (
    <Stack gap="md">
      <BillRunFigures run={run} />
      {run.status === BillRunStatus.enum.finished && run.billed > 0 && (
        <Group justify="flex-end">
          <PrintBillsMenu selected={{ billRunNo: String(run.billRunNo) }} />
          <MailBillsTool selected={{ billRunNo: String(run.billRunNo) }} text={t('bill.mail.runText')} />
        </Group>
      )}
      {run.held > 0 && <HeldAccounts run={run} />}
      <TitledHistory
        resource={words}
        endpoint={listBillRunHistory}
        queryKey={['bill-run-history', row.billRunNo, run.status]}
        of={{ billRunNo: row.billRunNo }}
      />
    </Stack>
  )
}

/** The first accounts that are held, with the reason of each; the list of all has a spreadsheet. */
function HeldAccounts({ run: { runId, phase, held: count } }: { run: BillRun }) {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const { result } = useDictionaries({ result: 'bill_run_result' })
  const request = { runId, phase, outcome: held, pageSize: heldShown } as const
  const rows = useQuery({
    queryKey: [accounts.list.path, request, count],
    queryFn: ({ signal }) => call(accounts.list, request, signal),
    enabled: mayDo(accounts.list),
  }).data?.rows
  if (!rows) return null
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('billRun.heldTitle')}
      </Title>
      <FigureTable
        minWidth={280}
        rows={rows}
        keyOf={({ accountNo }) => accountNo}
        columns={[
          { head: t('field.accountNo'), cell: ({ accountNo }) => accountNo },
          { head: t('billRun.reason'), cell: (row) => result?.get(row.result)?.label ?? row.result },
        ]}
      />
      <Text size="sm">
        <ScreenLink screen="billing/bill-run-accounts" search={{ runId, phase, outcome: held }} className="nf-link">
          {t('billRun.allHeld', { count })}
        </ScreenLink>
      </Text>
    </Stack>
  )
}

export const Screen = screenOf(
  resourceOf(
    resources.billRuns,
    { ...calls, commands: billRunCommands.list },
    {
      title: ({ firstMonth, lastMonth, scopeTitle }) =>
        [firstMonth === lastMonth ? firstMonth : `${firstMonth} – ${lastMonth}`, scopeTitle].filter((part) => part !== '').join(', '),
      Detail,
      Tools: StartBillRunTool,
      related: [['bill-run-history'], [resourceCalls.bills.list.path], [accounts.list.path]],
      refreshSeconds,
    },
  ),
)
