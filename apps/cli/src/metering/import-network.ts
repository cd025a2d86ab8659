import { PartitionList, type PartitionMember, type PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import { z } from 'zod'
import { requestServer } from '../shared/call-api.ts'
import { CommandRefusal } from '../shared/command-refusal.ts'
import { openTable } from '../shared/table/open-table.ts'
import type { TableOptions } from '../shared/table/table.ts'
import { alignedLines } from './aligned-lines.ts'
import { associateMeters, endMemberships, type MeterRole, membersOf, meterRoles } from './associate-meters.ts'
import { type Network, type NetworkPoint, parseNetworkTable } from './network-table.ts'
import { describeDiffering, registerMeters } from './register-meters.ts'
import { asAdministrator, type ImportOptions, type Server } from './store-readings.ts'

const Accepted = z.object({ position: z.int() })

export type ImportNetwork = ImportOptions & TableOptions & { timezone: string; dryRun: boolean }

/** `import-network`: answers the lines to print once every query sees the cascade; with `dryRun` what was understood, and nothing is sent. */
export const importNetwork = async (file: string, options: ImportNetwork): Promise<string[]> => {
  const network = await parseNetworkTable(await openTable(file, options))
  if (options.dryRun) return [...describeNetwork(network), 'Nothing was sent: this was a dry run.']
  const done = await asAdministrator(options, (admin) => createNetwork(admin, network, options.timezone))
  return [
    `Partitions: ${done.created} new of ${network.points.length}.`,
    `Meters: ${done.registered} new of ${network.meters.length}.`,
    ...describeDiffering(done.differing),
    `Associations: ${describeRoles(network)}.`,
  ]
}

const createNetwork = async (admin: Server, network: Network, timeZone: string) => {
  const { rows } = PartitionList.parse(await requestServer(admin, 'GET', '/api/v1/partitions'))
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const point of network.points) refuseOther(point, known.get(point.id), timeZone)
  const inFile = new Set(network.points.map(({ id }) => id))
  const orphan = network.points.find(({ parentId }) => parentId !== undefined && !inFile.has(parentId) && !known.has(parentId))
  if (orphan)
    throw new CommandRefusal(`${orphan.id} is below ${orphan.parentId}, which is neither in the file nor a partition of the tenant.`)

  const meters = network.meters.map((meter) => ({ ...meter, timeZone }))
  const { registered, differing, ...prepared } = await registerMeters(admin, meters)
  let { position } = prepared
  const created = network.points.filter(({ id }) => !known.has(id))
  for (const { id, name, parentId } of created) {
    // The zone of a cascade is its root's.
    const body = { partitionId: id, name, ...(parentId === undefined ? { timeZone } : { parentId }) }
    position = Math.max(position, Accepted.parse(await requestServer(admin, 'POST', '/api/v1/partitions', body)).position)
  }
  const groups = groupsOf(network)
  // Ends first: a meter that moves leaves its point before it joins the other one.
  const ended = new Map<Group, ReadonlySet<string>>()
  for (const group of groups) {
    const numbers = known.has(group.partitionId) ? await endingOf(admin, group) : []
    ended.set(group, new Set(numbers))
    if (numbers.length > 0) position = Math.max(position, await endMemberships(admin, group.partitionId, numbers, group.days.to!))
  }
  for (const group of groups) {
    const joining = group.numbers.filter((number) => !ended.get(group)!.has(number))
    position = Math.max(position, await associateMeters(admin, group.partitionId, group.role, joining, group.days))
  }
  return { created: created.length, registered, differing, position }
}

const refuseOther = ({ id, name, isNamed, parentId }: NetworkPoint, existing: PartitionRow | undefined, timeZone: string): void => {
  if (!existing) return
  if (isNamed && existing.name !== name)
    throw new CommandRefusal(
      `partition ${id} exists with the name "${existing.name}", and the file says "${name}"; give it that name or another identifier.`,
    )
  if (existing.timeZone !== timeZone)
    throw new CommandRefusal(`partition ${id} exists in ${existing.timeZone}; import with --timezone ${existing.timeZone}.`)
  if (parentId !== undefined && existing.parentId !== parentId) {
    const place = existing.parentId === null ? 'as the root of a cascade' : `below ${existing.parentId}`
    throw new CommandRefusal(`partition ${id} exists ${place}, and the file has it below ${parentId}; mend the file.`)
  }
}

type Group = { partitionId: string; role: MeterRole; days: MemberDays; numbers: string[] }

/** Meters by point, role and days, in the order of the associations: inlets and outlets first, because sub-meters need them. */
const groupsOf = ({ associations }: Network): Group[] => {
  const groups = new Map<string, Group>()
  for (const { partitionId, number, role, ...days } of associations) {
    const key = `${role} ${partitionId} ${days.from ?? ''} ${days.to ?? ''}`
    const group = groups.get(key) ?? { partitionId, role, days, numbers: [] }
    groups.set(key, group)
    group.numbers.push(number)
  }
  return [...groups.values()]
}

/** Of the meters of a group those that are members since the same day, for longer than the file has them. */
const endingOf = async (admin: Server, { partitionId, role, days: { from, to }, numbers }: Group): Promise<string[]> => {
  if (to === undefined) return []
  const inFile = new Set(numbers)
  const members = await membersOf(admin, partitionId)
  const isOfGroup = (member: PartitionMember) => inFile.has(member.number) && member.from === (from ?? null) && roleOf(member) === role
  return members.filter((member) => isOfGroup(member) && (member.to === null || member.to > to)).map(({ number }) => number)
}

const roleOf = ({ role, direction }: PartitionMember): MeterRole => {
  if (role === 'sub') return 'customer'
  return direction === 'in' ? 'inlet' : 'outlet'
}

const roleNames: { [role in MeterRole]: string } = { inlet: 'inlets', outlet: 'outlets', customer: 'customers' }

const describeRoles = ({ associations }: Network): string =>
  meterRoles.map((role) => `${associations.filter((one) => one.role === role).length} ${roleNames[role]}`).join(', ')

const describeNetwork = (network: Network): string[] => {
  const groups = groupsOf(network)
  const count = (id: string, role: MeterRole): string =>
    String(groups.reduce((total, group) => total + (group.partitionId === id && group.role === role ? group.numbers.length : 0), 0))
  const heads = ['partition', 'name', 'below', ...meterRoles.map((role) => roleNames[role])]
  const lines = network.points.map(({ id, name, parentId }) => [id, name, parentId ?? '-', ...meterRoles.map((role) => count(id, role))])
  const sized = network.meters.filter(({ caliberMillimetres }) => caliberMillimetres !== undefined).length
  const dated = network.associations.filter(({ from, to }) => from !== undefined || to !== undefined).length
  return [
    ...alignedLines([heads, ...lines]),
    ...(dated > 0 ? [`Associations with dates: ${dated}.`] : []),
    `Meters: ${network.meters.length}, ${sized} of them with a nominal diameter.`,
  ]
}
