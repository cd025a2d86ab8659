import type { NewEvent } from '@nightflow/event-log/event-log'
import { ClosingReason } from '@nightflow/schemas/devices/operate-valve'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import { tenant } from './frames.ts'

/** A business event as both stores get it: the same type, the same data. */
export type ValveEvent = { type: EventType; data: { number: string; operationId: string; [field: string]: string } }

export const eventsPerOperation = 3

/** The events of one valve operation, in order: requested, sent by radio, confirmed. */
export const valveOperation = (number: string, operationId: string = crypto.randomUUID()): ValveEvent[] => {
  const about = { number, operationId }
  return [
    {
      type: 'devices.ValveOpeningRequested',
      data: {
        ...about,
        requestedAt: '2026-01-01T08:00:00Z',
        expiresAt: '2026-01-01T08:15:00Z',
        closingReason: ClosingReason.enum.manual,
        reason: 'bill is paid',
      },
    },
    { type: 'devices.ValveOperationSent', data: { ...about, sentAt: '2026-01-01T08:00:07Z' } },
    { type: 'devices.ValveOpened', data: { ...about, confirmedAt: '2026-01-01T08:01:40Z' } },
  ]
}

export const valveStream = (number: string): string => `${tenant}/devices-valve-${number}`

export const newEventOf = ({ type, data }: ValveEvent): NewEvent => ({
  id: crypto.randomUUID(),
  type,
  schemaVersion: eventCatalogue[type].version,
  data,
  metadata: { tenant, actor: 'user:bench' },
})
