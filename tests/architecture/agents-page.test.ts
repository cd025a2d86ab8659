import { agentDecider } from '@nightflow/domain/agents/agent-decider'
import type { AgentEvent } from '@nightflow/domain/agents/agent-float'
import { unitsOf } from '@nightflow/domain/shared/units-of-money'
import type { AgentCommand } from '@nightflow/schemas/agents/agent-commands'
import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { expect, test } from 'vitest'
import { textOf } from './source-files.ts'

const page = textOf('docs/agents.md')
const userId = 7
const context = { now: '2026-03-02T08:00:00.000Z', actor: 'user:7', timeZone: 'UTC' }
const id = (nth: number): string => `7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a0${nth}`

const run = (events: readonly AgentEvent[], command: AgentCommand) => {
  const decide: (
    command: never,
    state: ReturnType<typeof stateOf>,
    at: typeof context,
  ) => ReturnType<typeof agentDecider.decide.SettleAgent> = agentDecider.decide[command.type]
  return decide(command as never, stateOf(events), context)
}
const stateOf = (events: readonly AgentEvent[]) => events.reduce(agentDecider.evolve, agentDecider.initialState)
const accepted = (events: readonly AgentEvent[], command: AgentCommand): AgentEvent[] => {
  const decided = run(events, command)
  if (isRejection(decided)) throw new Error(decided.rejected)
  return [...events, ...decided]
}

const sale = (nth: number, amountMinor: number): AgentCommand[] => [
  { type: 'ReserveSale', userId, saleId: id(nth), kind: '0', payerAccountNo: 'A-1', meterNo: null, amountMinor },
  { type: 'CompleteSale', userId, saleId: id(nth) },
]

/** The commands of the steps of the page, by their lines. */
const steps: readonly AgentCommand[][] = [
  [{ type: 'RechargeAgent', rechargeId: id(0), userId, amountMinor: 20_000, purchaseMethod: '0', remark: '' }],
  sale(1, 6_480),
  sale(2, 5_000),
  sale(3, 5_000),
  sale(4, 2_000),
  [{ type: 'ReverseSale', userId, saleId: id(4), amountMinor: 2_000 }],
  [{ type: 'PayCommission', userId, payoutId: id(5), amountMinor: 400, payTo: '0', remark: '' }],
]

test('the worked day of an agent is what the service computes', () => {
  const [, table = ''] = /<!-- worked day -->\n([\s\S]*?)<!-- \/worked day -->/.exec(page) ?? []
  const lines = table.trim().split('\n').slice(2)
  const terms = { ceilingMinor: 0, saleLimitMinor: 0, dayLimitMinor: 0, commissionBasisPoints: 250 }
  let events = accepted([], { type: 'SetAgentTerms', userId, ...terms })
  const computed = steps.map((commands) => {
    events = commands.reduce(accepted, events)
    const { balanceMinor, unpaidMinor } = stateOf(events)
    return [unitsOf(balanceMinor), unitsOf(unpaidMinor)]
  })
  expect(
    lines.map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(3, 5),
    ),
  ).toEqual(computed)
  const [settled] = accepted(events, { type: 'SettleAgent', userId, settlementId: id(9), remark: '' }).slice(-1)
  expect(settled?.data).toMatchObject({
    rechargedMinor: 20_000,
    soldMinor: 18_480,
    reversedMinor: 2_000,
    paidToFloatMinor: 400,
    closingMinor: 3_920,
  })
  expect(settled?.data).toMatchObject({ earnedMinor: 462 + 0, takenBackMinor: 50, paidOutMinor: 400, unpaidClosingMinor: 12 })
})

test('the refusal of the page is the one that the service gives', () => {
  const events = [steps[0]!, steps[1]!, steps[2]!, steps[3]!].flat().reduce(accepted, [])
  const [reserve] = sale(6, 10_000)
  const refused = run(events, reserve!)
  expect(isRejection(refused) && page.includes(textOfRejection(refused, 'en').split('. ')[0]!)).toBe(true)
})
