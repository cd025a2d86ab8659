import { eventTypeFilter, type Filter, streamNameFilter } from '@eventstore/db-client'
import type { EventFilter } from '../event-log.ts'
import { eventStreamPrefix, type StoredEvent } from './stored-event.ts'

// Records that the server looks at before it answers, and after how many it sends a checkpoint. Half of the records are claims.
const windowRecords = 500

/**
 * The filter of the server. It filters by stream or by type, never by both: a tenant's events are filtered by stream, types alone by
 * type, and `isAskedFor` holds the rest.
 */
export const serverFilterOf = ({ types, tenant }: EventFilter): Filter => {
  const limits = { maxSearchWindow: windowRecords, checkpointInterval: 1 }
  if (tenant === undefined && types)
    return eventTypeFilter({ ...limits, regex: `^(${types.map((type) => type.replace(/[^\w]/g, '\\$&')).join('|')})$` })
  return streamNameFilter({ ...limits, prefixes: [eventStreamPrefix + (tenant === undefined ? '' : `${tenant}/`)] })
}

export const isOwnStream = (serverStream: string): boolean => serverStream.startsWith(eventStreamPrefix)

export const isAskedFor = (event: StoredEvent, { types, tenant }: EventFilter): boolean =>
  (!types || types.includes(event.type)) && (tenant === undefined || event.metadata.tenant === tenant)
