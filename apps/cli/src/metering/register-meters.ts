import { MetersRegistered } from '@nightflow/schemas/devices/register-meter'
import { requestServer } from '../shared/call-api.ts'
import { CommandRefusal } from '../shared/command-refusal.ts'

const metersPerRequest = 1000

/** Registers meters through the API; those that are registered already stay as they are. Answers the position and how many are new. */
export const registerMeters = async (
  server: { baseUrl: string; bearer: string },
  meters: readonly { number: string; [detail: string]: unknown }[],
): Promise<{ registered: number; position: number }> => {
  let registered = 0
  let position = 0
  for (let start = 0; start < meters.length; start += metersPerRequest) {
    const page = meters.slice(start, start + metersPerRequest)
    const answer = MetersRegistered.parse(await requestServer(server, 'POST', '/api/v1/meters', { meters: page }))
    const refused = answer.refused.filter(({ code }) => code !== 'meter-already-registered')
    if (refused[0])
      throw new CommandRefusal(`${refused.length} meters were refused, the first is ${refused[0].number}: ${refused[0].code}.`)
    registered += answer.registered
    position = Math.max(position, answer.position)
  }
  return { registered, position }
}
