/** Spaces and signs around a number on a meter make no other meter of it. */
const plain = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')

/** Whether a code that was scanned, or a number that was typed, is that of the meter. A code may carry more than the number, between separators. */
export const isSameMeter = (found: string, meterNo: string): boolean =>
  plain(found) === plain(meterNo) || found.split(/[;,|/?=&\s]+/).some((part) => plain(part) === plain(meterNo))
