/** Text as the log can keep it: no lone surrogates, no NUL, at most `charactersMax` UTF-16 units and never half a pair. */
export const keepText = (text: string, charactersMax: number): string =>
  text.slice(0, charactersMax).toWellFormed().replaceAll('\0', '\ufffd')

export const describedCharactersMax = 200

/** The sent value of a field as text for people, cut to 200 characters. */
export function describeValue(value: unknown): string {
  return keepText(typeof value === 'string' ? value : textOf(value), describedCharactersMax)
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    // Too deep for the stack; what it was does not matter to anyone.
    return Array.isArray(value) ? '[…]' : '{…}'
  }
}
