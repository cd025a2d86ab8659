import type { HistoryRow } from '@nightflow/schemas/shared/history'
import type { ReactNode } from 'react'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { type NamedResource, useResourceWords } from '#ui/resource/resource-words.ts'

/** What happened to a row, as sentences: when, who, what and why, with the event where the person may see it. */
export function HistoryList({
  resource,
  history,
  eventLink,
}: {
  resource: NamedResource
  history: readonly HistoryRow[]
  eventLink?: ((position: number) => ReactNode) | undefined
}) {
  const words = useResourceWords(resource)
  const { timeZone } = useSession()
  return (
    <ol className="nf-history">
      {history.map(({ step, at, by, note, position }) => (
        <li key={position}>
          <InstantText at={at} timeZone={timeZone} /> {words.own(`history.${step}`, { by: by ?? '' })}
          {note && <span className="nf-history-note">{note}</span>}
          {eventLink?.(position)}
        </li>
      ))}
    </ol>
  )
}
