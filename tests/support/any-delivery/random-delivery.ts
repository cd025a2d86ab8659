import { type Cascade, emptyCascade } from '@nightflow/domain/leakage/partition-cascade'
import { type PartitionCommand, partitionDecider } from '@nightflow/domain/leakage/partition-decider'
import { decide } from '@nightflow/domain/shared/decider-specification'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import type { EventLog, JsonObject } from '@nightflow/event-log/event-log'
import type { EventType } from '@nightflow/schemas/events'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { type Chance, oneOf, wholeNumber } from '../data/chance.ts'
import { appendFact, appendFrame, type PlainReading } from '../data/readings.ts'
import { shuffled } from '../data/readings-of-some-meters.ts'
import { type RandomMeters, randomMeters } from './random-meters.ts'

const hour = 3_600_000
const gateways = ['north', 'south', 'west']
const context = { now: '2027-01-01T00:00:00Z', actor: 'user:test', timeZone: 'Europe/Rome' }

/** The next write to the log. */
export type Step = (log: EventLog) => Promise<unknown>

/** When something comes: below 0 before all frames, below 1 among most of them, below 2 among the stragglers. */
type Placed = { place: number; step: Step }

/** All that comes to the log of one utility, in the order in which it comes: most of it, and what comes when that has long been read. */
export const randomDelivery = (random: Chance, tenant: string): { most: Step[]; rest: Step[] } => {
  const utility = randomMeters(random)
  const placed = [
    ...frameSteps(random, tenant, utility),
    ...meterSteps(random, tenant, utility),
    ...reviewSteps(random, tenant, utility),
    ...partitionSteps(random, tenant, utility),
  ].sort((a, b) => a.place - b.place)
  const stepsOf = (some: readonly Placed[]) => some.map(({ step }) => step)
  return { most: stepsOf(placed.filter(({ place }) => place < 1)), rest: stepsOf(placed.filter(({ place }) => place >= 1)) }
}

/** All readings in frames of any size; and a few alone when all others have come, more of them of meters that are replaced. */
const frameSteps = (random: Chance, tenant: string, { readings, replacements }: RandomMeters): Placed[] => {
  const replaced = new Set(replacements.flatMap(({ number, replacedBy }) => [number, replacedBy]))
  const isLast = readings.map(({ meter }) => random() < (replaced.has(meter) ? 0.05 : 0.01))
  const stragglers = shuffled(
    readings.filter((_, place) => isLast[place]),
    wholeNumber(random, 0, 1_000_000),
  )
  const frames = framesOf(
    random,
    readings.filter((_, place) => !isLast[place]),
  )
  const stepOf = (frame: readonly PlainReading[], place: number): Placed => {
    const gateway = oneOf(random, gateways)
    return { place, step: (log) => appendFrame(log, tenant, gateway, frame) }
  }
  return [
    ...frames.map((frame, index) => stepOf(frame, index / frames.length)),
    ...stragglers.map((reading, index) => stepOf([reading], 1 + index / stragglers.length)),
  ]
}

/** Some of the readings repeatedly, hours or days late or in no order at all, in frames of any size. */
const framesOf = (random: Chance, readings: readonly PlainReading[]): PlainReading[][] => {
  const order = oneOf(random, ['nearly', 'late', 'late', 'none'])
  const lateness = (): number => {
    if (order === 'none') return random() * 1_000 * hour
    if (random() < (order === 'late' ? 0.2 : 0.02)) return random() * 120 * hour
    return random() < 0.1 ? random() * 2 * hour : 0
  }
  const coming = readings.flatMap((reading) => {
    const times = random() < 0.1 ? wholeNumber(random, 2, 3) : 1
    return Array.from({ length: times }, () => ({ reading, at: reading.at + lateness() }))
  })
  coming.sort((a, b) => a.at - b.at)
  const sizeMax = oneOf(random, [20, 60, 150])
  const frames: PlainReading[][] = []
  for (let start = 0; start < coming.length; start += frames.at(-1)!.length)
    frames.push(coming.slice(start, start + wholeNumber(random, 1, sizeMax)).map(({ reading }) => reading))
  return frames
}

/** Most meters are registered before they report, some in between, some when most is said, and some never. */
const meterSteps = (random: Chance, tenant: string, { meters, replacements }: RandomMeters): Placed[] => {
  const registeredAt = new Map<string, number>()
  const placed: Placed[] = []
  for (const { hasValve = false, ...meter } of meters) {
    if (random() < 0.04) continue
    const place = random() < 0.6 ? -1 : random() < 0.8 ? random() : 1
    registeredAt.set(meter.number, place)
    const data = { ...meter, hasValve, registeredAt: '2026-01-01T00:00:00Z' }
    placed.push({ place, step: (log) => appendFact(log, tenant, `devices-meter-${meter.number}`, 'devices.MeterRegistered', data) })
  }
  for (const { type: _, ...data } of replacements) {
    const [old, successor] = [registeredAt.get(data.number), registeredAt.get(data.replacedBy)]
    // Only registered meters are replaced, by registered ones.
    if (old === undefined || successor === undefined) continue
    const first = Math.max(old, successor, 0)
    const place = first + random() * (2 - first)
    placed.push({ place, step: (log) => appendFact(log, tenant, `devices-meter-${data.number}`, 'devices.MeterReplaced', data) })
  }
  return placed
}

/** Decisions of people on some days, and withdrawals: a few decisions a day, among the readings that they are about or long before. */
const reviewSteps = (random: Chance, tenant: string, { meters, readings }: RandomMeters): Placed[] =>
  meters.flatMap(({ number, timeZone }) => {
    const calendar = calendarOf(timeZone)
    const own = [...new Set(readings.filter(({ meter }) => meter === number).map(({ at }) => calendar.dayOf(at)))]
    const silent = own.length > 0 ? [Math.max(...own) + 1] : []
    return [...own, ...silent]
      .filter(() => random() < 0.2)
      .flatMap((day): Placed[] => {
        const said = { number, day: dateOfDay(day), reason: 'pool', at: context.now }
        const append =
          (type: EventType, data: JsonObject): Step =>
          (log) =>
            appendFact(log, tenant, `metering-meter-${number}`, type, { ...said, ...data })
        const question = { findings: [{ rule: 'missing', value: 1, limit: 0 }], measuredLitres: null, expectedLitres: null }
        const steps = [append('metering.FindingsRecorded', question)]
        for (let more = wholeNumber(random, 1, 3); more > 0; more--) steps.push(randomDecision(random, calendar.slotsOf(day), append))
        const places = steps.map(() => random() * 2).sort((a, b) => a - b)
        return steps.map((step, index) => ({ place: places[index]!, step }))
      })
  })

const randomDecision = (random: Chance, slots: number, append: (type: EventType, data: JsonObject) => Step): Step => {
  const hourLitres = Array.from({ length: slots }, () => wholeNumber(random, 0, 40))
  const stated = { litres: hourLitres.reduce((sum, litres) => sum + litres, 0), hourLitres }
  const before = { beforeLitres: null }
  const luck = random()
  if (luck < 0.4) return append('metering.ConsumptionEstimated', { ...before, ...stated, method: 'profile' })
  if (luck < 0.6) return append('metering.ConsumptionEdited', { ...before, ...stated })
  if (luck < 0.75) return append('metering.ReadingAccepted', before)
  const withdrawn = { ...before, status: '0', findings: [] }
  return append('metering.ConsumptionDecisionWithdrawn', luck < 0.9 ? withdrawn : { ...withdrawn, ...stated })
}

/** Random set-up and changes of metering points: what the decider refuses does not enter the log. */
const partitionSteps = (random: Chance, tenant: string, { meters, readings, successors, timeZone }: RandomMeters): Placed[] => {
  const days = [...new Set(readings.map(({ at }) => calendarOf(timeZone).dayOf(at)))]
  const numbers = [...meters.map(({ number }) => number).filter((number) => !successors.has(number)), 'nobody’s']
  const placed: Placed[] = []
  for (const rootId of random() < 0.4 ? ['hill', 'valley'] : ['hill']) {
    const commands = Array.from({ length: wholeNumber(random, 10, 30) }, () => randomCommand(random, rootId, numbers, days))
    const places = commands.map(() => (random() < 0.4 ? -1 : random() * 2)).sort((a, b) => a - b)
    let cascade: Cascade = emptyCascade
    for (const [index, command] of [createRoot(rootId, timeZone), ...setUp(rootId, numbers), ...commands].entries()) {
      const decided = decide(partitionDecider, cascade, command, context)
      if (isRejection(decided)) continue
      cascade = decided.reduce(partitionDecider.evolve, cascade)
      const place = places[index - 3] ?? -1
      for (const { type, data } of decided)
        placed.push({ place, step: (log) => appendFact(log, tenant, partitionDecider.streamOf(command), type, data) })
    }
  }
  return placed
}

const createRoot = (rootId: string, timeZone: string): PartitionCommand => ({
  type: 'CreatePartition',
  rootId,
  partitionId: rootId,
  name: rootId,
  timeZone,
  minimumCoverage: 1,
})

/** So that there is something to change. */
const setUp = (rootId: string, [first, ...others]: readonly string[]): PartitionCommand[] => [
  { type: 'AssociateSummaryMeter', rootId, partitionId: rootId, number: first!, direction: 'in' },
  { type: 'AssociateSubMeters', rootId, partitionId: rootId, numbers: others.slice(0, 2) },
]

const randomCommand = (random: Chance, rootId: string, numbers: readonly string[], days: readonly number[]): PartitionCommand => {
  const points = [rootId, ...['a', 'b', 'c', 'd', 'e'].map((name) => `${rootId}-${name}`)]
  const partitionId = oneOf(random, points)
  const some = random() < 0.6 ? [oneOf(random, numbers)] : numbers.filter(() => random() < 0.4)
  const luck = random()
  if (luck < 0.3)
    return partitionId === rootId
      ? createRoot(rootId, 'Europe/Rome')
      : { type: 'CreatePartition', rootId, partitionId, parentId: oneOf(random, points), name: partitionId, minimumCoverage: 1 }
  if (luck < 0.5)
    return {
      type: 'AssociateSummaryMeter',
      rootId,
      partitionId,
      number: oneOf(random, numbers),
      direction: random() < 0.7 ? 'in' : 'out',
      ...randomDays(random, days),
    }
  if (luck < 0.7) return { type: 'AssociateSubMeters', rootId, partitionId, numbers: some, ...randomDays(random, days) }
  if (luck < 0.9)
    return { type: 'DissociateMeters', rootId, partitionId, numbers: [oneOf(random, numbers)], to: randomDays(random, days).to }
  if (luck < 0.95) return { type: 'MovePartition', rootId, partitionId, parentId: oneOf(random, points) }
  return { type: 'RemovePartition', rootId, partitionId, whole: random() < 0.2 }
}

/** Bounds of a membership, often only one of them or none; in the wrong order too, which is refused. */
const randomDays = (random: Chance, days: readonly number[]): MemberDays => {
  const isBounded = () => days.length > 0 && random() < 0.4
  return { ...(isBounded() && { from: dateOfDay(oneOf(random, days)) }), ...(isBounded() && { to: dateOfDay(oneOf(random, days)) }) }
}
