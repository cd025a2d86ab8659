import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'

export const findParameterValue = endpoint({
  method: 'GET',
  path: '/prod-api/system/config/configKey/:configKey',
  permission: 'signed-in',
  summary: 'The value of a parameter, in `msg` and in `data`; empty where there is no such parameter',
  envelope: 'top',
  request: z.object({ configKey: text(100) }),
  response: z.object({ msg: z.string(), data: z.string() }),
})

const refreshed = {
  method: 'DELETE' as const,
  permission: 'system:config:remove' as const,
  summary: 'Answers that parameters are up to date: the service keeps no copy of them',
  request: z.object({}),
  response: z.object({}),
}

export const clearParameters = endpoint({ ...refreshed, path: '/prod-api/system/config/clearCache' })

/** Under the name that clients of its kind know. */
export const refreshParameters = endpoint({ ...refreshed, path: '/prod-api/system/config/refreshCache' })
