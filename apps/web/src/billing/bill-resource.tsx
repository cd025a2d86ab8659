import { mailBills, printBills } from '@nightflow/schemas/billing/bill-batches'
import { billCommands } from '@nightflow/schemas/billing/bill-calls'
import { billCalculation } from '@nightflow/schemas/billing/bill-documents'
import { planCommands } from '@nightflow/schemas/billing/collection-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useTranslation } from 'react-i18next'
import { BillDetail } from '#billing/bill-detail.tsx'
import { CollectionSettingsTool } from '#billing/collection-settings-tool.tsx'
import { IssueBillTool } from '#billing/issue-bill-tool.tsx'
import { MailBillsTool, MailListedBillsTool } from '#billing/mail-bills-tool.tsx'
import { PlanInstalmentsTool } from '#billing/plan-instalments-tool.tsx'
import { PrintBillsMenu, PrintListedBillsTool } from '#billing/print-bills-menu.tsx'
import { RebillTool } from '#billing/rebill-tool.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useFormat } from '#ui/use-format.ts'

/** A local day in the reader’s form. */
const Day = ({ day }: { day: string }) => useFormat().day(day)

const BillTools = () => (
  <>
    <CollectionSettingsTool />
    <PlanInstalmentsTool />
    <RebillTool />
    <PrintListedBillsTool />
    <MailListedBillsTool />
    <IssueBillTool />
  </>
)

/** The bills that are ticked. */
function SelectionTools({ rows }: { rows: readonly RowOf<typeof resources.bills>[] }) {
  const { t } = useTranslation('billing')
  const selected = { billNos: rows.map(({ billNo }) => billNo).join(',') }
  return (
    <>
      <PrintBillsMenu selected={selected} />
      <MailBillsTool selected={selected} text={t('bill.mail.chosenText', { count: rows.length })} />
    </>
  )
}

/** Bills are issued by the tool, which shows the lines of a bill before it is issued. */
const { create: _, ...calls } = resourceCalls.bills

export const Screen = screenOf(
  resourceOf(
    resources.bills,
    { ...calls, commands: [...billCommands.list, ...planCommands.list] },
    {
      title: ({ invoiceNumber, accountNo, periodFrom }) => [invoiceNumber, accountNo, periodFrom.slice(0, 7)].filter(Boolean).join(', '),
      cell: {
        invoiceNumber: ({ invoiceNumber, billNo }) => invoiceNumber ?? String(billNo),
        dueOn: ({ dueOn }) => <Day day={dueOn} />,
      },
      Detail: BillDetail,
      Tools: BillTools,
      selectionTools: { calls: [printBills, mailBills], Tools: SelectionTools },
      related: [['bill-history'], [billCalculation.path]],
    },
  ),
)
