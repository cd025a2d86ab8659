import { billRunDecider } from '@nightflow/domain/billing/bill-run-decider'
import { billRunCommands, pauseBillRun, postBillRun, resumeBillRun } from '@nightflow/schemas/billing/bill-run-calls'
import { expect, test } from 'vitest'
import { commandRoutes } from './command-routes.ts'

const find = async () => []
const runs = { commands: billRunCommands, decider: billRunDecider, find, logged: () => null }
const post = { prepare: () => ({ total: 1, dueOn: '2026-12-01' }) }
const pause = { prepare: () => ({ cause: '0' as const }) }

test('each command has a route of its call', () => {
  expect(commandRoutes(runs, { post, pause }).map(({ endpoint }) => endpoint)).toEqual([postBillRun, pauseBillRun, resumeBillRun])
})
