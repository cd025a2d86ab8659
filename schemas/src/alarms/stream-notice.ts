import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'

export const streamNotice = endpoint({
  method: 'GET',
  path: '/prod-api/report/alarm/processed/streamNotice',
  permission: 'signed-in',
  summary: 'Server-sent events: `notices` each time the bell changes; one event for clients that accept no stream',
  envelope: 'file',
  fileTypes: ['text/event-stream'],
  request: z.object({}),
  response: z.object({}),
})
