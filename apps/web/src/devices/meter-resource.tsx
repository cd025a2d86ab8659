import { exportMeters, listMeters } from '@nightflow/schemas/devices/endpoints'
import { meterCommands } from '@nightflow/schemas/devices/meter-commands'
import { MeterRow, meterFilter } from '@nightflow/schemas/devices/meters'
import { IconGauge } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountLink } from '#devices/account-link.tsx'
import { ClosingReasonsText, useClosingReasons } from '#devices/closing-reasons.tsx'
import { MeterStatusBadge } from '#devices/meter-status-badge.tsx'
import { followedValves } from '#devices/valve-progress.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import type { Choice, Resource } from '#ui/resource/resource.ts'
import { listOf } from '#ui/resource/resource-of.ts'
import type { OwnerChoices } from '#ui/use-owners.ts'

const calls = {
  id: 'number' as const,
  row: MeterRow,
  filter: meterFilter,
  list: listMeters,
  exportRows: exportMeters,
  commands: meterCommands,
  dictionaries: { dataSource: 'meter_data_source' },
}

/** Sizes that meters are sold in (ISO 4064-1), in millimetres. */
const calibersMillimetres = [15, 20, 25, 32, 40, 50, 65, 80, 100, 125, 150, 200, 250, 300, 400, 500]
const calibers = calibersMillimetres.map((millimetres) => ({ value: String(millimetres), label: `DN ${millimetres}` }))

/** Parts of the list from other contexts. */
export type MeterSurroundings = {
  partitions: readonly Choice[]
  types: readonly Choice[]
  groups: readonly Choice[]
  flags: readonly Choice[]
  owners: OwnerChoices
  /** The flags of a meter, in words. */
  flagsOf: (flags: string) => ReactNode
  drawer: NonNullable<Resource<MeterRow>['drawer']>
}

/** All meters: found by number, name, address, state and diameter, with the commands that take several. */
export const meterResource = ({ partitions, types, groups, flags, owners, flagsOf, drawer }: MeterSurroundings) =>
  listOf({
    calls,
    texts: 'devices',
    name: 'meters',
    icon: IconGauge,
    columns: [
      'number',
      'status',
      'state',
      'meterTypeName',
      'name',
      'address',
      'partitionId',
      'caliberMillimetres',
      'lastRegisterLitres',
      'lastReadAt',
      'valvePosition',
      'flags',
    ],
    moreColumns: ['accountNo', 'meterGroupName', 'stateSince', 'storedOn', 'dataSource', 'batteryMillivolt', 'closingReasons'],
    filters: [
      'search',
      'status',
      'state',
      'outbound',
      'meterType',
      'meterGroup',
      'valve',
      'closingReason',
      'flag',
      'partition',
      'caliberMillimetres',
      ...(owners.deptId.length > 0 ? ['deptId'] : []),
      ...(owners.regionId.length > 0 ? ['regionId'] : []),
    ],
    choices: {
      flag: flags,
      partition: partitions,
      partitionId: partitions,
      caliberMillimetres: calibers,
      meterType: types,
      meterGroup: groups,
      // The dialog that puts meters into a group.
      meterGroupId: groups,
      ...owners,
    },
    cell: {
      number: ({ number }) => <span className="nf-figures">{number}</span>,
      status: ({ status }) => <MeterStatusBadge status={status} />,
      partitionId: ({ partitionId }) => <Partition id={partitionId} partitions={partitions} />,
      accountNo: ({ accountNo }) => <AccountLink accountNo={accountNo} />,
      stateSince: ({ stateSince, timeZone }) => <InstantText at={stateSince} timeZone={timeZone} />,
      lastReadAt: ({ lastReadAt, timeZone }) => <InstantText at={lastReadAt} timeZone={timeZone} />,
      valvePosition: ({ hasValve, valvePosition, closingReasons }) =>
        hasValve ? <ValvePosition position={valvePosition} reasons={closingReasons} /> : '–',
      closingReasons: ({ closingReasons }) => <ClosingReasonsText reasons={closingReasons} />,
      flags: ({ flags: words }) => flagsOf(words),
    },
    nameInList: ({ row: { number, name, address } }) => [number, name, address].filter(Boolean).join(' · '),
    drawer,
    heightMax: 'calc(100vh - 288px)',
    related: [['meter']],
    follow: followedValves,
  })

function Partition({ id, partitions }: { id: string | null; partitions: readonly Choice[] }) {
  if (id === null) return '–'
  return (
    <ScreenLink screen="leakage/index" search={{ partition: id }} className="nf-link">
      {partitions.find(({ value }) => value === id)?.label ?? id}
    </ScreenLink>
  )
}

function ValvePosition({ position, reasons }: { position: MeterRow['valvePosition']; reasons: MeterRow['closingReasons'] }) {
  const { t } = useTranslation('devices')
  const closedFor = useClosingReasons()(reasons)
  return (
    <>
      {t(`valvePosition.${position ?? 'unknown'}`)}
      {closedFor !== null && <span className="nf-dimmed"> · {closedFor}</span>}
    </>
  )
}
