import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { z } from 'zod'
import { answerOfEndpoint, httpRequestOf, uploadRequestOf } from '#api/call.ts'

/**
 * Calls for pages that work without a network: a failure is announced nowhere and ends no session. It throws `ProblemError`, and the page says in
 * its place what is not sent yet.
 */
export const callQuietly = <Request extends z.ZodObject, Response extends z.ZodType>(
  endpoint: Endpoint<Request, Response>,
  request: z.input<Request>,
): Promise<z.output<Response>> => {
  const { path, init } = httpRequestOf(endpoint, request)
  return answerOfEndpoint(endpoint, path, init)
}

/** The same with a file. */
export const uploadQuietly = <Request extends z.ZodObject, Response extends z.ZodType>(
  endpoint: Endpoint<Request, Response>,
  request: z.input<Request>,
  file: File,
): Promise<z.output<Response>> => {
  const { path, init } = uploadRequestOf(endpoint, request, file)
  return answerOfEndpoint(endpoint, path, init)
}
