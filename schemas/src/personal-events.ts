import { type EventType, eventCatalogue } from './events.ts'
import { maskPersonal, personalFieldsOf } from './shared/personal.ts'

/** Types of the events that state something of persons. */
export const personalEventTypes: readonly EventType[] = Object.entries(eventCatalogue)
  .filter(([, { data }]) => personalFieldsOf(data).length > 0)
  .map(([type]) => type as EventType)

/** The data of an event with its personal values masked. */
export const maskPersonalOfEvent = <Data>(type: string, data: Data): Data =>
  personalEventTypes.includes(type as EventType) ? maskPersonal(eventCatalogue[type as EventType].data, data) : data
