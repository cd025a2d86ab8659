import { listManualReadings, ManualReadingRow, manualReadingFilter } from '@nightflow/schemas/metering/manual-reading'
import { IconPencil } from '@tabler/icons-react'
import { ManualReadingTool } from '#metering/manual-reading-tool.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { listOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

/** Registers that people read at the meter. */
const manualReading = listOf<ManualReadingRow>({
  calls: { id: 'manualReadingId', row: ManualReadingRow, filter: manualReadingFilter, list: listManualReadings },
  texts: 'metering',
  name: 'manualReading',
  icon: IconPencil,
  columns: ['meterNo', 'readAt', 'litres', 'previousLitres', 'photoUrl', 'note', 'takenBy'],
  moreColumns: ['isRepeated', 'isConfirmed', 'takenAt', 'planId', 'manualReadingId'],
  filters: ['meterNo', 'isRepeated', 'createdWithin'],
  cell: {
    meterNo: ({ meterNo }) => (
      <ScreenLink screen="devices/meter" params={{ number: meterNo }} className="nf-link nf-figures">
        {meterNo}
      </ScreenLink>
    ),
    photoUrl: ({ photoUrl }) => (photoUrl === '' ? '–' : <img src={photoUrl} alt="" className="nf-picture" />),
  },
  related: [['volumes'], ['readings'], ['meter']],
  Tools: ManualReadingTool,
})

export const ManualReadingScreen = screenOf(manualReading)
