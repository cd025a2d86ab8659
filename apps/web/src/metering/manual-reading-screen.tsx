import { listManualReadings, ManualReadingRow, manualReadingFilter } from '@nightflow/schemas/metering/manual-reading'
import { IconPencil } from '@tabler/icons-react'
import { ManualReadingTool } from '#metering/manual-reading-tool.tsx'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { defineResource, screenOf } from '#ui/resource/resource-screen.tsx'

/** Registers that people read at the meter. */
const manualReading = defineResource<ManualReadingRow>({
  calls: { id: 'manualReadingId', row: ManualReadingRow, filter: manualReadingFilter, list: listManualReadings },
  texts: 'metering',
  name: 'manualReading',
  icon: IconPencil,
  title: ({ meterNo }) => meterNo,
  columns: ['meterNo', 'readAt', 'litres', 'previousLitres', 'photoUrl', 'note', 'takenBy'],
  moreColumns: ['isRepeated', 'isConfirmed', 'takenAt', 'planId', 'manualReadingId'],
  unsortable: [
    'meterNo',
    'readAt',
    'litres',
    'previousLitres',
    'photoUrl',
    'note',
    'takenBy',
    'isRepeated',
    'isConfirmed',
    'takenAt',
    'planId',
  ],
  filters: ['meterNo', 'isRepeated', 'createdWithin'],
  cell: {
    meterNo: ({ meterNo }) => (
      <ScreenLink screen="devices/meter" params={{ number: meterNo }} className="nf-link nf-figures">
        {meterNo}
      </ScreenLink>
    ),
    readAt: ({ readAt }) => <At at={readAt} />,
    takenAt: ({ takenAt }) => <At at={takenAt} />,
    photoUrl: ({ photoUrl }) => (photoUrl === '' ? '–' : <img src={photoUrl} alt="" className="nf-picture" />),
  },
  related: [['volumes'], ['readings'], ['meter']],
  Tools: ManualReadingTool,
})

function At({ at }: { at: string }) {
  const { timeZone } = useSession()
  return <InstantText at={at} timeZone={timeZone} />
}

export const ManualReadingScreen = screenOf(manualReading)
