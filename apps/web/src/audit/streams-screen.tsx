import { exportStreams, listStreams } from '@nightflow/schemas/audit/endpoints'
import { StreamRow } from '@nightflow/schemas/audit/log'
import { IconStack2 } from '@tabler/icons-react'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { listOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'

const streams = listOf({
  calls: {
    id: 'stream',
    row: StreamRow,
    filter: listStreams.request.pick({ search: true }).shape,
    list: listStreams,
    exportRows: exportStreams,
  },
  texts: 'audit',
  name: 'streams',
  icon: IconStack2,
  columns: ['stream', 'version', 'lastRecordedAt'],
  filters: ['search'],
  cell: {
    stream: ({ stream }) => (
      <ScreenLink screen="audit/events" search={{ stream }} className="nf-link nf-mono">
        {stream}
      </ScreenLink>
    ),
    lastRecordedAt: ({ lastRecordedAt }) => <Recorded at={lastRecordedAt} />,
  },
})

function Recorded({ at }: { at: string }) {
  const { timeZone } = useSession()
  return <InstantText at={at} timeZone={timeZone} precision="second" />
}

/** The streams of the event log. */
export function StreamsScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={streams} search={search} onSearch={onSearch} />
}
