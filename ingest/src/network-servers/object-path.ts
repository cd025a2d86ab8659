export type JsonRecord = { readonly [key: string]: unknown }

export const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The value at a mapping's path: `a.b` goes by dots, `a|b` takes the first that is there, `.` is the entry itself and
 * `$.` starts at the whole message. An absent field and a null are both undefined: absent is unknown, never zero.
 */
export const valueAtPath = (entry: unknown, path: string, message?: unknown): unknown => {
  for (const alternative of path.split('|')) {
    const value = followPath(entry, alternative.trim(), message)
    if (value !== undefined) return value
  }
  return undefined
}

const followPath = (entry: unknown, path: string, message: unknown): unknown => {
  if (path === '.') return entry ?? undefined
  let value = path.startsWith('$.') ? message : entry
  for (const part of (path.startsWith('$.') ? path.slice(2) : path).split('.')) value = ownField(value, part)
  return value ?? undefined
}

/** Own fields only: a path such as `constructor` must not find what the language puts on every object. */
const ownField = (value: unknown, part: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.hasOwn(value, part) ? (value as JsonRecord)[part] : undefined
}

/** One past value of a list, or of numbered fields; `number` is the text at the star of the path. */
export type HistoryEntry = { value: unknown; number?: string }

const historyEntriesMax = 1000

/**
 * The entries of a history: the elements of a list, a single value, or the fields that a path with a star finds in its last
 * part (`delta_*_m3`), by ascending number. At most a thousand, more than any meter sends at once.
 */
export const historyEntries = (decoded: unknown, path: string): HistoryEntry[] => {
  for (const alternative of path.split('|')) {
    const entries = alternative.includes('*') ? numberedFields(decoded, alternative.trim()) : listed(valueAtPath(decoded, alternative))
    if (entries.length > 0) return entries.slice(0, historyEntriesMax)
  }
  return []
}

const listed = (value: unknown): HistoryEntry[] => {
  if (value === undefined) return []
  return Array.isArray(value) ? value.map((entry) => ({ value: entry })) : [{ value }]
}

const numberedFields = (decoded: unknown, path: string): HistoryEntry[] => {
  const lastDot = path.lastIndexOf('.')
  const parent = lastDot < 0 ? decoded : valueAtPath(decoded, path.slice(0, lastDot))
  if (!isRecord(parent)) return []
  const [before = '', after = ''] = path.slice(lastDot + 1).split('*')
  return Object.entries(parent)
    .filter(([name]) => name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after))
    .map(([name, value]) => ({ value, number: name.slice(before.length, name.length - after.length) }))
    .filter(({ number }) => /^\d{1,4}$/.test(number))
    .sort((left, right) => Number(left.number) - Number(right.number))
}
