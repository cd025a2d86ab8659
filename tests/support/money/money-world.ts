import { type CardBridge, startCardBridge } from '@nightflow/card-bridge/start-card-bridge'
import { finishCardMoney } from '@nightflow/policies/cards/finish-card-money'
import { returnTokenMoney } from '@nightflow/policies/prepaid/return-token-money'
import { vi } from 'vitest'
import { cardDesk } from '../cards/card-desk.ts'
import { type PayingUtility, startPayingUtility } from '../payments/paying-utility.ts'
import { vendingOf } from '../prepaid/vending-of-tests.ts'
import { runPolicies } from '../running-policies.ts'

export type MoneyWorld = {
  utility: PayingUtility
  bridge: CardBridge
  desk: ReturnType<typeof cardDesk>
  /** Of meters that are not registered yet. */
  pans: string[]
  /** Faults that hold until a step says otherwise. */
  platformFaults: readonly ('down' | 'silent' | 'twice' | 'forged' | 'late')[]
  stop: () => Promise<void>
}

/** A utility with a vending module, a card desk and a payment platform, at a clock that stories move. */
export const startMoneyWorld = async (name: string): Promise<MoneyWorld> => {
  const utility = await startPayingUtility(name, { openVending: await vendingOf('north') })
  vi.useFakeTimers({ toFake: ['Date'] })
  const bridge = await startCardBridge(0)
  const desk = cardDesk(bridge.url, (method, path, payload) => utility.ask(method, path, payload))
  const { log, pool } = utility.running
  const policies = runPolicies({ log, pool }, [finishCardMoney, returnTokenMoney({ log })])
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01', steps }
  vi.setSystemTime(new Date('2026-01-02T09:00:00Z'))
  const { priceSchemeId } = await utility.done('POST', 'priceScheme', scheme)
  await utility.done('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  return {
    ...{ utility, bridge, desk, platformFaults: [] },
    pans: ['600727000000000009', '600727000000000017', '600727000000000025', '600727000000000033'],
    stop: async () => {
      vi.useRealTimers()
      await policies.stop()
      await bridge.stop()
      await utility.stop()
    },
  }
}
