import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { BankImportTool } from '#billing/bank-import-tool.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Files come through the tool, which shows where their entries would go before they are posted. */
const { importTemplate: _, importData: __, ...calls } = resourceCalls.bankStatements

const Day = ({ day }: { day: string }) => useFormat().day(day)

export const Screen = screenOf(
  resourceOf(resources.bankStatements, calls, {
    title: ({ statementNo }) => statementNo,
    cell: {
      statementNo: ({ statementNo, statementId }) => (
        <ScreenLink screen="billing/bank-entries" search={{ statementId }} className="nf-link">
          {statementNo}
        </ScreenLink>
      ),
      fromDay: ({ fromDay }) => <Day day={fromDay} />,
      toDay: ({ toDay }) => <Day day={toDay} />,
    },
    Tools: BankImportTool,
  }),
)
