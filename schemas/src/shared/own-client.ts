/**
 * The header by which the service's own web makes itself known. It gets instants in ISO 8601 and the icons of its own set. Other clients of
 * `/prod-api` are of the RuoYi kind: they get local times as `YYYY-MM-DD HH:mm:ss` in the tenant's zone, and icons by the names of that set.
 */
export const ownClientHeader = 'nightflow-client'

/** The header of an answer with local times: the zone that they are in. */
export const timeZoneHeader = 'nightflow-time-zone'
