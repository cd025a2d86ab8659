import type { QuarantineReason, RejectedReading } from '@nightflow/schemas/metering/report-readings'
import { describeValue } from './describe-value.ts'

/** The first fault of each reading of a frame; a reading with one is set aside as a whole. */
export class ReadingFaults {
  // Sparse and empty for nearly every frame.
  readonly #byRow: (RejectedReading | undefined)[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  has(row: number): boolean {
    return this.#byRow[row] !== undefined
  }

  /** Notes a fault unless the reading has one already: fields are checked in the order of the schema, so that one stays. */
  add(row: number, reason: QuarantineReason, field?: string, value?: unknown): void {
    if (this.#byRow[row] !== undefined) return
    const fault: RejectedReading = { index: row, reason }
    if (field !== undefined) fault.field = describeValue(field)
    if (value !== undefined) fault.value = describeValue(value)
    this.#byRow[row] = fault
    this.#count += 1
  }

  /** In the order of the readings. */
  list(): RejectedReading[] {
    return this.#count === 0 ? [] : this.#byRow.filter((fault) => fault !== undefined)
  }
}
