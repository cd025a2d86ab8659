import { PartitionMember } from '@nightflow/schemas/leakage/night-flow'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import { z } from 'zod'
import { requestServer } from '../shared/call-api.ts'
import type { Server } from './store-readings.ts'

const Accepted = z.object({ position: z.int() })
const metersPerRequest = 1000

/** Roles of a meter at a metering point: it measures an inlet, an outlet or a customer's use. */
export const meterRoles = ['inlet', 'outlet', 'customer'] as const
export type MeterRole = (typeof meterRoles)[number]

/** Associates meters with a metering point; those that are associated so already stay. Answers the last position. */
export const associateMeters = async (
  server: Server,
  partitionId: string,
  role: MeterRole,
  numbers: readonly string[],
  days: MemberDays = {},
): Promise<number> => {
  const point = pathOf(partitionId)
  let position = 0
  const post = async (path: string, body: object): Promise<void> => {
    position = Math.max(position, Accepted.parse(await requestServer(server, 'POST', path, body)).position)
  }
  if (role === 'customer') {
    for (let start = 0; start < numbers.length; start += metersPerRequest)
      await post(`${point}/sub-meters`, { numbers: numbers.slice(start, start + metersPerRequest), ...days })
    return position
  }
  for (const number of numbers) await post(`${point}/summary-meters`, { number, direction: role === 'inlet' ? 'in' : 'out', ...days })
  return position
}

const pathOf = (partitionId: string): string => `/api/v1/partitions/${encodeURIComponent(partitionId)}`

const Members = z.object({ rows: z.array(PartitionMember), next: z.int().nullable() })

/** Every period of the meters of a metering point. */
export const membersOf = async (server: Server, partitionId: string): Promise<PartitionMember[]> => {
  const members: PartitionMember[] = []
  for (let page: number | null = 1; page !== null; ) {
    const answer = Members.parse(await requestServer(server, 'GET', `${pathOf(partitionId)}/members?page=${page}`))
    members.push(...answer.rows)
    page = answer.next
  }
  return members
}

/** Ends memberships on a day. Answers the last position. */
export const endMemberships = async (server: Server, partitionId: string, numbers: readonly string[], to: string): Promise<number> => {
  let position = 0
  for (let start = 0; start < numbers.length; start += metersPerRequest) {
    const body = { numbers: numbers.slice(start, start + metersPerRequest), to }
    position = Accepted.parse(await requestServer(server, 'POST', `${pathOf(partitionId)}/dissociations`, body)).position
  }
  return position
}
