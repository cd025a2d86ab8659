import { randomUUID } from 'node:crypto'
import type { EventLog } from '@nightflow/event-log/event-log'
import { followOrders } from '@nightflow/policies/payments/follow-orders'
import { sendWebhooks } from '@nightflow/policies/payments/send-webhooks'
import { settleOrders } from '@nightflow/policies/payments/settle-orders'
import { takeCallbacks } from '@nightflow/policies/payments/take-callbacks'
import { tellOfLateMoney } from '@nightflow/policies/payments/tell-of-late-money'
import { finishTokenSales } from '@nightflow/policies/prepaid/finish-token-sales'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { VendingModules } from '@nightflow/server/vending-modules'
import { SandboxPlatform } from '@nightflow/simulator/sandbox-platform'
import { expect } from 'vitest'
import { startApi } from '../api/running-api.ts'
import { runPolicies } from '../running-policies.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export const sandboxKey = 'key-of-the-sandbox-platform'
const polled = { timeout: 30_000, interval: 100 }

type Wanted = { hasCredentials?: boolean; openVending?: (log: EventLog) => VendingModules }

/** A utility that offers the sandbox platform to its customers, with its policies at a clock that a test moves. */
export const startPayingUtility = async (name: string, { hasCredentials = true, openVending }: Wanted = {}) => {
  const running = await startApi(name, { ...(openVending && { openVending }) })
  const vending = openVending?.(running.log)
  const sandbox = new SandboxPlatform({ key: sandboxKey, now: () => Date.now() })
  const address = await sandbox.start()
  await running.api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = running.api.server.address() as { port: number }
  const clock = { aheadMilliseconds: 0 }

  const ask = async (method: Method, path: string, payload?: object, tenant = 'north') =>
    (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, ...(payload && { payload }) })).json()
  const done = async (method: Method, path: string, payload?: object) => {
    const answer = await ask(method, path, payload)
    if (answer.code !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const seen = async () => waitForViews(running.pool, await running.log.head(), 60_000)

  for (const accountNo of ['ACC-1', 'ACC-2', 'ACC-3'])
    await done('POST', 'customer', { accountNo, customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' })
  const ofPlatform = { platformName: 'Sandbox', platformType: '0', applicationType: '0', currencyUnit: 'CNY', relatedInfo: 'For tests' }
  const { platformId } = await done('POST', 'paymentPlatform', { ...ofPlatform, baseAddress: address })
  const offered = { tenantPlatformName: 'Pay by sandbox', platformId, feeBasisPoints: 100, maxFeeMinor: 500 }
  const addresses = { systemCallbackAddress: `http://127.0.0.1:${port}`, thirdPartyCallbackAddress: 'https://utility.example.org' }
  const { associationId } = await done('POST', 'platformAssociation', { ...offered, ...addresses })
  const setKey = (notificationKey: string) => done('PUT', `paymentPlatform/credentials/${platformId}`, { credentials: { notificationKey } })
  if (hasCredentials) await setKey(sandboxKey)

  const { pool, log } = running
  const startPolicies = () => {
    const trustedHosts = new Set(['127.0.0.1'])
    const all = [
      settleOrders,
      takeCallbacks(pool),
      followOrders({ pool, log, trustedHosts }),
      finishTokenSales({ pool, log, vending }),
      tellOfLateMoney(pool),
      sendWebhooks({ pool, trustedHosts, everyMilliseconds: 200 }),
    ]
    return runPolicies(running, all, { now: () => Date.now() + clock.aheadMilliseconds })
  }
  let policies = startPolicies()

  const place = async (amount = 100, accountNo = 'ACC-1'): Promise<number> =>
    (await done('POST', 'paymentOrder', { orderId: randomUUID(), accountNo, associationId, amount, description: 'Water' })).orderNo
  const orderOf = async (orderNo: number) => {
    await seen()
    return (await ask('GET', `paymentOrder/${orderNo}`)).data
  }
  const until = (orderNo: number, expected: object) => expect.poll(() => orderOf(orderNo), polled).toMatchObject(expected)
  const stepsOf = async (orderNo: number): Promise<string[]> => {
    await seen()
    const history = await running.ask('north', { url: `/api/v1/payment-orders/${orderNo}/history` })
    return history.json().rows.map(({ step }: { step: string }) => step)
  }
  const accepted = async (amount = 100, accountNo = 'ACC-1') => {
    const orderNo = await place(amount, accountNo)
    await until(orderNo, { payAddress: expect.stringContaining(address) })
    return { orderNo, orderNumber: (await orderOf(orderNo)).orderNumber as string }
  }
  const balanceOf = async (accountNo = 'ACC-1') => (await done('GET', `payment/balance?accountNo=${accountNo}`)).balanceMinor as number
  const gains = async (work: () => Promise<unknown>, minor: number, accountNo = 'ACC-1') => {
    const before = await balanceOf(accountNo)
    await work()
    await expect.poll(() => balanceOf(accountNo), polled).toBe(before + minor)
  }
  return {
    ...{ running, sandbox, address, platformId, associationId, clock, ask, done, seen, setKey, place, orderOf, until, stepsOf, accepted },
    ...{ balanceOf, gains },
    /** All that was sent before has had its effect: policies take callbacks and money in the order of the log. */
    settled: async () => {
      const { orderNumber } = await accepted(1, 'ACC-3')
      await gains(() => sandbox.pay(orderNumber), 99, 'ACC-3')
    },
    restartPolicies: async () => {
      await policies.stop()
      await running.pool.query(`delete from platform.policy_checkpoints where name like 'payments/%'`)
      policies = startPolicies()
    },
    /** Timers that are due have been found by then, also on a busy machine. */
    settleTimers: () => new Promise((later) => setTimeout(later, 1_000)),
    stopPolicies: () => policies.stop(),
    startPolicies: () => {
      policies = startPolicies()
    },
    deadLetters: () => policies.deadLetters,
    stop: async () => {
      sandbox.stop()
      await policies.stop()
      await running.stop()
    },
  }
}
export type PayingUtility = Awaited<ReturnType<typeof startPayingUtility>>
