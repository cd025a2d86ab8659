import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { definePolicy } from '../shared/define-policy.ts'

/** A gateway that has not entered a token in time is not asked any more. A refused command means that the downlink has ended in another way meanwhile. */
export const expireTokenDownlinks = definePolicy({
  name: 'prepaid/expire-token-downlinks',
  actor: 'policy:token-downlinks',
  events: ['prepaid.TokenDownlinkRequested', 'prepaid.TokenDownlinkConfirmed', 'prepaid.TokenDownlinkFailed'],
  react: ({ type, data }, { setTimer, cancelTimer }) => {
    const { downlinkId: key, meterNo } = data
    if (type === 'prepaid.TokenDownlinkRequested') setTimer({ key, dueAt: new Date(data.expiresAt), data: { meterNo } })
    else cancelTimer(key)
  },
  onTimer: async ({ key: downlinkId, data }, { execute }) => {
    await execute(meterTokensDecider, { type: 'FailTokenDownlink', meterNo: data.meterNo as string, downlinkId, reason: 'expired' })
  },
})
