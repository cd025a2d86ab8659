import { endpoints } from '@nightflow/schemas/endpoints'
import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { z } from 'zod'

/**
 * Fields that forms of RuoYi clients send besides: those of their base entity, of paging, and those of their pages whose things this service
 * lacks, such as posts.
 */
const ofRuoYi: ReadonlySet<string> = new Set([
  ...['searchValue', 'createBy', 'createTime', 'updateBy', 'updateTime', 'remark', 'params', 'delFlag'],
  ...['pageNum', 'pageSize', 'orderByColumn', 'isAsc', 'reasonable'],
  ...['postIds', 'posts', 'configType', 'menuCheckStrictly', 'deptCheckStrictly', 'flag', 'admin', 'password'],
])

/** `/prod-api/system/user` of `/prod-api/system/user/list`. */
const thingOf = ({ path }: Endpoint): string => path.split('/').slice(0, 4).join('/')

let answered: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** The fields of what is answered about a thing. */
const answeredFields = (endpoint: Endpoint): ReadonlySet<string> => {
  answered ??= new Map(
    [...Map.groupBy(Object.values<Record<string, Endpoint>>(endpoints).flatMap(Object.values<Endpoint>), thingOf)].map(([thing, calls]) => [
      thing,
      new Set(calls.filter(({ method }) => method === 'GET').flatMap(({ response }) => namesIn(response))),
    ]),
  )
  return answered.get(thingOf(endpoint)) ?? new Set()
}

/** The names of an answer's fields: of the answer itself, and of the objects or rows in it. */
const namesIn = (schema: z.ZodType, depth = 1): string[] => {
  if (schema instanceof z.ZodArray) return namesIn(schema.element as z.ZodType, depth)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return namesIn(schema.unwrap() as z.ZodType, depth)
  if (!(schema instanceof z.ZodObject)) return []
  const fields = Object.entries(schema.shape)
  return fields.flatMap(([name, field]) => [name, ...(depth > 0 ? namesIn(field as z.ZodType, depth - 1) : [])])
}

/**
 * Whether a field that the endpoint does not know is ignored. Under `/api/v1` none is. Clients of the back office send the base fields of RuoYi, and in
 * the body of a change the whole row as it was answered; the filters of their pages are theirs.
 */
export const isIgnored = (endpoint: Endpoint, body: object, name: string): boolean =>
  isBackOffice(endpoint.path) && (!Object.hasOwn(body, name) || ofRuoYi.has(name) || answeredFields(endpoint).has(name))
