import * as reports from '@nightflow/schemas/billing/ledger-reports'
import { IconCash, IconReceipt, IconScale } from '@tabler/icons-react'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { listOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Opening balance, movements and closing balance of each ledger account. */
export const TrialBalanceScreen = screenOf(
  listOf<reports.TrialBalanceRow>({
    calls: {
      ...{ id: 'ledgerAccount', row: reports.TrialBalanceRow, filter: {}, dictionaries: { ledgerAccount: 'ledger_account' } },
      ...{ list: reports.listTrialBalance, exportRows: reports.exportTrialBalance },
    },
    texts: 'billing',
    name: 'trialBalance',
    icon: IconScale,
    columns: ['ledgerAccount', 'openingMinor', 'debitMinor', 'creditMinor', 'closingMinor'],
    filters: ['createdWithin'],
  }),
)

/** A rate in percent, or the word for what has none; the total is of all rates. */
function VatRate({ rate }: { rate: string | null }) {
  const { words } = useDictionaries({ words: 'vat_rate' })
  const { share } = useFormat()
  if (rate === null) return null
  const percent = Number(rate)
  return words?.get(rate)?.label ?? <span className="nf-figures">{share(percent / 100, Number.isInteger(percent) ? 0 : 2)}</span>
}

/** VAT by month, rate and type of event. */
export const VatScreen = screenOf(
  listOf<reports.VatRow>({
    calls: {
      ...{ id: 'lineNo', row: reports.VatRow, filter: {}, dictionaries: { entry: 'ledger_entry' } },
      ...{ list: reports.listVat, exportRows: reports.exportVat },
    },
    texts: 'billing',
    name: 'vatReport',
    icon: IconReceipt,
    columns: ['month', 'vatRate', 'entry', 'netMinor', 'vatMinor', 'grossMinor'],
    filters: ['createdWithin'],
    // The words of the table: a total has no month.
    cell: { month: ({ month }) => month ?? '', vatRate: ({ vatRate }) => <VatRate rate={vatRate} /> },
  }),
)

/** A word of the ledger in the reader's language, or a name as it is. */
function GroupName({ group }: { group: string }) {
  const { words } = useDictionaries({ words: 'revenue_group' })
  return words?.get(group)?.label ?? group
}

/** A share of the revenue; of nothing there is none. */
function RevenueShare({ share: value }: { share: number | null }) {
  const { share } = useFormat()
  return value === null ? '–' : <span className="nf-figures">{share(value)}</span>
}

/** Revenue divided by component, customer type, partition or step. */
export const RevenueScreen = screenOf(
  listOf<reports.RevenueRow>({
    calls: {
      ...{ id: 'revenueGroup', row: reports.RevenueRow, filter: reports.revenueFilter },
      ...{ list: reports.listRevenue, exportRows: reports.exportRevenue },
    },
    texts: 'billing',
    name: 'revenueReport',
    icon: IconCash,
    columns: ['revenueGroup', 'litres', 'netMinor', 'share'],
    filters: ['by', 'createdWithin'],
    cell: {
      revenueGroup: ({ revenueGroup }) => <GroupName group={revenueGroup} />,
      share: ({ share }) => <RevenueShare share={share} />,
    },
  }),
)
