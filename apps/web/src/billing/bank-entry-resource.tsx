import { Stack, Table, Text, Title } from '@mantine/core'
import { assignBankEntry, bankEntryCommands, listBankEntryHistory } from '@nightflow/schemas/billing/bank-calls'
import { BankEntryStatus, type bankEntries } from '@nightflow/schemas/billing/bank-entry'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconReceiptRefund, IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AssignEntryDialog } from '#billing/assign-entry-dialog.tsx'
import { ReturnEntryDialog } from '#billing/return-entry-dialog.tsx'
import { TitledHistory } from '#billing/titled-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Row = RowOf<typeof bankEntries>

const words = { texts: 'billing', name: 'bankEntry', calls: { dictionaries: resources.bankEntries.dictionaries } }
const historyKey = 'bank-entry-history'

const Day = ({ day }: { day: string }) => useFormat().day(day)

/** The accounts that an entry went to, or the one that is proposed, above its history. */
function Detail({ row }: { row: Row }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  return (
    <Stack gap="md">
      <Text size="sm">{[row.reference, row.remittance].filter(Boolean).join(' ') || '–'}</Text>
      {row.status === BankEntryStatus.enum.unmatched && row.proposal && (
        <Text size="sm">{t('bankStatement.preview.proposed', { accountNo: row.proposal.accountNo })}</Text>
      )}
      {row.parts.length > 0 && (
        <div>
          <Title order={3} size="h5">
            {t('bankEntry.field.parts')}
          </Title>
          <Table className="nf-figures" fz="sm">
            <Table.Tbody>
              {row.parts.map(({ paymentId, accountNo, amountMinor }) => (
                <Table.Tr key={paymentId}>
                  <Table.Td>{accountNo}</Table.Td>
                  <Table.Td>{money(amountMinor)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <TitledHistory
        resource={words}
        endpoint={listBankEntryHistory}
        queryKey={[historyKey, row.bankEntryNo]}
        of={{ bankEntryNo: row.bankEntryNo }}
      />
    </Stack>
  )
}

const { permission } = assignBankEntry as { permission: 'billing:bankEntry:assign' }

export const Screen = screenOf(
  resourceOf(
    resources.bankEntries,
    { ...resourceCalls.bankEntries, commands: bankEntryCommands.list },
    {
      title: ({ bookingDay, counterpartyName }) => [bookingDay, counterpartyName].filter(Boolean).join(', '),
      tabs: 'status',
      cell: {
        bookingDay: ({ bookingDay }) => <Day day={bookingDay} />,
        valueDay: ({ valueDay }) => <Day day={valueDay} />,
      },
      commands: [
        {
          ...{ name: 'assign', icon: IconUserPlus, permission, Dialog: AssignEntryDialog },
          isOffered: ({ status, amountMinor }) => status === BankEntryStatus.enum.unmatched && amountMinor > 0,
        },
        {
          ...{ name: 'return', icon: IconReceiptRefund, permission, Dialog: ReturnEntryDialog },
          isOffered: ({ status, amountMinor }) => status === BankEntryStatus.enum.unmatched && amountMinor < 0,
        },
      ],
      Detail,
      related: [[historyKey], [resourceCalls.payments.list.path], [resourceCalls.bills.list.path]],
    },
  ),
)
