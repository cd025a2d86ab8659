import { type Context, callsOfModules } from '../shared/context.ts'
import * as calls from './endpoints.ts'
import * as proofCalls from './money-proof.ts'

export const audit = {
  calls: callsOfModules(calls, proofCalls),
} satisfies Context
