import type { EventLog } from '@nightflow/event-log/event-log'
import { CommandRefusal } from '../shared/command-refusal.ts'

/** A position of the log or an instant (epoch milliseconds), as given on the command line. */
export type Until = { position: number } | { instant: number }

export const parseUntil = (text: string): Until => {
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) }
  const instant = Date.parse(text)
  if (Number.isNaN(instant) || !/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text)) {
    throw new CommandRefusal(
      `--until "${text}" is neither a position of the log (a whole number) nor an instant such as 2026-03-01T00:00:00Z.`,
    )
  }
  return { instant }
}

/** The last position recorded at or before the instant, 0 when there is none. Recorded times never run backwards, so halving finds it. */
export const positionAt = async (log: Pick<EventLog, 'head' | 'readAll'>, instant: number): Promise<number> => {
  let known = 0
  let beyond = (await log.head()) + 1
  while (beyond - known > 1) {
    const middle = Math.floor((known + beyond) / 2)
    const [event] = await log.readAll(middle - 1, { limit: 1 })
    if (event && event.recordedAt <= instant) known = Math.max(known + 1, event.position)
    else beyond = middle
  }
  return known
}

/** The position that `until` means; one beyond the end of the log is refused, since the answer would not be about then. */
export const resolveUntil = async (log: Pick<EventLog, 'head' | 'readAll'>, until: Until): Promise<number> => {
  if ('instant' in until) return positionAt(log, until.instant)
  const head = await log.head()
  if (until.position > head) throw new CommandRefusal(`the log ends at position ${head}; --until ${until.position} is beyond it.`)
  return until.position
}
