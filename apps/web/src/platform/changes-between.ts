export type FieldChange = { field: string; before: string; after: string; isChanged: boolean }

const nothing = '–'

const spoken = (value: unknown): string => {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return nothing
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const fieldsOf = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {}
  if (Array.isArray(value)) return Object.fromEntries(value.map((each, index) => [String(index + 1), each]))
  return typeof value === 'object' ? (value as Record<string, unknown>) : { '': value }
}

/** Each field that held something before or after, those that changed first. Fields that an operation does not name did not change. */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const old = fieldsOf(before)
  const next = fieldsOf(after)
  const changes = [...new Set([...Object.keys(old), ...Object.keys(next)])].map((field): FieldChange => {
    const isSaid = after === undefined || after === null || field in next
    const stays = isSaid ? spoken(next[field]) : spoken(old[field])
    return { field, before: spoken(old[field]), after: stays, isChanged: spoken(old[field]) !== stays }
  })
  const told = changes.filter((change) => change.before !== nothing || change.after !== nothing)
  return told.sort((one, other) => Number(other.isChanged) - Number(one.isChanged))
}
