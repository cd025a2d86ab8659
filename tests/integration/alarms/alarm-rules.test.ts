import { randomUUID } from 'node:crypto'
import { dateOfDay } from '@nightflow/domain/shared/local-time'
import { conditionsInReadModels } from '@nightflow/policies/alarms/conditions-in-read-models'
import { evaluateAlarmRules } from '@nightflow/policies/alarms/evaluate-alarm-rules'
import { notifyOfAlarms } from '@nightflow/policies/alarms/notify-of-alarms'
import { alarmRulesMax } from '@nightflow/projections/alarms/alarm-rules'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { type AlarmRow, alarmEvents } from '@nightflow/schemas/alarms/alarm'
import { hasThreshold, ruleMeasures } from '@nightflow/schemas/alarms/rule-measures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

/*
 * `town` has an inlet of 100 l/h and a main of 60 l/h to `estate`, whose house uses 5 l/h: the burst is in the estate. Days are of UTC.
 * `pump` uses 10 l/h, and 300 l/h in two hours of yesterday and in two of the day before.
 */
let running: RunningApi
let policies: RunningPolicies
const dayMilliseconds = 86_400_000
const hourMilliseconds = 3_600_000
const today = Math.floor(Date.now() / dayMilliseconds)
const daysAgo = (days: number): string => dateOfDay(today - days)
const rulesPath = '/prod-api/business/alarmRule'
const alarmsPath = '/prod-api/report/alarm/processed'

const send = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', url: string, payload?: object) =>
  (await running.ask('south', { method, url, ...(payload && { payload }) })).json()
const alarmsOf = async (filter: string): Promise<AlarmRow[]> => {
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return (await send('GET', `${alarmsPath}/list?${filter}`)).rows
}
const report = (meter: string, days: number, flowOf: (hour: number) => number) => {
  let litres = 0
  const registers = Array.from({ length: days * 24 + 1 }, (_, hour) => {
    litres += hour === 0 ? 0 : flowOf(hour - 1)
    return litres
  })
  return running.report('south', meter, `${daysAgo(days)}T00:00:00Z`, registers)
}

beforeAll(async () => {
  running = await startApi('alarm_rules')
  await running.pool.query(`update platform.tenants set time_zone = 'UTC' where code = 'south'`)
  const meters = ['inlet', 'main', 'hotel', 'house', 'pump'].map((number) => ({ number }))
  await send('POST', '/api/v1/meters', { meters })
  await send('POST', '/api/v1/partitions', { partitionId: 'town', name: 'Town' })
  await send('POST', '/api/v1/partitions/town/summary-meters', { number: 'inlet' })
  await send('POST', '/api/v1/partitions', { partitionId: 'estate', name: 'Estate', parentId: 'town' })
  await send('POST', '/api/v1/partitions/estate/summary-meters', { number: 'main' })
  await send('POST', '/api/v1/partitions/town/sub-meters', { numbers: ['hotel'] })
  await send('POST', '/api/v1/partitions/estate/sub-meters', { numbers: ['house'] })
  await report('inlet', 3, () => 100)
  await report('main', 3, () => 60)
  await report('hotel', 3, () => 5)
  await report('house', 3, () => 5)
  const pumped = await report('pump', 3, (hour) => ([30, 31, 54, 55].includes(hour) ? 300 : 10))
  await waitForViews(running.pool, pumped, 60_000)
  policies = runPolicies(running, [conditionsInReadModels(200), evaluateAlarmRules(200, 0), notifyOfAlarms(running.servicePool)])
})
afterAll(async () => {
  await policies?.stop()
  await running?.stop()
})

describe('a burst', () => {
  // requirement of Dashboard and alarms: A burst is one alarm with its causes, also where the superior partition sees it | /alarm/alarm | GET /prod-api/report/alarm/processed/list
  it('that crosses three thresholds of a partition and of its superior raises one alarm with five causes', async () => {
    const thresholds = { leakageRate: 0.2, leakageLitresPerDay: null, nightMinimumFlowLitresPerHour: 20, klRatio: 0.5 }
    for (const point of ['town', 'estate']) await send('PUT', `/api/v1/partitions/${point}/thresholds`, thresholds)
    await waitFor(async () => (await alarmsOf('alarmType=1'))[0]?.causeCount === 5)
    const alarms = await alarmsOf('alarmType=1')
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).toMatchObject({ partition: expect.stringMatching(/estate|town/), alarmStatus: '0', ruleId: null })
    const { data } = await send('GET', `${alarmsPath}/${alarms[0]!.alarmProcessedId}`)
    expect(data.causes.map(({ pointName }: { pointName: string }) => pointName)).toContain('Town')
    expect(data.history.map(({ step }: { step: string }) => step)).toContain('joined')
    // Its answer is one for all of them: see the end of this file.
    await send('PUT', `${alarmsPath}/process/${alarms[0]!.alarmProcessedId}`, { alarmStatus: '2', note: 'repaired' })
  })
})

const highFlow = {
  ...{ ruleName: 'High flow of the pump', eventType: 'flow-high', meterNo: 'pump', threshold: 100, severity: 'critical' },
  ...{ channels: ['email'] },
}

describe('a rule that people set', () => {
  // requirement of Dashboard and alarms: A rule is tested on history before it is saved | /alarm/alarmRule | POST /prod-api/business/alarmRule/test
  it('is tested on history: it would have raised two alarms at one meter, which had both of them', async () => {
    const { ruleName: _, channels: __, ...draft } = highFlow
    const { data } = await send('POST', `${rulesPath}/test`, { ...draft, days: 30 })
    expect(data).toMatchObject({ days: 30, tested: 1, isCut: false, isOfNow: false, alarms: 2, subjects: 1, repeated: 1, open: 0 })
    expect(data.listed[0]).toMatchObject({ subject: 'pump', value: 300 })
    const later = await send('POST', `${rulesPath}/test`, { ...draft, delayMinutes: 120, days: 30 })
    expect(later.data).toMatchObject({ alarms: 0 })
  })

  // requirement of Dashboard and alarms: Alarm rules: add, change, remove, put out of use | /alarm/alarmRule | POST /prod-api/business/alarmRule
  it('raises its alarms with its severity, and clears them when the value is back', async () => {
    const { userId } = (await running.pool.query(`select user_id::int as "userId" from platform.users where username = 'south_admin'`))
      .rows[0]
    await running.pool.query(`update platform.users set email = 'admin@south.example' where user_id = $1`, [userId])
    const ruleId = randomUUID()
    const added = await send('POST', rulesPath, { ruleId, ...highFlow, recipients: [userId] })
    expect(added, JSON.stringify(added)).toMatchObject({ code: 200 })
    await waitFor(async () => (await alarmsOf(`ruleId=${ruleId}`)).length > 0)
    await waitFor(async () => (await alarmsOf(`ruleId=${ruleId}`)).every(({ alarmStatus }) => alarmStatus === '2'))
    const [alarm] = await alarmsOf(`ruleId=${ruleId}`)
    expect(alarm).toMatchObject({ eventType: 'flow-high', meterNo: 'pump', severity: 'critical', threshold: 100, processedBy: null })
    expect(Date.parse(alarm!.clearedTime!)).toBe(Date.parse(alarm!.alarmTime) + 2 * hourMilliseconds)
    const [row] = (await send('GET', `${rulesPath}/list`)).rows
    expect(row).toMatchObject({ ruleName: 'High flow of the pump', raised: expect.any(Number), answered: 0, ignored: 0 })
    const sent = async () =>
      (await running.pool.query(`select subject, body from platform.outbox where recipient = 'admin@south.example'`)).rows
    await waitFor(async () => (await sent()).length > 0)
    expect((await sent())[0].subject).toContain('pump')
  })

  it('names things that are there, and its threshold', async () => {
    const asked = (payload: object) => send('POST', rulesPath, { ruleId: randomUUID(), ...highFlow, ...payload })
    expect(await asked({ meterNo: 'nowhere' })).toMatchObject({
      code: 500,
      reason: 'meter-not-registered',
      msg: expect.stringContaining('nowhere'),
    })
    expect(await asked({ threshold: null })).toMatchObject({ code: 500, reason: 'alarm-rule-threshold' })
    expect(await asked({ partitionId: 'town' })).toMatchObject({ code: 500, reason: 'alarm-rule-scope' })
    // As many as a utility has at most; out of use, so that none is evaluated.
    await running.pool.query(
      `insert into views.alarm_rules select (jsonb_populate_record(rule, jsonb_build_object(
         'alarm_rule_id', alarm_rule_id + 1000000 + n, 'rule_id', gen_random_uuid(), 'status', '1', 'rule_name', 'full'))).*
       from views.alarm_rules rule, generate_series(1, ${alarmRulesMax}) n
       where alarm_rule_id = (select min(alarm_rule_id) from views.alarm_rules where not is_removed)`,
    )
    expect(await asked({})).toMatchObject({ code: 500, reason: 'alarm-rules-full', msg: expect.stringContaining(String(alarmRulesMax)) })
    await running.pool.query(`delete from views.alarm_rules where rule_name = 'full'`)
  })

  it('is escalated once when its alarm has no answer', async () => {
    const ruleId = randomUUID()
    const values = {
      ruleName: 'Flow of the house',
      eventType: 'flow-low',
      meterNo: 'house',
      threshold: 50,
      escalateMinutes: 1,
      escalateTo: [1],
    }
    expect(await send('POST', rulesPath, { ruleId, ...values })).toMatchObject({ code: 200 })
    await waitFor(async () => (await alarmsOf(`ruleId=${ruleId}`)).length > 0)
    await running.pool.query(`update views.alarms set raised_at = raised_at - interval '5 minutes' where rule_id = $1`, [ruleId])
    await waitFor(async () => (await alarmsOf(`ruleId=${ruleId}`))[0]!.escalatedTime !== null)
  })

  it('that is out of use raises nothing', async () => {
    const ruleId = randomUUID()
    const values = { ruleName: 'Flow of the hotel', eventType: 'flow-low', meterNo: 'hotel', threshold: 50, status: '1' }
    expect(await send('POST', rulesPath, { ruleId, ...values })).toMatchObject({ code: 200 })
    const rows = (await send('GET', `${rulesPath}/list`)).rows as { ruleId: string; alarmRuleId: number }[]
    const { alarmRuleId } = rows.find((row) => row.ruleId === ruleId)!
    expect(await alarmsOf(`ruleId=${ruleId}`)).toEqual([])
    expect(await send('PUT', `${rulesPath}/enable/${alarmRuleId}`, {})).toMatchObject({ code: 200 })
    await waitFor(async () => (await alarmsOf(`ruleId=${ruleId}`)).length === 1)
  })
})

describe('a rule of every alarm type of the dictionary', () => {
  // requirement of Dashboard and alarms: Rules of all event types of meter_alarm_type | /alarm/alarmRule | POST /prod-api/business/alarmRule/test
  it.each(alarmEvents)('%s has a test on history', async (eventType) => {
    const answer = await send('POST', `${rulesPath}/test`, { eventType, ...(hasThreshold(eventType) && { threshold: 1 }), days: 7 })
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200, data: { isOfNow: !ruleMeasures[eventType].hasHistory } })
  })

  it('holds at the meters of a partition and of all below it', async () => {
    const values = { eventType: 'flow-low', threshold: 50, partitionId: 'town', days: 7 }
    const { data } = await send('POST', `${rulesPath}/test`, values)
    expect(data).toMatchObject({ tested: 4 })
  })

  it('has a trend of seven days for each of its alarms', async () => {
    const alarms = await alarmsOf('pageSize=50')
    const ids = alarms.map(({ alarmProcessedId }) => alarmProcessedId)
    const { data } = await send('GET', `${alarmsPath}/trend?alarmProcessedId=${ids.join(',')}`)
    const trend = (data.rows as { alarmProcessedId: number; values: (number | null)[] }[]).find(
      ({ alarmProcessedId }) => alarmProcessedId === alarms.find(({ meterNo }) => meterNo === 'pump')!.alarmProcessedId,
    )
    expect(trend!.values).toHaveLength(7)
    expect(trend!.values).toContain(10 * 22 + 300 * 2)
  })
})

describe('the built-in rules', () => {
  // requirement of Dashboard and alarms: Numbers of built-in alarm rules can be changed, with a reason | /alarm/alarmRule | PUT /prod-api/business/alarmRule/builtIn
  it('are listed with their numbers and their quality, and changed', async () => {
    const rules = async () =>
      (await send('GET', `${rulesPath}/builtIn`)).data.rules as { eventType: string; isChanged: boolean; hours: number }[]
    const silent = async () => (await rules()).find(({ eventType }) => eventType === 'meter-silent')!
    expect(await silent()).toMatchObject({ isEnabled: true, hours: 48, isChanged: false, raised: 0 })
    const numbers = {
      isEnabled: false,
      hours: 96,
      quietHoursProcessed: 24,
      quietHoursIgnored: 168,
      severity: 'info',
      reason: 'radio works',
    }
    expect(await send('PUT', `${rulesPath}/builtIn`, { eventType: 'meter-silent', ...numbers })).toMatchObject({ code: 200 })
    expect(await silent()).toMatchObject({ isEnabled: false, hours: 96, isChanged: true })
  })
})

describe('a burst whose alarm was answered', () => {
  it('raises no alarm of one of its causes, though the policy has searched many times since', async () => {
    expect(await alarmsOf('alarmType=1')).toMatchObject([{ alarmStatus: '2', note: 'repaired' }])
  })
})
