import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import { assignOwner } from '../shared/owner.ts'
import { text } from '../shared/text.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

/**
 * Where a meter is in its life. A registration alone means `installed`: so are all meters that were registered before storage was known.
 * `issued` left the storage for an installation, `moved` belongs to another tenant.
 */
export const MeterState = z.enum(['stored', 'issued', 'installed', 'removed', 'scrapped', 'moved'])
export type MeterState = z.infer<typeof MeterState>

const reason = text(200)

const step = <const Type extends string>(type: Type) =>
  z.object({ type: z.literal(type), number: MeterNumber, happenedAt: Instant.optional(), reason: reason.optional() })
export const StoreMeter = step('StoreMeter')
export type StoreMeter = z.infer<typeof StoreMeter>
export const IssueMeter = step('IssueMeter')
export type IssueMeter = z.infer<typeof IssueMeter>
export const InstallMeter = step('InstallMeter')
export type InstallMeter = z.infer<typeof InstallMeter>
export const RemoveMeter = step('RemoveMeter')
export type RemoveMeter = z.infer<typeof RemoveMeter>
export const ScrapMeter = step('ScrapMeter')
export type ScrapMeter = z.infer<typeof ScrapMeter>

const stepTaken = z.object({ number: MeterNumber, happenedAt: Instant, reason: reason.optional() })

/** Puts a meter into a group, or with null into none. */
export const GroupMeter = z.object({
  type: z.literal('GroupMeter'),
  number: MeterNumber,
  meterGroupId: z.int().positive().nullable(),
  /** The name at that time, for the history. */
  meterGroupName: text(50).nullable(),
  reason: reason.optional(),
})
export type GroupMeter = z.infer<typeof GroupMeter>
const MeterGrouped = GroupMeter.omit({ type: true })

export const lifeEventTypes = {
  'devices.MeterStored': { version: 1, data: stepTaken },
  'devices.MeterIssued': { version: 1, data: stepTaken },
  'devices.MeterInstalled': { version: 1, data: stepTaken },
  'devices.MeterRemoved': { version: 1, data: stepTaken },
  'devices.MeterScrapped': { version: 1, data: stepTaken },
  'devices.MeterGrouped': { version: 1, data: MeterGrouped },
} as const

const numbersMax = 200

/** Several meters: an array, or numbers separated by commas. */
export const meterNumbers = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[\s,，;；、]+/).filter((word) => word !== '') : value),
  z.array(MeterNumber).min(1).max(numbersMax),
)

/** How many were changed, and those that were refused, with the refusal's code. */
const MetersChanged = z.object({
  changed: z.int(),
  refused: z.array(z.object({ number: z.string(), code: z.string() })),
  position: z.int(),
})

const lifeStep = (verb: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/prod-api/business/meter/${verb}`,
    permission: 'devices:meter:life',
    summary: `${summary}; the answer names the meters that were refused`,
    request: z.object({ number: meterNumbers, happenedAt: Instant.optional(), reason: reason.min(1) }),
    response: MetersChanged,
  })

export const storeMeters = lifeStep('store', 'Take meters into storage')
export const issueMeters = lifeStep('issue', 'Issue meters from storage for installation')
export const installMeters = lifeStep('install', 'Record that issued meters were installed')
export const removeMeters = lifeStep('remove', 'Record that meters were removed from the pipe')
export const scrapMeters = lifeStep('scrap', 'Scrap meters; this cannot be undone')

export const groupMeters = endpoint({
  method: 'POST',
  path: '/prod-api/business/meter/group',
  permission: 'devices:meter:edit',
  summary: 'Put meters into a group, or into none; the answer names the meters that were refused',
  request: z.object({ number: meterNumbers, meterGroupId: z.int().positive().nullable().default(null), reason: reason.default('') }),
  response: MetersChanged,
})

export const assignMeterOwner = assignOwner('/prod-api/business/meter/owner', {
  permission: 'devices:meter:edit',
  noun: 'meters',
  keys: { number: meterNumbers },
})

type Living = { number: string; state: MeterState }

/** From which states each step leads on. */
export const stepsFrom = {
  StoreMeter: ['issued', 'removed'],
  IssueMeter: ['stored'],
  InstallMeter: ['issued'],
  RemoveMeter: ['installed'],
  ScrapMeter: ['stored', 'removed'],
} as const satisfies Record<string, readonly MeterState[]>

const offeredFrom =
  (states: readonly MeterState[]) =>
  ({ state }: Living): boolean =>
    states.includes(state)

/** Commands on meters between storage and scrap. */
export const lifeCommands: readonly NamedCommand<Living>[] = [
  { name: 'assignOwner', endpoint: assignMeterOwner, icon: 'edit', isForMany: true },
  { name: 'issue', endpoint: issueMeters, icon: 'move', isOffered: offeredFrom(stepsFrom.IssueMeter), isForMany: true },
  { name: 'install', endpoint: installMeters, icon: 'finish', isOffered: offeredFrom(stepsFrom.InstallMeter), isForMany: true },
  { name: 'removeFromPipe', endpoint: removeMeters, icon: 'cancel', isOffered: offeredFrom(stepsFrom.RemoveMeter), isForMany: true },
  { name: 'store', endpoint: storeMeters, icon: 'undo', isOffered: offeredFrom(stepsFrom.StoreMeter), isForMany: true },
  {
    name: 'scrap',
    endpoint: scrapMeters,
    icon: 'cancel',
    isOffered: offeredFrom(stepsFrom.ScrapMeter),
    isForMany: true,
    isDanger: true,
  },
  { name: 'group', endpoint: groupMeters, icon: 'edit', isForMany: true },
]
