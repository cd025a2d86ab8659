/** The log cannot be reached or does not answer, even after the bounded retries. Nothing says whether the last attempt was stored: append again with the same ids. */
export class EventLogUnavailable extends Error {
  override name = 'EventLogUnavailable'
}

/** More appends wait than the log is willing to hold. The caller slows down (429, 503) and comes again. */
export class EventLogOverloaded extends Error {
  override name = 'EventLogOverloaded'
}

/** The append itself is wrong: a bug in the caller, not a matter of time or luck. */
export class AppendInvalid extends Error {
  override name = 'AppendInvalid'
}

/** The append is larger than the log accepts at once, and nothing of it was stored. The caller has to split it. */
export class AppendTooLarge extends AppendInvalid {
  override name = 'AppendTooLarge'
  readonly bytes: number
  readonly bytesMax: number

  constructor(stream: string, bytes: number, bytesMax: number, options?: ErrorOptions) {
    super(`an append to ${stream} has ${bytes} bytes and the log takes ${bytesMax} at once: split it`, options)
    this.bytes = bytes
    this.bytesMax = bytesMax
  }
}

/** Some of the ids belong to events that were appended, or begun, elsewhere or in a smaller append. Nothing of it was stored. */
export class EventIdTaken extends AppendInvalid {
  override name = 'EventIdTaken'
}
