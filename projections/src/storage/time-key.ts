/**
 * Rows of a day are written many times until the day is over, those of a page all in one transaction. With room for each once more they stay in
 * their page, the index stays as it is, and the versions before them are removed by the next statement that reads the page.
 */
export const fillfactor = 50
/** A rebuild writes most rows once and whole. */
export const rebuiltFillfactor = 90

/** A table with a column `day date` in its key, to be cut by days. Its DDL ends with the columns. */
export type TimeKey = {
  /** Columns by which rows lie together in a compressed chunk: those that questions and late readings name. */
  segmentBy: readonly string[]
}
