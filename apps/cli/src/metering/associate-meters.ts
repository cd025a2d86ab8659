import { z } from 'zod'
import { requestServer } from '../shared/call-api.ts'
import type { Server } from './store-readings.ts'

const Accepted = z.object({ position: z.int() })
const metersPerRequest = 1000

/** What a meter is at a metering point: it measures what goes in, what goes out, or what a customer uses. */
export const meterRoles = ['inlet', 'outlet', 'customer'] as const
export type MeterRole = (typeof meterRoles)[number]

/** Associates meters with a metering point; those that are associated so already stay. Answers the last position. */
export const associateMeters = async (
  server: Server,
  partitionId: string,
  role: MeterRole,
  numbers: readonly string[],
): Promise<number> => {
  const point = `/api/v1/partitions/${encodeURIComponent(partitionId)}`
  let position = 0
  const post = async (path: string, body: object): Promise<void> => {
    position = Math.max(position, Accepted.parse(await requestServer(server, 'POST', path, body)).position)
  }
  if (role === 'customer') {
    for (let start = 0; start < numbers.length; start += metersPerRequest)
      await post(`${point}/sub-meters`, { numbers: numbers.slice(start, start + metersPerRequest) })
    return position
  }
  for (const number of numbers) await post(`${point}/summary-meters`, { number, direction: role === 'inlet' ? 'in' : 'out' })
  return position
}
