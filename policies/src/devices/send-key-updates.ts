import { keyDecider } from '@nightflow/domain/devices/key-decider'
import { findDownlinkOfMeter } from '@nightflow/platform/gateways/gateway-downlinks'
import { dropOlderMeterKeys, findMeterKey } from '@nightflow/platform/gateways/meter-keys'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy, type Reaction } from '../shared/define-policy.ts'
import { pushKey } from './push-key.ts'

type Update = { number: string; updateId: string; answerBy: string }

/**
 * When a key is requested or is to be sent again, push it to the network server of the meter's gateway, where it has one, and look at its end whether
 * the meter has confirmed. The timer at the deadline sends it again or ends it, so that the number of pushes is bounded by the decider.
 */
export const sendKeyUpdates = ({ pool, trustedHosts }: { pool: Pool; trustedHosts: ReadonlySet<string> }): AnyPolicy =>
  definePolicy({
    name: 'devices/send-key-updates',
    actor: 'policy:keys',
    events: ['devices.KeyUpdateRequested', 'devices.KeyUpdateResent', 'devices.KeyUpdateConfirmed', 'devices.KeyUpdateTimedOut'],
    react: async ({ type, data }, { tenant, now, setTimer, cancelTimer }) => {
      const { number, updateId, answerBy } = data as Update
      if (type === 'devices.KeyUpdateConfirmed') await dropOlderMeterKeys(pool, { tenant, number, updateId })
      if (answerBy === undefined) {
        for (const step of ['push', 'answer']) cancelTimer(`${step}/${updateId}`)
        return
      }
      setTimer({ key: `push/${updateId}`, dueAt: now, data: { number, answerBy } })
      setTimer({ key: `answer/${updateId}`, dueAt: new Date(answerBy), data: { number } })
    },
    onTimer: async ({ key, data }, reaction) => {
      const [step = '', updateId = ''] = key.split('/')
      const number = data.number as string
      if (step === 'answer') await reaction.execute(keyDecider, { type: 'ContinueKeyUpdate', number, updateId })
      else await push({ pool, trustedHosts }, { number, updateId, answerBy: data.answerBy as string }, reaction)
    },
  })

/** A push that fails is repeated at the deadline, with everything else that may have gone wrong on the way. */
const push = async ({ pool, trustedHosts }: { pool: Pool; trustedHosts: ReadonlySet<string> }, update: Update, reaction: Reaction) => {
  const { number, updateId, answerBy } = update
  const { tenant, now, signal, execute } = reaction
  if (now.getTime() >= Date.parse(answerBy)) return
  const downlink = await findDownlinkOfMeter(pool, tenant, number)
  const key = downlink && (await findMeterKey(pool, { tenant, number, updateId }))
  if (!downlink || key === undefined) return
  const isTaken = await pushKey(downlink, { ...update, key }, { trustedHosts, signal }, now)
  if (isTaken) await execute(keyDecider, { type: 'MarkKeyUpdateSent', number, updateId })
}
