/** How the paper of a report writes a column. */
export type ReportColumn =
  | { head: string; kind: 'text' | 'money' | 'share' | 'day' | 'instant' | 'month' }
  /** `per` of the field's own unit are one of the unit in the head. */
  | { head: string; kind: 'number'; per?: number; decimals?: number }

/** A report as its paper shows it. Cells are values in the order of the columns; null is unknown. */
export type ReportDocument = {
  title: string
  /** Local days, both included. */
  from: string
  to: string
  timeZone: string
  filters: readonly string[]
  chart: { series: readonly ReportColumn[]; points: readonly { at: string; values: readonly (number | null)[] }[] }
  columns: readonly ReportColumn[]
  rows: readonly (readonly (string | number | null)[])[]
}
