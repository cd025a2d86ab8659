import {
  exportMeterReplacements,
  listMeterReplacements,
  MeterReplacementRow,
  meterReplacementFilter,
} from '@nightflow/schemas/devices/meter-replacements'
import { IconReplace } from '@tabler/icons-react'
import { AccountLink } from '#devices/account-link.tsx'
import { AddReplacementButton } from '#devices/add-replacement-button.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { actorName } from '#ui/actor-name.ts'
import { listOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useFormat } from '#ui/use-format.ts'

const replacements = listOf<MeterReplacementRow>({
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
  filters: ['search', 'reason', 'createdWithin'],
  cell: {
    number: ({ number }) => <MeterLink number={number} />,
    replacedBy: ({ replacedBy }) => <MeterLink number={replacedBy} />,
    accountNo: ({ accountNo }) => <AccountLink accountNo={accountNo} />,
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

function Register({ litres }: { litres: number | null }) {
  const format = useFormat()
  return <span className="nf-figures">{litres === null ? '–' : format.cubicMetres(litres, 3)}</span>
}

/** Meters that took the place of others. */
export function MeterReplacementsScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={replacements} search={search} onSearch={onSearch} />
}
