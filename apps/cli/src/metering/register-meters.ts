import { type MeterDetails, MetersRegistered } from '@nightflow/schemas/devices/register-meter'
import type { z } from 'zod'
import { requestServer } from '../shared/call-api.ts'
import { CommandRefusal } from '../shared/command-refusal.ts'

const metersPerRequest = 1000

/** `differing`: meters that are registered with other details than these. */
export type RegisteredMeters = { registered: number; differing: string[]; position: number }

/** Registers meters through the API; those that are registered already stay as they are. */
export const registerMeters = async (
  server: { baseUrl: string; bearer: string },
  meters: readonly z.input<typeof MeterDetails>[],
): Promise<RegisteredMeters> => {
  const differing: string[] = []
  let registered = 0
  let position = 0
  for (let start = 0; start < meters.length; start += metersPerRequest) {
    const page = meters.slice(start, start + metersPerRequest)
    const answer = MetersRegistered.parse(await requestServer(server, 'POST', '/api/v1/meters', { meters: page }))
    const refused = answer.refused.filter(({ code }) => code !== 'meter-already-registered')
    for (const { number, code } of answer.refused) if (code === 'meter-already-registered') differing.push(number)
    if (refused[0])
      throw new CommandRefusal(`${refused.length} meters were refused, the first is ${refused[0].number}: ${refused[0].code}.`)
    registered += answer.registered
    position = Math.max(position, answer.position)
  }
  return { registered, differing, position }
}

/** A line about meters that a file describes otherwise than they are registered; none where there are none. */
export const describeDiffering = (differing: readonly string[]): string[] =>
  differing.length === 0
    ? []
    : [`Registered before with other details, which stay: ${differing.length} meters (${differing.slice(0, 5).join(', ')}).`]
