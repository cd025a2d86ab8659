import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type AgentEvent, agentDecider } from './agent-decider.ts'

const given = specificationOf(agentDecider)

const rechargeId = '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01'
const asked = { rechargeId, userId: 7, amountMinor: 12_550, purchaseMethod: '1', remark: 'July' } as const
const command = { type: 'RechargeAgent', ...asked } as const
const recharged = (rechargedAt: string): AgentEvent => ({ type: 'agents.AgentRecharged', data: { ...asked, rechargedAt } })
const earlier = recharged('2026-03-01T08:00:00.000Z')

describe('a recharge', () => {
  test('puts money on the balance', () =>
    given([])
      .when(command)
      .then([recharged('2026-03-02T08:00:00.000Z')]))
  test('requested twice is made once', () => given([earlier]).when(command).then([]))
  test('repeated with another remark is the same one', () =>
    given([earlier])
      .when({ ...command, remark: 'August' })
      .then([]))
  test('cannot become another amount, agent or method', () => {
    for (const other of [{ amountMinor: 1 }, { userId: 8 }, { purchaseMethod: '2' as const }])
      given([earlier])
        .when({ ...command, ...other })
        .refused('recharge-id-reused')
  })
})
