import { AccountRow, accountDictionaries, accountFilter } from '@nightflow/schemas/customers/account'
import { accountCommands } from '@nightflow/schemas/customers/account-lifecycle'
import { exportAccounts, listAccounts } from '@nightflow/schemas/customers/endpoints'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import { IconPencil, IconUsers } from '@tabler/icons-react'
import { ChangeAccountDialog } from '#customers/change-account-dialog.tsx'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import type { Choice, Resource } from '#ui/resource/resource.ts'
import { listOf } from '#ui/resource/resource-of.ts'
import type { OwnerChoices } from '#ui/use-owners.ts'

const calls = {
  id: 'accountNo' as const,
  row: AccountRow,
  filter: accountFilter,
  dictionaries: accountDictionaries,
  list: listAccounts,
  exportRows: exportAccounts,
  commands: accountCommands.list,
}

/** All accounts: found by one word, or by field, with the commands of an account's life. */
export const accountResource = (
  customerTypes: readonly Choice[],
  priceSchemes: readonly Choice[] | undefined,
  owners: OwnerChoices,
  hasTypes = customerTypes.length > 0,
): Resource<AccountRow> =>
  listOf({
    calls,
    texts: 'customers',
    name: 'account',
    icon: IconUsers,
    columns: [
      ...(['accountNo', 'customerName', 'status', 'telephone', 'address'] as const),
      ...(hasTypes ? (['customerTypeId'] as const) : []),
      ...(['waterUse', 'meterNo', 'openedAt'] as const),
    ],
    onPhone: ['accountNo', 'customerName', 'status'],
    moreColumns: [
      ...(['natureOfUse', 'companyName', 'businessMode', 'meterType', 'payChannel', 'priceScheme', 'isBilled'] as const),
      ...(['countsVolume', 'deptName', 'regionName', 'remarks'] as const),
    ],
    filters: [
      ...(['search', 'status', ...(customerTypes.length > 0 ? ['customerTypeId'] : []), 'natureOfUse', 'waterUse'] as const),
      ...(owners.deptId.length > 0 ? ['deptId'] : []),
      ...(owners.regionId.length > 0 ? ['regionId'] : []),
      'createdWithin',
    ],
    choices: { ...owners, customerTypeId: customerTypes, ...(priceSchemes && { priceScheme: priceSchemes }) },
    cell: {
      accountNo: ({ accountNo }) => <span className="nf-figures">{accountNo}</span>,
      customerName: ({ customerName, companyName }) => customerName ?? companyName ?? '–',
      meterNo: ({ meterNo }) => <MeterLink number={meterNo} />,
      openedAt: ({ openedAt }) => <OpenedAt at={openedAt} />,
    },
    nameInList: ({ row: { accountNo, customerName, address } }) => [accountNo, customerName, address].filter(Boolean).join(' · '),
    commands: [
      {
        name: 'change',
        icon: IconPencil,
        permission: 'customers:account:edit',
        isOffered: ({ status }) => status !== AccountStatus.enum.cancelled,
        Dialog: ChangeAccountDialog,
      },
    ],
    heightMax: 'calc(100vh - 288px)',
    related: [['account']],
  })

function MeterLink({ number }: { number: string | null }) {
  if (number === null) return '–'
  return (
    <ScreenLink screen="devices/meter" params={{ number }} className="nf-link nf-figures">
      {number}
    </ScreenLink>
  )
}

function OpenedAt({ at }: { at: string }) {
  const { timeZone } = useSession()
  return <InstantText at={at} timeZone={timeZone} precision="day" />
}
