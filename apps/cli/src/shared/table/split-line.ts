/**
 * Cells of one line of separated values, RFC 4180: a quoted cell may hold the separator and doubled quotes (but no line break).
 * Undefined when a quote is never closed.
 */
export const splitLine = (line: string, separator: string): string[] | undefined => {
  if (!line.includes('"')) return line.split(separator)
  const cells: string[] = []
  let at = 0
  for (;;) {
    let cell = ''
    if (line[at] === '"') {
      at++
      for (;;) {
        const end = line.indexOf('"', at)
        if (end < 0) return undefined
        cell += line.slice(at, end)
        at = end + 1
        if (line[at] !== '"') break
        cell += '"'
        at++
      }
    }
    const end = line.indexOf(separator, at)
    cells.push(cell + line.slice(at, end < 0 ? undefined : end))
    if (end < 0) return cells
    at = end + separator.length
  }
}

/** The separator that the heading uses most. */
export const guessSeparator = (heading: string): string => {
  const counted = [',', ';', '\t', '|'].map((separator) => ({ separator, count: splitLine(heading, separator)?.length ?? 0 }))
  return counted.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).separator
}
