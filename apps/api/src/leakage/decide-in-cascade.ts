import { randomUUID } from 'node:crypto'
import type { Cascade } from '@nightflow/domain/leakage/partition-cascade'
import { type PartitionCommand, partitionDecider } from '@nightflow/domain/leakage/partition-decider'
import { findPartition } from '@nightflow/projections/leakage/partitions'
import { findSamePerson } from '@nightflow/projections/privacy/person-queries'
import { PartitionCreated } from '@nightflow/schemas/leakage/partition'
import { maskPersonal } from '@nightflow/schemas/shared/personal'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { type Decided, decide } from '../http/decide.ts'
import { giveNew, ownerOfNew } from '../http/owners.ts'
import type { RequestContext } from '../http/request-context.ts'
import { refuseInOtherCascade, refuseMeters, refuseWithoutAccount } from './refuse-meters.ts'

type WithoutRoot<Command> = Command extends unknown ? Omit<Command, 'rootId'> : never
/** A command as people give it: about a metering point, not knowing which cascade that is in. */
export type PointCommand = WithoutRoot<PartitionCommand> & Partial<OpenedOnly>
/** Of an association of customers' meters: only opened ones, and the bulk meters among them that need no account. */
type OpenedOnly = { onlyOpened: boolean; bulk: readonly string[] | undefined }

/** Finds the cascade in the read models, checks there what a cascade cannot know of itself, and lets the cascade decide. */
export const decideInCascade = async (
  context: RequestContext,
  { onlyOpened = false, bulk = [], ...command }: PointCommand,
): Promise<Decided | Rejection> => {
  const owner = command.type === 'CreatePartition' ? await ownerOfNew({}, context) : null
  if (isRejection(owner)) return owner
  // Read without the caller's scope: a meter may be in a cascade that is out of it.
  const found = await context.write(async (database) => {
    const root = await rootOf(database, command)
    if ('rejected' in root) return root
    const refusal =
      (await refuseMeters(database, root.timeZone, metersToJoin(command))) ??
      (await refuseSubMeters(database, root.rootId, command, onlyOpened ? withoutThose(metersToJoin(command), bulk) : []))
    return refusal ?? { rootId: root.rootId, ...(await newLeaderOf(database, command)) }
  })
  if ('rejected' in found) return found
  const decided = await decide(context, partitionDecider, { ...command, ...found } as PartitionCommand, describePoint(command.partitionId))
  if (!isRejection(decided)) await giveNew('partition', [command.partitionId], owner, context)
  return decided
}

const withoutThose = (numbers: readonly string[], those: readonly string[]): string[] => {
  const left = new Set(those)
  return numbers.filter((number) => !left.has(number))
}

/** A customer's meter belongs to one partition at a time, of all cascades; of `opened` each has an account. */
const refuseSubMeters = async (
  database: PoolClient,
  rootId: string,
  command: WithoutRoot<PartitionCommand>,
  opened: readonly string[],
): Promise<Rejection | undefined> => {
  if (command.type !== 'AssociateSubMeters') return undefined
  return (await refuseInOtherCascade(database, rootId, command)) ?? refuseWithoutAccount(database, opened)
}

const metersToJoin = (command: WithoutRoot<PartitionCommand>): readonly string[] => {
  if (command.type === 'AssociateSubMeters') return command.numbers
  return command.type === 'AssociateSummaryMeter' ? [command.number] : []
}

/** The person identifier of the named leader, where the point gets another one: a person who is known by the same name and telephone, or a new one. */
const newLeaderOf = async (database: PoolClient, command: WithoutRoot<PartitionCommand>): Promise<{ newPersonId?: string }> => {
  if (command.type !== 'CreatePartition' && command.type !== 'ChangePartition') return {}
  const { leaderName, leaderPhone, partitionId } = command
  if ((leaderName ?? leaderPhone ?? null) === null) return {}
  const present = await findPartition(database, { id: partitionId })
  const name = leaderName === undefined ? (present?.leaderName ?? null) : leaderName
  const telephone = leaderPhone === undefined ? (present?.leaderPhone ?? null) : leaderPhone
  return { newPersonId: (await findSamePerson(database, { name, telephone })) ?? randomUUID() }
}

type Root = { rootId: string; timeZone: string | undefined }

const rootOf = async (database: PoolClient, command: WithoutRoot<PartitionCommand>): Promise<Root | Rejection> => {
  const { partitionId } = command
  const point = await findPartition(database, { id: partitionId })
  if (command.type !== 'CreatePartition') return point ?? rejected('partition-not-found', { partitionId })
  if (command.parentId === undefined) {
    // An identifier is taken once in the whole utility; a cascade only knows its own.
    const isTaken = point !== undefined && point.rootId !== partitionId
    return isTaken ? rejected('partition-already-exists', { partitionId }) : { rootId: partitionId, timeZone: undefined }
  }
  const parent = await findPartition(database, { id: command.parentId })
  if (!parent) return rejected('partition-parent-missing', { parentId: command.parentId })
  return point && point.rootId !== parent.rootId ? rejected('partition-already-exists', { partitionId }) : parent
}

/** The entry in the operation log: the point that the command was about, with its meters counted. */
const describePoint =
  (partitionId: string) =>
  ({ points }: Cascade): unknown => {
    const point = points.get(partitionId)
    if (!point) return null
    const { created, summaryMeters, subMeters, thresholds } = point
    return {
      ...maskPersonal(PartitionCreated, created),
      thresholds,
      summaryMeters: Object.fromEntries(summaryMeters),
      subMeterCount: subMeters.size,
      pointsInCascade: points.size,
    }
  }
