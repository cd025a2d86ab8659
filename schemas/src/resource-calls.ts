import type { z } from 'zod'
import { deductionCalls } from './billing/surcharge-calls.ts'
import { departmentCalls } from './platform/department-calls.ts'
import { dictionaryTypeCalls } from './platform/dictionary-calls.ts'
import { menuCalls } from './platform/menu-calls.ts'
import { noticeCalls } from './platform/notice-calls.ts'
import { roleCalls } from './platform/role-calls.ts'
import { userCalls } from './platform/staff-calls.ts'
import { tenantCalls } from './platform/tenant-calls.ts'
import { resources } from './resources.ts'
import { callsOf } from './shared/calls-of-resource.ts'
import { objectOf } from './shared/object-of.ts'
import { treeCallsOf } from './shared/tree-resource.ts'

/** Calls that a resource has besides those that derive from its declaration, or in their place. */
const own = {
  notices: noticeCalls,
  dictionaryTypes: dictionaryTypeCalls,
  users: userCalls,
  roles: roleCalls,
  departments: departmentCalls,
  regions: treeCallsOf(resources.regions),
  menus: menuCalls,
  tenants: tenantCalls,
  deductions: deductionCalls,
}

type Resources = typeof resources
type Own = typeof own
type CallsOf<R> = R extends {
  id: infer Id extends string
  row: infer Row extends z.ZodObject
  form: infer Form extends z.ZodObject
  filter: infer Filter extends z.ZodRawShape
  verbs: infer Verbs extends readonly string[]
}
  ? ReturnType<typeof callsOf<Row, Form, Filter, Id, Verbs>>
  : never

const derived = Object.entries(resources).map(
  ([name, resource]) => [name, callsOf<z.ZodObject, z.ZodObject, z.ZodRawShape, string, readonly string[]>(resource)] as const,
)

/** The calls of every resource. */
export const resourceCalls = objectOf<{
  [Name in keyof Resources]: Name extends keyof Own ? Own[Name] : CallsOf<Resources[Name]>
}>([...derived, ...Object.entries(own)])
