import { proveMoney } from '@nightflow/projections/joined/prove-money'
import type { ProofDifference, ProofFault } from '@nightflow/schemas/audit/money-proof'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chance } from '../support/data/chance.ts'
import { type MoneyWorld, startMoneyWorld } from '../support/money/money-world.ts'
import { play, playerOf } from '../support/money/play-money.ts'
import { scenariosOfMoney } from '../support/money/scenarios-of-money.ts'

/** The same repetitions again with NIGHTFLOW_MONEY_SEED. */
const seed = Number(process.env.NIGHTFLOW_MONEY_SEED ?? Date.now() % 1_000_000)
let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld('stories_of_money')
}, 120_000)
afterAll(() => world?.stop())

const laws = {
  'nothing is doubled': (fault: ProofFault) => fault.endsWith('-twice'),
  'the ledger sums to zero': (fault: ProofFault) => fault === 'sum-not-zero' || fault === 'ledger-account',
  'identifiers of a meter rise': (fault: ProofFault) => fault === 'identifier-falls',
  'nothing is lost': (fault: ProofFault) => fault !== 'identifier-falls' && !fault.endsWith('-twice'),
} as const

/** The laws that are broken, each with what broke it. */
const broken = (differences: readonly ProofDifference[]): string[] =>
  Object.entries(laws).flatMap(([law, isOf]) =>
    differences
      .filter(({ fault }) => isOf(fault))
      .map(({ fault, name, derived, shown }) => `${law}: ${fault} of ${name}, ${derived} and ${shown}`),
  )

// requirement of Money proof: Stories of money with repetitions keep the laws: nothing lost, nothing doubled, ledger sum zero, identifiers rise | – | –
test.each(scenariosOfMoney)('$name', async ({ at, steps }) => {
  vi.setSystemTime(new Date(at))
  const player = playerOf(world, chance(seed))
  for (const step of steps) await play(player, step)
  const { running, seen } = world.utility
  const prove = async () => {
    await seen()
    const proof = await proveMoney({ pool: running.servicePool, log: running.log, tenant: 'north', graceSeconds: -3_600 })
    return broken(proof.differences)
  }
  await expect.poll(prove, { timeout: 30_000, interval: 200, message: `seed ${seed}` }).toEqual([])
})
