import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import type { listPartitionChanges } from '@nightflow/schemas/leakage/endpoints'
import { type PartitionChangeRow, PartitionChangeType } from '@nightflow/schemas/leakage/partition-changes'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'

const pageEvents = 1000
/** A boundary is a thousand numbers, and numbers of meters may be as many: a row says how many there are. */
const listedMax = 20

/**
 * Set-up and changes of one point of a cascade, newest first: a row for each field of each change. The stream of the cascade
 * is read to its end; it has an event for each command that people gave.
 */
export const partitionChanges = async (
  log: EventLog,
  tenant: string,
  rootId: string,
  { id, before = Number.MAX_SAFE_INTEGER, limit }: RequestOf<typeof listPartitionChanges>,
): Promise<PartitionChangeRow[]> => {
  const rows: PartitionChangeRow[] = []
  const settings: Settings = new Map()
  for (let after = 0; ; ) {
    const events = await log.readStream(`${tenant}/leakage-partition-${rootId}`, { afterVersion: after, limit: pageEvents })
    for (const event of events) {
      if (event.data.partitionId !== id) continue
      // A point that was removed and created again is another one.
      if (event.type === 'leakage.PartitionRemoved') {
        rows.length = 0
        settings.clear()
      } else rows.push(...rowsOf(event, settings))
    }
    if (events.length < pageEvents) return newest(rows, before, limit)
    after = events.at(-1)!.version
  }
}

const newest = (rows: readonly PartitionChangeRow[], before: number, limit: number): PartitionChangeRow[] => {
  const older = rows.filter(({ position }) => position < before).reverse()
  const last = older[limit - 1]
  return older.filter(({ position }, place) => place < limit || position === last?.position)
}

/** Settings of the point. An association of meters adds to what there is, and replaces nothing. */
type Settings = Map<string, string | null>
const setting = new Set<PartitionChangeType>([
  'leakage.PartitionCreated',
  'leakage.PartitionChanged',
  'leakage.PartitionMoved',
  'leakage.ThresholdsSet',
])

const rowsOf = ({ type, data, position, recordedAt, metadata }: RecordedEvent, settings: Settings): PartitionChangeRow[] => {
  const known = PartitionChangeType.safeParse(type)
  if (!known.success) return []
  const change = { position, changedAt: new Date(recordedAt).toISOString(), changedBy: metadata.actor, type: known.data }
  const { partitionId: _, personId: __, ...stated } = data
  const fields = known.data === 'leakage.ThresholdsSet' ? { ...noThresholds(settings), ...stated } : stated
  const rows = Object.entries(fields).map(([field, given]) => {
    const value = textOf(given)
    if (!setting.has(known.data)) return { ...change, field, value, previous: null }
    const key = known.data === 'leakage.ThresholdsSet' ? thresholdKey(field) : field
    const previous = settings.get(key) ?? null
    settings.set(key, value)
    return { ...change, field, value, previous }
  })
  // Thresholds that were never set have no field.
  return rows.length > 0 ? rows : [{ ...change, field: '', value: null, previous: null }]
}

const thresholdKey = (field: string): string => `threshold ${field}`

/** A new set of thresholds takes away those that it does not state. */
const noThresholds = (settings: Settings): Record<string, null> =>
  Object.fromEntries(
    [...settings].flatMap(([key, value]) =>
      key.startsWith(thresholdKey('')) && value !== null ? [[key.slice(thresholdKey('').length), null]] : [],
    ),
  )

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.length > listedMax || Array.isArray(value[0]) ? `(${value.length})` : value.join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.values(value).join('–')
}
