import { type Context, callsOfModules } from '../shared/context.ts'
import * as calls from './endpoints.ts'

export const audit = {
  calls: callsOfModules(calls),
} satisfies Context
