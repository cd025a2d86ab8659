/** Words that say that all is well. */
const cleanWords = new Set(['ok', 'no-alarm', 'no-alarms', 'no-error', 'no-errors', 'none', 'normal', '0'])

/** The manufacturers' words by the one word of this codebase. Unknown words are kept as received. */
const houseWords: Readonly<Record<string, string>> = {
  leaking: 'leak',
  leakage: 'leak',
  reversed: 'reverse',
  'reverse-flow': 'reverse',
  backflow: 'reverse',
  'back-flow': 'reverse',
  bursting: 'burst',
  'pipe-burst': 'burst',
  'pipe-empty': 'dry',
  'empty-pipe': 'dry',
  'air-in-pipe': 'dry',
  tampered: 'tamper',
  'battery-low': 'low-battery',
  'power-low': 'low-battery',
}

const flagLengthMax = 40
const flagsMax = 16
const listedMax = 100
const statusLengthMax = 2_000

/** A status word as a flag: lower-case, joined by hyphens, at most 40 characters; undefined when it says that all is well. */
const flagOf = (word: string): string | undefined => {
  const slug = word
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, flagLengthMax)
    .replace(/^-+|-+$/g, '')
  return slug === '' || cleanWords.has(slug) ? undefined : Object.hasOwn(houseWords, slug) ? houseWords[slug] : slug
}

/**
 * The flags in a status as meters send it: words parted by spaces or commas, a list of words, or a field that is true or not
 * zero, whose own name is then the word (`low_battery: true`, `error_code: 17` becomes `error-code-17`).
 */
export const flagWords = (status: unknown, path: string): string[] => {
  const name = path.slice(path.lastIndexOf('.') + 1)
  if (Array.isArray(status)) return status.slice(0, listedMax).flatMap((word) => (typeof word === 'string' ? flagWords(word, path) : []))
  if (status === true) return present([flagOf(name)])
  if (typeof status === 'number') return status === 0 ? [] : present([flagOf(`${name}-${status}`)])
  if (typeof status !== 'string') return []
  return present(
    status
      .slice(0, statusLengthMax)
      .split(/[\s,;|]+/)
      .map(flagOf),
  )
}

const present = (words: (string | undefined)[]): string[] => words.filter((word) => word !== undefined)

/** Distinct flags, sorted; where there are more than a reading may carry, the last one says so. */
export const distinctFlags = (flags: readonly string[]): string[] => {
  const distinct = [...new Set(flags)].sort()
  return distinct.length <= flagsMax ? distinct : [...distinct.slice(0, flagsMax - 1), 'further-flags']
}
