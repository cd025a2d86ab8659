import {
  exportMeterReplacements,
  listMeterReplacements,
  MeterReplacementRow,
  meterReplacementFilter,
} from '@nightflow/schemas/devices/meter-replacements'
import { IconReplace } from '@tabler/icons-react'
import { AccountLink } from '#devices/account-link.tsx'
import { AddReplacementButton } from '#devices/add-replacement-button.tsx'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { actorName } from '#ui/actor-name.ts'
import { InstantText } from '#ui/instant.tsx'
import { defineResource, ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useFormat } from '#ui/use-format.ts'

const replacements = defineResource<MeterReplacementRow>({
  calls: {
    id: 'number',
    row: MeterReplacementRow,
    filter: meterReplacementFilter,
    list: listMeterReplacements,
    exportRows: exportMeterReplacements,
  },
  texts: 'devices',
  name: 'meterReplacement',
  icon: IconReplace,
  title: ({ number }) => number,
  columns: [
    'number',
    'replacedBy',
    'accountNo',
    'customerName',
    'replacedAt',
    'lastReadAt',
    'lastRegisterLitres',
    'finalLitres',
    'initialLitres',
    'reason',
  ],
  moreColumns: ['address', 'meterTypeName', 'newMeterTypeName', 'recordedBy', 'recordedAt'],
  unsortable: [
    'accountNo',
    'customerName',
    'lastReadAt',
    'lastRegisterLitres',
    'finalLitres',
    'initialLitres',
    'reason',
    'address',
    'meterTypeName',
    'newMeterTypeName',
    'recordedBy',
  ],
  filters: ['search', 'reason', 'createdWithin'],
  cell: {
    number: ({ number }) => <MeterLink number={number} />,
    replacedBy: ({ replacedBy }) => <MeterLink number={replacedBy} />,
    accountNo: ({ accountNo }) => <AccountLink accountNo={accountNo} />,
    replacedAt: ({ replacedAt }) => <At at={replacedAt} />,
    lastReadAt: ({ lastReadAt }) => <At at={lastReadAt} />,
    recordedAt: ({ recordedAt }) => <At at={recordedAt} />,
    lastRegisterLitres: ({ lastRegisterLitres }) => <Register litres={lastRegisterLitres} />,
    finalLitres: ({ finalLitres }) => <Register litres={finalLitres} />,
    initialLitres: ({ initialLitres }) => <Register litres={initialLitres} />,
    recordedBy: ({ recordedBy }) => actorName(recordedBy),
  },
  Tools: AddReplacementButton,
})

function MeterLink({ number }: { number: string }) {
  return (
    <ScreenLink screen="devices/meter" params={{ number }} className="nf-link nf-figures">
      {number}
    </ScreenLink>
  )
}

function At({ at }: { at: string | null }) {
  const { timeZone } = useSession()
  return at === null ? '–' : <InstantText at={at} timeZone={timeZone} />
}

function Register({ litres }: { litres: number | null }) {
  const format = useFormat()
  return <span className="nf-figures">{litres === null ? '–' : format.cubicMetres(litres, 3)}</span>
}

/** Meters that took the place of others. */
export function MeterReplacementsScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={replacements} search={search} onSearch={onSearch} />
}
