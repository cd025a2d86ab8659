/** A part of the service that runs until it is stopped. */
export type Role = {
  /** Settles when it was stopped; rejects when it gave up, after which the process has to end. */
  ended: Promise<void>
  stop(): Promise<void>
}
