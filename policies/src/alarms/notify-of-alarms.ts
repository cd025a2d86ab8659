import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { sendMessageOnce } from '@nightflow/platform/messages/outbox'
import { contactsOf } from '@nightflow/platform/people/contacts'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { findAlarmRule } from '@nightflow/projections/alarms/alarm-rules'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy, type RecordedOf } from '../shared/define-policy.ts'
import { isTooLateToTell } from '../shared/too-late-to-tell.ts'
import { alarmMessage } from './alarm-message-texts.ts'

/** Namespace of the identifiers of messages: it must never change. */
const messageNamespace = '6f0c2b7de5a84c0f9d1e3a58b4c7f210'

/** When a rule raises or escalates an alarm, send a message to its people through its channels, once for each. */
export const notifyOfAlarms = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'alarms/notify-of-alarms',
    actor: 'policy:alarms',
    events: ['alarms.AlarmRaised', 'alarms.AlarmEscalated'],
    react: (event, { tenant, now }) => notify(pool, event, tenant, now),
  })

const notify = async (
  pool: Pool,
  event: RecordedOf<'alarms.AlarmRaised' | 'alarms.AlarmEscalated'>,
  tenant: string,
  now: Date,
): Promise<void> => {
  const { type, data } = event
  const at = type === 'alarms.AlarmRaised' ? data.raisedAt : data.at
  if (data.ruleId === undefined || isTooLateToTell(at, now)) return
  const { ruleId } = data
  const rule = await withTenant(pool, tenant, (database) => findAlarmRule(database, ruleId))
  const people = type === 'alarms.AlarmRaised' ? rule?.recipients : rule?.escalateTo
  if (!rule || !people || people.length === 0 || rule.channels.length === 0) return
  const utility = await findTenant(pool, tenant)
  const { value = null, threshold = null, unit = null } = type === 'alarms.AlarmRaised' ? data : {}
  const about = {
    ...{ utility: utility?.name ?? '', ruleName: rule.ruleName, eventType: data.eventType, subject: data.subject },
    ...{ occurredAt: type === 'alarms.AlarmRaised' ? data.occurredAt : at, timeZone: utility?.timeZone ?? 'UTC' },
    ...{ measured: value === null ? '' : `${value} / ${threshold} ${unit ?? ''}`.trim(), isEscalated: type === 'alarms.AlarmEscalated' },
  }
  for (const { userId, email, telephone, language } of await contactsOf(pool, tenant, people))
    for (const channel of rule.channels) {
      const recipient = channel === 'email' ? email : telephone
      if (!recipient) continue
      const { subject, body } = alarmMessage(language, about)
      const cause = nameBasedId(messageNamespace, `${event.id}/${userId}/${channel}`)
      await sendMessageOnce(pool, { channel, recipient, tenant, subject, body, cause })
    }
}
