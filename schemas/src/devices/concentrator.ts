import { z } from 'zod'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource, editVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { GatewayName, Instant, MeterNumber } from '../shared/values.ts'

export const CommunicationState = z.enum({ offline: '0', online: '1' })
export type CommunicationState = z.infer<typeof CommunicationState>

/** Concentrators collect the readings of meters nearby and report them as a gateway. */
export const concentrators = defineResource({
  name: 'concentrator',
  texts: 'devices',
  noun: 'concentrator',
  path: '/prod-api/business/concentrator',
  permission: 'devices:concentrator',
  verbs: [...editVerbs, 'associate'],
  id: 'concentratorId',
  table: 'views.concentrators',
  scope: 'own',
  fields: {
    concentratorNo: { schema: MeterNumber, filter: 'contains', isUnique: true, isSetOnce: true },
    manufacturer: { schema: text(50).min(1), filter: 'contains' },
    /** The gateway whose frames are the concentrator's; without it the one of the concentrator's own number. */
    gateway: { schema: GatewayName.nullable().default(null) },
    communicationState: { schema: CommunicationState, isReadOnly: true, filter: 'equals', dictionary: 'concentrator_state' },
    statusChangeTime: { schema: Instant.nullable(), isReadOnly: true },
    meterCount: { schema: z.int32(), isReadOnly: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'device',
    place: 52,
    path: 'concentrators',
    component: 'devices/concentrators',
    icon: 'antenna',
    titles: { en: 'Concentrators', 'zh-CN': '集中器', fr: 'Concentrateurs', id: 'Konsentrator' },
    audience: 'tenant',
    shows: ['/api/v1/concentrators'],
  },
  screen: {
    columns: ['concentratorNo', 'communicationState', 'manufacturer', 'meterCount', 'gateway', 'remark', 'createTime', 'statusChangeTime'],
  },
})

export const concentratorEvents = recordedEvents(concentrators.form, 'concentratorNo')

/** The first frame after a silence, or the end of the time that a silence may last. */
export const ConcentratorStateChanged = z.object({ concentratorNo: MeterNumber, communicationState: CommunicationState, at: Instant })

export const ChangeConcentratorState = ConcentratorStateChanged.extend({ type: z.literal('ChangeConcentratorState') })
export type ChangeConcentratorState = z.infer<typeof ChangeConcentratorState>
