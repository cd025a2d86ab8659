import '#ui/form/history.css'
import type { HistoryRow } from '@nightflow/schemas/shared/history'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { useHistoryValue } from '#ui/form/use-history-value.ts'
import { InstantText } from '#ui/instant.tsx'
import { type NamedResource, useResourceWords } from '#ui/resource/resource-words.ts'

type Props<Row> = {
  /** Whose words the sentences are. */
  resource: NamedResource
  history: readonly Row[]
  /** The zone of the times; the tenant's unless set. */
  timeZone?: string | undefined
  eventLink?: ((position: number) => ReactNode) | undefined
  /** The name of a changed field, where these are not the words of `resource`. */
  fieldName?: ((field: string) => string) | undefined
  /** Beside a line, such as a button that takes it back. */
  tool?: ((row: Row) => ReactNode) | undefined
}

/** The history of a row as sentences: time, actor, change and reason, with the event where the person may see it. */
export function HistoryList<Row extends HistoryRow>({ resource, history, timeZone: zone, eventLink, fieldName, tool }: Props<Row>) {
  const words = useResourceWords(resource)
  const { t } = useTranslation('shared')
  const session = useSession()
  const timeZone = zone ?? session.timeZone
  const written = useHistoryValue(words, timeZone)
  return (
    <ol className="nf-history">
      {history.map((row) => {
        const { step, at, by, note, position, facts, changes } = row
        const said = Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, written(field, value)]))
        return (
          <li key={position}>
            <InstantText at={at} timeZone={timeZone} /> {words.own(`history.${step}`, { ...said, by: by ?? t('history.service') })}
            {changes.length > 0 && (
              <ul className="nf-history-changes">
                {changes.map(({ field, from, to }) => (
                  <li key={field}>
                    {t(from === null ? 'history.set' : 'history.change', {
                      field: (fieldName ?? words.field)(field),
                      from: written(field, from),
                      to: written(field, to),
                    })}
                  </li>
                ))}
              </ul>
            )}
            {note && <span className="nf-history-note">{note}</span>}
            {eventLink?.(position)} {tool?.(row)}
          </li>
        )
      })}
    </ol>
  )
}
