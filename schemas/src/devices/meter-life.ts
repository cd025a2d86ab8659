import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
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

const step = {
  typed: { happenedAt: Instant.optional(), reason: reason.min(1) },
  given: { happenedAt: Instant.optional(), reason: reason.optional() },
  recorded: { happenedAt: Instant, reason: reason.optional() },
  instant: 'happenedAt',
  isForMany: true,
  isEach: true,
} as const
/** Of a group; null is none. The name is the one of that time, for the history. */
const grouped = { meterGroupId: z.int().positive().nullable(), meterGroupName: text(50).nullable(), reason: reason.optional() }
const named = 'the answer names the meters that were refused'

/** Commands on meters between storage and scrap, in the order of their buttons. */
export const lifeCommands = commandsOn<Living>()(
  {
    entity: 'Meter',
    id: 'number',
    ids: { one: MeterNumber, many: meterNumbers },
    path: '/prod-api/business/meter',
    address: (verb) => `/prod-api/business/meter/${verb}`,
    method: 'POST',
    permission: 'devices:meter:life',
    key: { number: MeterNumber },
    response: MetersChanged,
  },
  {
    assignOwner: {
      endpoint: assignMeterOwner,
      ownRoute: 'The owner of a meter is a column of a plain table: no event, and no stream to decide.',
      icon: 'edit',
      isForMany: true,
    },
    issue: {
      ...step,
      call: 'issueMeters',
      summary: `Issue meters from storage for installation; ${named}`,
      event: 'devices.MeterIssued',
      icon: 'move',
      isOffered: offeredFrom(stepsFrom.IssueMeter),
    },
    install: {
      ...step,
      call: 'installMeters',
      summary: `Record that issued meters were installed; ${named}`,
      event: 'devices.MeterInstalled',
      icon: 'finish',
      isOffered: offeredFrom(stepsFrom.InstallMeter),
    },
    removeFromPipe: {
      ...step,
      command: 'RemoveMeter',
      call: 'removeMeters',
      verb: 'remove',
      summary: `Record that meters were removed from the pipe; ${named}`,
      event: 'devices.MeterRemoved',
      icon: 'cancel',
      isOffered: offeredFrom(stepsFrom.RemoveMeter),
    },
    store: {
      ...step,
      call: 'storeMeters',
      summary: `Take meters into storage; ${named}`,
      event: 'devices.MeterStored',
      icon: 'undo',
      isOffered: offeredFrom(stepsFrom.StoreMeter),
    },
    scrap: {
      ...step,
      call: 'scrapMeters',
      summary: `Scrap meters; this cannot be undone; ${named}`,
      event: 'devices.MeterScrapped',
      icon: 'cancel',
      isOffered: offeredFrom(stepsFrom.ScrapMeter),
      isDanger: true,
    },
    group: {
      call: 'groupMeters',
      summary: `Put meters into a group, or into none; ${named}`,
      permission: 'devices:meter:edit',
      typed: { meterGroupId: z.int().positive().nullable().default(null), reason: reason.default('') },
      given: grouped,
      event: 'devices.MeterGrouped',
      isEventElsewhere: true,
      icon: 'edit',
      isForMany: true,
      isEach: true,
    },
  },
)
export const { issueMeters, installMeters, removeMeters, storeMeters, scrapMeters, groupMeters } = lifeCommands.calls
export type LifeCommand = GivenTo<typeof lifeCommands>

export const lifeEventTypes = {
  ...lifeCommands.events,
  'devices.MeterGrouped': { version: 1, data: z.object({ number: MeterNumber, ...grouped }) },
} as const
