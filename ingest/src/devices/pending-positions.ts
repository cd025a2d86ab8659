import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { RecordedEvent } from '@nightflow/event-log/event-log'

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
  /** Where in the log it was asked for. */
  logPosition: number
}

/** The valve operations that are under way, folded from the log itself, so that no view has to have caught up. */
export class PendingPositions {
  readonly #operations = new Map<string, PendingPosition>()

  apply({ type, data, metadata, position }: RecordedEvent): void {
    const { number, operationId, requestedAt } = data as { number: string; operationId: string; requestedAt: string }
    const key = `${metadata.tenant}/${operationId}`
    if ((endEvents as readonly string[]).includes(type)) this.#operations.delete(key)
    if (!(requestEvents as readonly string[]).includes(type)) return
    this.#operations.set(key, {
      tenant: metadata.tenant,
      number,
      operationId,
      position: type === 'devices.ValveOpeningRequested' ? 'open' : 'closed',
      requestedAt: Date.parse(requestedAt),
      logPosition: position,
    })
  }

  of(tenant: string): PendingPosition[] {
    return [...this.#operations.values()].filter((operation) => operation.tenant === tenant)
  }

  /** Up to where everything is done with: before the oldest operation under way, so that a restart meets its request again. */
  donePosition(position: number): number {
    const requests = [...this.#operations.values()].map(({ logPosition }) => logPosition - 1)
    return requests.reduce((lowest, request) => Math.min(lowest, request), position)
  }
}

/** The operations whose meter's newest reading after the request shows the position that was asked for. */
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
