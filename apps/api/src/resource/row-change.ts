import { valueIn } from '@nightflow/schemas/shared/object-of'
import type { RowChange } from './check-import.ts'

/** The fields of `written` that differ from the row that was seen, as they were and as they are. */
export const rowChangeOf = (id: number, seen: object, written: object): RowChange => {
  const changed = Object.entries(written).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(valueIn(seen, field)),
  )
  return {
    id,
    before: Object.fromEntries(changed.map(([field]) => [field, valueIn(seen, field) ?? null])),
    after: Object.fromEntries(changed),
  }
}
