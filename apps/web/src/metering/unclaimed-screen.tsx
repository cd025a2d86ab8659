import { exportUnclaimed, listUnclaimed } from '@nightflow/schemas/metering/endpoints'
import { UnclaimedRow } from '@nightflow/schemas/metering/readings'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { listOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useFormat } from '#ui/use-format.ts'

type Props = ScreenProps & {
  eventLink: (position: number, label: string) => ReactNode
  registerTool: ((number: string) => ReactNode) | null
}

/** Meters that report but are not registered. Registering one claims everything it has sent. */
export function UnclaimedScreen({ search, onSearch, eventLink, registerTool }: Props) {
  const format = useFormat()
  const resource = useMemo(() => {
    const event = (position: number) => eventLink(position, format.number(position))
    return listOf({
      calls: {
        id: 'number',
        row: UnclaimedRow,
        filter: listUnclaimed.request.pick({ search: true }).shape,
        list: listUnclaimed,
        exportRows: exportUnclaimed,
      },
      texts: 'metering',
      name: 'unclaimed',
      icon: IconCircleCheck,
      columns: ['number', 'firstSeenAt', 'lastSeenAt', 'frames', 'lastPosition'],
      moreColumns: ['firstPosition'],
      filters: ['search'],
      cell: {
        number: ({ number }) => <span className="nf-figures">{number}</span>,
        firstPosition: ({ firstPosition }) => event(firstPosition),
        lastPosition: ({ lastPosition }) => event(lastPosition),
      },
      rowTool: registerTool ? ({ number }) => registerTool(number) : undefined,
    })
  }, [format, eventLink, registerTool])
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}
