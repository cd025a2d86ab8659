import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * How an answer under `/prod-api` is wrapped: `data` is `{code,msg,data}`, `rows` is `{code,msg,rows,total}`, `top` lays the answer's
 * own keys beside `code` and `msg`, `file` is the bytes of a file. Under `/api/v1` there is no envelope: status and body speak.
 */
export type Envelope = 'data' | 'rows' | 'top' | 'file'

/**
 * One row of the API: the server answers it, the browser calls it, OpenAPI describes it.
 * `request` merges path parameters, query and body into one object; `:name` marks a path parameter.
 */
export type Endpoint<Request extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `/api/v1` speaks HTTP to machines and analysts, `/prod-api` speaks the envelopes of the back office. */
  path: `/api/v1/${string}` | `/prod-api/${string}`
  /** `public` needs no sign-in; `signed-in` needs any token; otherwise the named permission, refused by default. */
  permission: Permission | 'public' | 'signed-in'
  summary: string
  request: Request
  response: Response
  /** Set on endpoints whose `rows` may also be had as CSV and as an Arrow stream, by Accept header. */
  row?: z.ZodObject
  /**
   * Fields of a row by which a list of the back office can be sorted (`orderByColumn`). Without it these are all that its resource does not exclude;
   * a list under `/api/v1` names them in its `sort`.
   */
  sorts?: readonly string[]
  /** `data` when absent; under `/api/v1` only `file` has a meaning. */
  envelope?: Envelope
  /** Media types that the envelope `file` answers; a spreadsheet when absent. */
  fileTypes?: readonly string[]
  /** Media type of the JSON under `/api/v1` where it has one of its own, such as GeoJSON. */
  jsonType?: string
  /** The answer has an ETag: a request whose `If-None-Match` names it is answered with 304 and no body. */
  isKept?: true
  /** The field of a multipart body that carries the file. */
  upload?: string
  /** The body is another's and comes as bytes, because it is signed over them: nothing of it is in `request`. */
  takesBytes?: true
  /** Set where the file is a person's: its name stays out of the operation log. */
  isUploadPersonal?: true
}

export const endpoint = <Request extends z.ZodObject, Response extends z.ZodType>(row: Endpoint<Request, Response>) => row

/** An endpoint of which only the values are known: what its request holds, and what its answer is made of. */
export type Call<Request extends object, Response> = Endpoint<z.ZodObject & z.ZodType<Request>, z.ZodType<Response>>

export type RequestOf<E> = E extends Endpoint<infer Request, z.ZodType> ? z.output<Request> : never
export type ResponseOf<E> = E extends Endpoint<z.ZodObject, infer Response> ? z.output<Response> : never

/** Is this address one of the back office's, whose answers come in envelopes? */
export const isBackOffice = (path: string): boolean => path.startsWith('/prod-api/')
