/**
 * A column of an Arrow stream as it was found: numbers (timestamps in epoch milliseconds) or places in a dictionary where no row lacks its
 * value, otherwise plain values: numbers, texts, arrays of texts; null is absent.
 */
export type ArrowColumn = { numbers: ArrayLike<number> } | { words: readonly unknown[]; index: ArrayLike<number> } | { values: unknown[] }

/** The same as plain values. */
export function plainValues(column: ArrowColumn): unknown[] {
  if ('values' in column) return column.values
  if ('numbers' in column) return Array.from(column.numbers)
  const { words, index } = column
  return Array.from(index, (place) => words[place])
}
