import type { EventLog } from '@nightflow/event-log/event-log'
import { shareTail } from '@nightflow/event-log/share-tail'
import { followSales } from '@nightflow/policies/agents/follow-sales'
import { notifyOfAlarms } from '@nightflow/policies/alarms/notify-of-alarms'
import { beginContracts } from '@nightflow/policies/billing/begin-contracts'
import { billParts } from '@nightflow/policies/billing/bill-parts'
import { closeValvesForArrears } from '@nightflow/policies/billing/close-valves-for-arrears'
import { numberDocuments } from '@nightflow/policies/billing/number-documents'
import { sendBillReminders } from '@nightflow/policies/billing/send-bill-reminders'
import { sendSewageMessages } from '@nightflow/policies/billing/send-sewage-messages'
import { warnOfLowBalances } from '@nightflow/policies/billing/warn-of-low-balances'
import { closeValvesOfAccounts } from '@nightflow/policies/customers/close-valves-of-accounts'
import { followReplacedMeters } from '@nightflow/policies/customers/follow-replaced-meters'
import { tellOfLeaks } from '@nightflow/policies/customers/tell-of-leaks'
import { unlinkMovedMeters } from '@nightflow/policies/customers/unlink-moved-meters'
import { pushValveDownlinks } from '@nightflow/policies/devices/push-valve-downlinks'
import { sendKeyUpdates } from '@nightflow/policies/devices/send-key-updates'
import { followOrders } from '@nightflow/policies/payments/follow-orders'
import { pullReports } from '@nightflow/policies/payments/pull-reports'
import { sendWebhooks } from '@nightflow/policies/payments/send-webhooks'
import { takeCallbacks } from '@nightflow/policies/payments/take-callbacks'
import { tellOfLateMoney } from '@nightflow/policies/payments/tell-of-late-money'
import { policies } from '@nightflow/policies/policies'
import { finishTokenSales } from '@nightflow/policies/prepaid/finish-token-sales'
import { returnTokenMoney } from '@nightflow/policies/prepaid/return-token-money'
import { sendSoldTokens } from '@nightflow/policies/prepaid/send-sold-tokens'
import { sendTokens } from '@nightflow/policies/prepaid/send-tokens'
import { erasePersonalData } from '@nightflow/policies/privacy/erase-personal-data'
import type { AnyPolicy } from '@nightflow/policies/shared/define-policy'
import type { OnDeadLetter } from '@nightflow/policies/shared/policy-run'
import { runPolicy } from '@nightflow/policies/shared/run-policy'
import { tellOfShutOffs } from '@nightflow/policies/work-orders/tell-of-shut-offs'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { openPool } from '../migrate-database.ts'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import { trialSamples } from '../trials/trial-samples.ts'
import type { VendingModules } from '../vending-modules.ts'
import type { Role } from './role.ts'

type Parts = {
  databaseUrl: string
  log: EventLog
  logger: Logger
  metrics: Metrics
  trustedHosts: ReadonlySet<string>
  vending?: VendingModules | undefined
}

/** Of all policies together: one has their locks and writes their checkpoints, the others are for what reactions read and write. */
const connectionsMax = 15

/** Reacts to events of one context with commands of another, each policy by itself. */
export const startPolicies = (parts: Parts): Role => {
  const stopping = new AbortController()
  const { signal } = stopping
  const { databaseUrl, logger, metrics, trustedHosts } = parts
  const all: ((pool: Pool) => AnyPolicy)[] = [
    ...policies.map((policy) => () => policy),
    closeValvesOfAccounts,
    followReplacedMeters,
    unlinkMovedMeters,
    tellOfLeaks,
    billParts,
    numberDocuments,
    beginContracts,
    closeValvesForArrears,
    warnOfLowBalances,
    sendBillReminders,
    sendSewageMessages,
    tellOfShutOffs,
    sendTokens,
    (pool) => sendSoldTokens({ pool, log: parts.log }),
    notifyOfAlarms,
    erasePersonalData,
    (pool) => pushValveDownlinks({ pool, trustedHosts }),
    (pool) => sendKeyUpdates({ pool, trustedHosts }),
    () => followSales({ log: parts.log }),
    () => returnTokenMoney({ log: parts.log }),
    (pool) => finishTokenSales({ pool, log: parts.log, vending: parts.vending }),
    takeCallbacks,
    (pool) => pullReports({ pool, trustedHosts, head: () => parts.log.head() }),
    (pool) => followOrders({ pool, log: parts.log, trustedHosts }),
    (pool) => sendWebhooks({ pool, trustedHosts }),
    tellOfLateMoney,
    (pool) => trialSamples({ ...parts, pool }),
  ]
  // Reactions take no connection from the requests of the API.
  const pool = openPool(databaseUrl, connectionsMax, 'nightflow policies')
  const onDeadLetter: OnDeadLetter = ({ error, ...letter }) => {
    metrics.skippedByPolicies.inc({ policy: letter.policy })
    logger.error({ err: error, ...letter }, 'a policy cannot react to an event, a timer or a condition, and goes on with the next')
  }
  const opened = all.map((policyOn) => policyOn(pool))
  const log = shareTail(parts.log, [...new Set(opened.flatMap(({ events = [] }) => events))])
  const run = (policy: AnyPolicy) =>
    retryUntilStopped(`the policy ${policy.name}`, logger, signal, () => runPolicy(policy, { pool, log, signal, onDeadLetter }))
  const ended = Promise.all(opened.map(run)).then(() => undefined)
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended.catch(() => {})
      await pool.end()
    },
  }
}
