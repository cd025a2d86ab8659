import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { Timer } from '@nightflow/platform/jobs/policy-timers'

export const requestEvents = ['devices.ValveOpeningRequested', 'devices.ValveClosingRequested'] as const
export const endEvents = [
  'devices.ValveOpened',
  'devices.ValveClosed',
  'devices.ValveOperationFailed',
  'devices.ValveOperationExpired',
] as const

export type PendingPosition = {
  tenant: string
  number: string
  operationId: string
  position: 'open' | 'closed'
  /** Epoch milliseconds. */
  requestedAt: number
  expiresAt: number
}

export const isRequest = ({ type }: RecordedEvent): boolean => (requestEvents as readonly string[]).includes(type)

/** The deadline of an operation, with the requested position. */
export const timerOf = ({ number, operationId, position, requestedAt, expiresAt }: PendingPosition) => ({
  key: operationId,
  dueAt: new Date(expiresAt),
  data: { number, position, requestedAt },
})

/** The valve operations that are under way, folded from the log itself, so that no read model has to have caught up. */
export class PendingPositions {
  readonly #operations = new Map<string, PendingPosition>()

  constructor(timers: readonly Timer[]) {
    for (const { tenant, key, dueAt, data } of timers)
      this.#add({
        ...(data as Pick<PendingPosition, 'number' | 'position' | 'requestedAt'>),
        tenant,
        operationId: key,
        expiresAt: dueAt.getTime(),
      })
  }

  /** The operation that the event begins or ends. */
  apply(event: RecordedEvent): PendingPosition {
    const { number, operationId, requestedAt, expiresAt } = event.data as Record<
      'number' | 'operationId' | 'requestedAt' | 'expiresAt',
      string
    >
    const operation: PendingPosition = {
      tenant: event.metadata.tenant,
      number,
      operationId,
      position: event.type === 'devices.ValveOpeningRequested' ? 'open' : 'closed',
      requestedAt: Date.parse(requestedAt),
      expiresAt: Date.parse(expiresAt),
    }
    if (isRequest(event)) this.#add(operation)
    else this.#operations.delete(keyOf(operation))
    return operation
  }

  of(tenant: string): PendingPosition[] {
    return [...this.#operations.values()].filter((operation) => operation.tenant === tenant)
  }

  #add(operation: PendingPosition): void {
    this.#operations.set(keyOf(operation), operation)
  }
}

const keyOf = ({ tenant, operationId }: PendingPosition): string => `${tenant}/${operationId}`

/** The operations whose meter's newest reading after the request shows the position that was requested. */
export const reachedPositions = (pending: readonly PendingPosition[], columns: ReadingColumns): PendingPosition[] => {
  const { meters, meterIndex, at, valve, count } = columns
  if (!valve) return []
  return pending.filter(({ number, position, requestedAt }) => {
    const meter = meters.indexOf(number)
    let newest = Number.NEGATIVE_INFINITY
    let state = 0
    for (let row = 0; meter >= 0 && row < count; row += 1) {
      if (meterIndex[row] !== meter || valve[row] === 0 || at[row]! < requestedAt || at[row]! < newest) continue
      newest = at[row]!
      state = valve[row]!
    }
    return state === (position === 'open' ? 1 : 2)
  })
}
