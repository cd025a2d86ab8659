import { type AcceptedRange, acceptedRanges } from './accepted-ranges.ts'

export const arrowMediaType = 'application/vnd.apache.arrow.stream'
export const csvMediaType = 'text/csv'

export type Format = 'json' | 'csv' | 'arrow'

/** In the order of preference when the caller takes any. */
const mediaTypes: [Format, string][] = [
  ['json', 'application/json'],
  ['csv', csvMediaType],
  ['arrow', arrowMediaType],
]

/**
 * The format that an Accept header prefers (RFC 9110, section 12.5.1). A header that names none of the three is disregarded, as the RFC
 * permits. Undefined where it accepts CSV or Arrow alone and the answer is no list of rows: JSON would be read as a file of the other type.
 */
export const chooseFormat = (accept: string | undefined, hasRows: boolean): Format | undefined => {
  const ranges = acceptedRanges(accept ?? '*/*')
  let best: Format = 'json'
  let bestQuality = 0
  for (const [format, mediaType] of mediaTypes) {
    const quality = qualityOf(mediaType, ranges)
    if (quality > bestQuality) {
      best = format
      bestQuality = quality
    }
  }
  if (hasRows || best === 'json') return best
  return qualityOf('application/json', ranges) > 0 ? 'json' : undefined
}

/** The most specific range that covers the type decides. */
const qualityOf = (mediaType: string, ranges: readonly AcceptedRange[]): number => {
  const family = `${mediaType.split('/')[0]}/*`
  for (const covering of [mediaType, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.range === covering)
    if (range) return range.quality
  }
  return 0
}
