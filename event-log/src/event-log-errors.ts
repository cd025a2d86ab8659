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
