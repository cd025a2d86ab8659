import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * One row of the API: the server answers it, the browser calls it, OpenAPI describes it.
 * `request` merges path parameters, query and body into one object; `:name` marks a path parameter.
 */
export type Endpoint<Request extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/v1/${string}`
  /** `public` needs no sign-in; `signed-in` needs any token; otherwise the named permission, refused by default. */
  permission: Permission | 'public' | 'signed-in'
  summary: string
  request: Request
  response: Response
  /** Set on endpoints whose `rows` may also be had as CSV and as an Arrow stream, by Accept header. */
  row?: z.ZodObject
}

export const endpoint = <Request extends z.ZodObject, Response extends z.ZodType>(row: Endpoint<Request, Response>) => row

export type RequestOf<E> = E extends Endpoint<infer Request, z.ZodType> ? z.output<Request> : never
export type ResponseOf<E> = E extends Endpoint<z.ZodObject, infer Response> ? z.output<Response> : never
