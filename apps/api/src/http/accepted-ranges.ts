/** A media range of the `Accept` header, in lower case, with its quality from 0 to 1. */
export type AcceptedRange = { range: string; quality: number }

const charactersMax = 1_000

/** Ranges of an `Accept` or `Accept-Language` header in the order of the header (RFC 9110, section 12.4.2). A quality that is no number is 0. */
export const acceptedRanges = (header: string): AcceptedRange[] => header.slice(0, charactersMax).split(',').map(readRange)

const readRange = (text: string): AcceptedRange => {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { range, quality: quality === undefined ? 1 : Number(quality) || 0 }
}
