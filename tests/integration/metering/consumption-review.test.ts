import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { acceptFrame } from '@nightflow/ingest/shared/accept-frame'
import { recheckReviews } from '@nightflow/policies/metering/recheck-reviews'
import { validateDays } from '@nightflow/policies/metering/validate-days'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { ConsumptionReviewRow } from '@nightflow/schemas/metering/consumption-review'
import { defaultThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { runPolicies } from '../../support/running-policies.ts'

/** From a strange day to the figure that counts: the queue, what a clerk decides, and everything that follows from it. */

const path = '/prod-api/business/consumptionReview'
const calendar = calendarOf('Europe/Rome')
/** The day that is validated: the last one that ended six hours ago. */
const yesterday = calendar.dayOf(Date.now() - 6 * 3_600_000) - 1
const day = dateOfDay(yesterday)
const firstDay = yesterday - 30
const dailyLitres = 240

let running: RunningApi
beforeAll(async () => {
  running = await startApi('consumption-review')
  const numbers = ['inlet', 'spike', 'still', 'calm', 'sums', 'twice', 'gone', 'shut']
  await post('/api/v1/meters', { meters: numbers.map((number) => ({ number })) })
  await post('/prod-api/business/customer', {
    ...{ accountNo: 'U-spike', customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' },
    ...{ meterNo: 'spike', openedAt: '2020-01-01T00:00:00Z' },
  })
  await post('/api/v1/partitions', { partitionId: 'street', name: 'Street' })
  await post('/api/v1/partitions/street/summary-meters', { number: 'inlet' })
  await post('/api/v1/partitions/street/sub-meters', { numbers: ['spike', 'calm'] })
  await report('calm', () => dailyLitres)
  await report('spike', (each) => (each === yesterday ? 5000 : dailyLitres))
  await report('still', (each) => (each > yesterday - 4 ? 0 : dailyLitres))
  // Intervals of 12 litres beside registers of 10 litres an hour; two values for one instant; nothing more for four days.
  await report('sums', () => dailyLitres, { intervalLitres: 12 })
  await report('twice', () => dailyLitres)
  await running.report('north', 'twice', new Date(calendar.startOf(yesterday) + 6 * 3_600_000).toISOString(), [1])
  await report('gone', () => dailyLitres, { until: yesterday - 4 })
  await report('shut', () => dailyLitres, { valve: 2 })
  await validated()
})
afterAll(() => running?.stop())

const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  (await running.ask('north', { method, url, ...(payload && { payload }) })).json()
const post = async (url: string, payload: object) => {
  const answer = await running.ask('north', { method: 'POST', url, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** Hourly registers that count so many litres each day, up to the midnight after yesterday, with intervals beside them where the meter sends both. */
const report = async (meter: string, litresOf: (day: number) => number, { until = yesterday, intervalLitres = 0, valve = 0 } = {}) => {
  const registers = [1000]
  for (let each = firstDay; each <= until; each += 1)
    for (let slot = 0; slot < calendar.slotsOf(each); slot += 1) registers.push(registers.at(-1)! + litresOf(each) / calendar.slotsOf(each))
  const from = calendar.startOf(firstDay)
  if (intervalLitres === 0 && valve === 0) {
    await running.report('north', meter, new Date(from).toISOString(), registers)
    return
  }
  const count = registers.length
  const { position } = await acceptFrame(running.log, {
    ...{ gateway: { tenant: 'north', name: 'gw-1' }, frameId: meter, source: 'frames', sentAt: from, receivedAt: Date.now(), rejected: [] },
    columns: {
      ...{ count, meters: [meter], meterIndex: new Uint32Array(count) },
      at: Float64Array.from(registers, (_, hour) => from + hour * 3_600_000),
      registerMillilitres: Float64Array.from(registers, (litres) => Math.round(litres * 1000)),
      ...(intervalLitres > 0 && {
        deltaMillilitres: new Float64Array(count).fill(intervalLitres * 1000),
        deltaSeconds: new Float64Array(count).fill(3600),
      }),
      ...(valve > 0 && { valve: new Uint8Array(count).fill(valve) }),
    },
  })
  await waitForViews(running.pool, position, 60_000)
}
/** Policies at work at an instant until yesterday, or a later day, is validated. */
const validated = async (daysLater = 0) => {
  const until = dateOfDay(yesterday + daysLater)
  const policies = runPolicies(running, [validateDays(200)], { now: () => Date.now() + daysLater * 86_400_000 })
  const late = dateOfDay(yesterday + daysLater - defaultThresholds.missingDays)
  // Nothing is sent of later days, so their first pass waits.
  const isFirst = async () => daysLater > 0 || (await ask('GET', '/api/v1/validation-thresholds')).validatedUntil === until
  const isValidated = async () => (await isFirst()) && (await lateUntil()) === late
  await waitFor(isValidated)
  await policies.stop()
  expect(policies.deadLetters).toEqual([])
  await waitForViews(running.pool, await running.log.head(), 60_000)
}
const lateUntil = async (): Promise<string> =>
  (await running.pool.query<{ until: string }>(`select validated_until as until from views.validation_progress where pass = 'late'`))
    .rows[0]?.until ?? ''
const queue = async (filter = ''): Promise<ConsumptionReviewRow[]> => (await ask('GET', `${path}/list?${filter}`)).rows
const reviewOf = async (meter: string) => (await queue(`meterNo=${meter}&beginTime=${day}`))[0]!
const volumeOf = async (meter: string) => (await ask('GET', `/api/v1/meters/${meter}/volumes?from=${day}&to=${day}&resolution=day`)).rows[0]
const consumption = async () =>
  (await ask('GET', `/api/v1/partitions/street/night-flow?from=${day}&to=${day}`)).rows[0]?.consumptionLitres ?? null
const agree = async () => expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])

// requirement of Validation of consumption: Days that break a rule (spike, negative, zero, stuck, high, low, sum check, prolonged estimation, duplicate, missing) wait in a queue | /readMeter/review | GET /prod-api/business/consumptionReview/list
test('the queue has the days that break a rule, found by rule, meter and date, and nothing of calm meters', async () => {
  expect(await queue('rule=spike')).toMatchObject([
    { meterNo: 'spike', day, status: '0', rules: 'spike high', measuredLitres: 5000, expectedLitres: 240, litres: 5000 },
  ])
  expect(await queue(`rule=zero&endTime=${day}`)).toMatchObject([{ meterNo: 'still', measuredLitres: 0 }])
  expect(await queue('meterNo=calm')).toEqual([])
  expect(await queue(`endTime=${dateOfDay(yesterday - 10)}`)).toEqual([])
  expect((await running.ask('south', { url: `${path}/list` })).json().rows).toEqual([])
})

// requirement of Validation of consumption: Intervals that differ from the registers, and two values for one instant, are found with both figures | /readMeter/review | GET /prod-api/business/consumptionReview/:reviewId
test('the intervals of a day that differ from its registers are found with both figures, and so are two values for one instant', async () => {
  const [sums] = await queue('rule=sum-check')
  expect(sums).toMatchObject({ meterNo: 'sums', day, measuredLitres: dailyLitres })
  // 23 hours between the registers of the day, 2 litres each; ten litres are tolerated.
  expect((await ask('GET', `${path}/${sums!.reviewId}`)).data.findings).toEqual([{ rule: 'sum-check', value: 46, limit: 10 }])
  expect(await queue('rule=duplicate')).toMatchObject([{ meterNo: 'twice', day }])
})

// requirement of Validation of consumption: Water that passes a valve which is reported closed waits in the queue too | /readMeter/review | GET /prod-api/business/consumptionReview/list
test('water that passes a valve which is reported closed is found', async () => {
  const [shut] = await queue(`rule=closed-valve&beginTime=${day}`)
  expect(shut).toMatchObject({ meterNo: 'shut', day, rules: 'closed-valve', measuredLitres: dailyLitres })
  expect((await ask('GET', `${path}/${shut!.reviewId}`)).data.findings).toEqual([{ rule: 'closed-valve', value: dailyLitres, limit: 100 }])
})

// requirement of Validation of consumption: A clerk estimates a day by interpolation, the year before or the own profile, and everything downstream follows | /readMeter/review | PUT /prod-api/business/consumptionReview/estimate/:reviewId
// requirement of Validation of consumption: Estimated and edited volumes are dashed in charts and marked in tables and exports, with who and why | /device/meters/:number | GET /api/v1/meters/:number/volumes
test('a spike is estimated: the volume says so with who and why, and the partition is computed anew', async () => {
  expect(await consumption()).toBe(5240)
  const { reviewId } = await reviewOf('spike')
  const answer = await ask('PUT', `${path}/estimate/${reviewId}`, { method: 'profile', reason: 'transmitter fault' })
  expect(answer).toMatchObject({
    code: 200,
    data: { changed: [{ meterNo: 'spike', day, beforeLitres: 5000, afterLitres: 240, partitions: ['street'] }], refused: [] },
  })
  expect(await volumeOf('spike')).toMatchObject({
    volumeLitres: 240,
    measuredLitres: 5000,
    completeness: 1,
    how: 'estimated',
    decidedBy: 'admin',
    decidedBecause: 'transmitter fault',
  })
  expect(await volumeOf('calm')).toMatchObject({ how: 'measured', decidedBy: null })
  const { days } = (await ask('GET', '/prod-api/business/customer/U-spike/use')).data
  const used = new Map(days.map((each: { day: string; how: string | null }) => [each.day, each.how]))
  expect([used.get(day), used.get(dateOfDay(yesterday - 1)), used.get(dateOfDay(yesterday + 1))]).toEqual(['estimated', 'measured', null])
  expect(await consumption()).toBe(480)
  await agree()
})

// requirement of Validation of consumption: A clerk edits a day with a reason; figures of before stay findable | /readMeter/review | PUT /prod-api/business/consumptionReview/edit/:reviewId
test('the figures of before are found again at their moment', async () => {
  const before = await running.log.head()
  const { reviewId } = await reviewOf('spike')
  await ask('PUT', `${path}/edit/${reviewId}`, { litres: 300, reason: 'read on site' })
  expect(await volumeOf('spike')).toMatchObject({ volumeLitres: 300, how: 'edited' })
  const then = async (asOf: number) =>
    (await ask('GET', `/api/v1/partitions/street/night-flow?from=${day}&to=${day}&asOf=${asOf}`)).rows[0].consumptionLitres
  expect(await then(before)).toBe(480)
  expect(await then(await running.log.head())).toBe(540)
  expect(await consumption()).toBe(540)
})

// requirement of Validation of consumption: A correction lists what it changed: figures before and after, each with a link | /readMeter/review | GET /api/v1/correction-effects/:position
test('a correction lists what it changed: days and hours of the meter and figures of the partition, before and after, whatever came later', async () => {
  const { reviewId } = await reviewOf('spike')
  const { history } = (await ask('GET', `${path}/${reviewId}`)).data
  const estimated = history.find(({ step }: { step: string }) => step === 'estimated').position
  const effects = await ask('GET', `/api/v1/correction-effects/${estimated}`)
  expect(effects).toMatchObject({ meterNo: 'spike', days: [{ day, before: 5000, after: 240 }], moreHours: 0, moreFigures: 0 })
  expect(effects.hours).toHaveLength(calendar.slotsOf(yesterday))
  expect(effects.hours[0]).toMatchObject({ from: new Date(calendar.startOf(yesterday)).toISOString(), after: 10 })
  expect(effects.figures).toContainEqual({
    ...{ partitionId: 'street', name: 'Street', day, figure: 'consumptionLitres', before: 5240, after: 480 },
  })
  // A corrected register changes the hours on both sides of it.
  const at = new Date(calendar.startOf(yesterday) + 12 * 3_600_000).toISOString()
  const { litres } = (await ask('GET', `/api/v1/meters/calm/readings?from=${day}&to=${day}`)).rows.find(
    (row: { at: string }) => row.at === at,
  )
  const { position } = await ask('POST', '/api/v1/meters/calm/corrections', { at, litres: litres + 5, reason: 'misread' })
  const corrected = await ask('GET', `/api/v1/correction-effects/${position}`)
  expect(corrected.days).toEqual([])
  expect(corrected.hours).toMatchObject([
    { before: 10, after: 15 },
    { before: 10, after: 5 },
  ])
  expect((await running.ask('north', { url: `/api/v1/correction-effects/1` })).statusCode).toBe(404)
  expect((await running.ask('south', { url: `/api/v1/correction-effects/${position}` })).statusCode).toBe(404)
})

// requirement of Validation of consumption: Raw readings stay; accepting lets the measured volume count again | /readMeter/review | PUT /prod-api/business/consumptionReview/accept/:reviewId
test('late readings of an edited day change no figure, and accepting lets the measured volume count again', async () => {
  await running.report('north', 'spike', new Date(calendar.startOf(yesterday) + 1_800_000).toISOString(), [8201])
  expect(await consumption()).toBe(540)
  await agree()
  const { reviewId } = await reviewOf('spike')
  expect(await ask('PUT', `${path}/accept/${reviewId}`, { reason: 'a pool was filled' })).toMatchObject({ code: 200 })
  expect(await volumeOf('spike')).toMatchObject({ volumeLitres: 5000, how: 'measured' })
  expect(await consumption()).toBe(5240)
  const { history, partitions, findings } = (await ask('GET', `${path}/${reviewId}`)).data
  expect(history.map(({ step }: { step: string }) => step)).toEqual(['questioned', 'estimated', 'edited', 'accepted'])
  expect(partitions).toEqual([{ id: 'street', name: 'Street' }])
  expect(findings).toContainEqual({ rule: 'high', value: 5000, limit: 720 })
  await agree()
})

// requirement of Validation of consumption: Several days at once; those that are refused are named | /readMeter/review | PUT /prod-api/business/consumptionReview/estimate/:reviewId
test('of a batch, days that cannot be estimated are named and the others are done', async () => {
  const [one, other] = [await reviewOf('still'), await reviewOf('spike')]
  const ids = `${one.reviewId},${other.reviewId}`
  expect((await ask('PUT', `${path}/estimate/${ids}`, { method: 'last-year', reason: 'x' })).data).toEqual({
    changed: [],
    refused: [one, other].map(({ meterNo }) => ({ number: `${meterNo} · ${day}`, code: 'estimate-impossible' })),
  })
  expect((await ask('PUT', `${path}/estimate/${ids}`, { method: 'profile', reason: 'x' })).data.changed).toHaveLength(2)
  expect(await ask('PUT', `${path}/estimate/${one.reviewId}`, { method: 'last-year', reason: 'x' })).toMatchObject({
    reason: 'estimate-impossible',
  })
  expect(await ask('PUT', `${path}/edit/999999999`, { litres: 1, reason: 'x' })).toMatchObject({ reason: 'review-unknown' })
  await agree()
})

// requirement of Validation of consumption: Thresholds of a tenant, each change with its reason | /readMeter/review | PUT /api/v1/validation-thresholds
test('thresholds are set with a reason, and who may not review may not decide', async () => {
  const asAnalyst = { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` }
  const { reviewId } = await reviewOf('still')
  const refused = await running.ask('north', {
    method: 'PUT',
    url: `${path}/accept/${reviewId}`,
    payload: { reason: 'x' },
    headers: asAnalyst,
  })
  expect(refused.json()).toMatchObject({ code: 403 })
  const thresholds = { ...defaultThresholds, highTimes: 2 }
  expect((await running.ask('north', { method: 'PUT', url: '/api/v1/validation-thresholds', payload: thresholds })).statusCode).toBe(400)
  await ask('PUT', '/api/v1/validation-thresholds', { ...thresholds, reason: 'many pools' })
  expect(await ask('GET', '/api/v1/validation-thresholds')).toMatchObject({
    ...{ highTimes: 2, reason: 'many pools', validatedUntil: day },
    history: [{ step: 'set', note: 'many pools', changes: [{ field: 'highTimes', from: 3, to: 2 }] }],
  })
})

// requirement of Validation of consumption: Prolonged estimation waits for a person, also where days were missing together | /readMeter/review | PUT /prod-api/business/consumptionReview/estimate/:reviewId
test('a day without readings is missing once late readings had their time, and too many estimates in a row wait once more', async () => {
  const dayOf = (back: number) => dateOfDay(yesterday - back)
  const goneOn = async (back: number) => (await queue(`meterNo=gone&beginTime=${dayOf(back)}&endTime=${dayOf(back)}`))[0]
  const estimate = async (back: number) =>
    ask('PUT', `${path}/estimate/${(await goneOn(back))!.reviewId}`, { method: 'profile', reason: 'radio fault' })
  expect(await goneOn(3)).toMatchObject({ status: '0', rules: 'missing', measuredLitres: null, litres: null })
  await ask('PUT', '/api/v1/validation-thresholds', { ...defaultThresholds, estimatedDays: 1, reason: 'a reading every other day' })
  expect(await estimate(3)).toMatchObject({ data: { changed: [{ meterNo: 'gone', beforeLitres: null, afterLitres: dailyLitres }] } })
  expect(await goneOn(3)).toMatchObject({ status: '2', litres: dailyLitres })
  await validated(1)
  expect(await goneOn(2)).toMatchObject({ status: '0', rules: 'prolonged-estimation missing' })
  // Of days that were missing together the second one waits again when it is estimated, until the estimate is confirmed.
  await ask('PUT', '/api/v1/validation-thresholds', { ...defaultThresholds, estimatedDays: 2, reason: 'two days' })
  await validated(2)
  await estimate(2)
  await estimate(1)
  expect(await goneOn(1)).toMatchObject({ status: '0', rules: 'missing prolonged-estimation', litres: dailyLitres })
  await estimate(1)
  expect(await goneOn(1)).toMatchObject({ status: '2' })
  await agree()
})

/** Rechecks at work until a day's review says what is expected. */
const rechecked = async (find: () => Promise<ConsumptionReviewRow | undefined>, expected: Partial<ConsumptionReviewRow>) => {
  const policies = runPolicies(running, [recheckReviews(100)])
  await expect.poll(find).toMatchObject(expected)
  await policies.stop()
  expect(policies.deadLetters).toEqual([])
}

test('an estimate of a day without readings can be withdrawn, and the day is unknown again; its late readings bring the day back with both volumes', async () => {
  const back = 3
  const on = dateOfDay(yesterday - back)
  const review = async () => (await queue(`meterNo=gone&beginTime=${on}&endTime=${on}`))[0]!
  const decide = async (verb: string, more: object = {}) =>
    ask('PUT', `${path}/${verb}/${(await review()).reviewId}`, { reason: 'radio fault', ...more })
  await post('/api/v1/partitions', { partitionId: 'lane', name: 'Lane' })
  await post('/api/v1/partitions/lane/summary-meters', { number: 'inlet' })
  await post('/api/v1/partitions/lane/sub-meters', { numbers: ['gone'] })
  const used = async () => (await ask('GET', `/api/v1/partitions/lane/night-flow?from=${on}&to=${on}`)).rows[0].consumptionLitres
  expect(await review()).toMatchObject({ status: '2', decided: 'estimated', measuredLitres: null, litres: dailyLitres })
  expect(await used()).toBe(dailyLitres)
  const volumes = async (date: string, resolution: string) =>
    (await ask('GET', `/api/v1/meters/gone/volumes?from=${date}&to=${date}&resolution=${resolution}`)).rows[0]
  // The first of the days has the reading of its midnight, the second has none.
  expect(await volumes(on, 'day')).toMatchObject({ volumeLitres: dailyLitres, measuredLitres: 0, completeness: 0 })
  const second = dateOfDay(yesterday - back + 1)
  expect(await volumes(second, 'day')).toMatchObject({ volumeLitres: dailyLitres, measuredLitres: null, completeness: 0 })
  expect(await volumes(on, 'hour')).toMatchObject({ measuredLitres: null, completeness: 0, how: 'estimated' })
  // Nothing was measured, and the answer says what to do instead.
  expect(await decide('accept')).toMatchObject({ reason: 'nothing-measured' })

  expect(await decide('edit', { litres: 300 })).toMatchObject({ data: { changed: [{ beforeLitres: dailyLitres, afterLitres: 300 }] } })
  expect(await decide('withdraw')).toMatchObject({ data: { changed: [{ beforeLitres: 300, afterLitres: dailyLitres }] } })
  expect(await review()).toMatchObject({ status: '2', decided: 'estimated', method: 'profile', litres: dailyLitres })
  expect(await used()).toBe(dailyLitres)
  expect(await decide('withdraw')).toMatchObject({
    data: { changed: [{ beforeLitres: dailyLitres, afterLitres: null, partitions: ['lane'] }] },
  })
  expect(await review()).toMatchObject({ status: '0', decided: null, litres: null, answeredBy: null, reason: null })
  expect(await used()).toBe(null)
  expect(await decide('withdraw')).toMatchObject({ reason: 'nothing-decided' })
  await agree()

  await decide('estimate', { method: 'profile' })
  const midnight = calendar.startOf(yesterday - back)
  const from = 1000 + (30 - back) * dailyLitres
  const hours = calendar.slotsOf(yesterday - back)
  const registers = [...Array(hours + 1).keys()].map((hour) => from + hour * 8)
  await running.report('north', 'gone', new Date(midnight).toISOString(), registers)
  expect(await used()).toBe(dailyLitres)
  const measuredLitres = hours * 8
  await rechecked(review, { status: '0', rules: 'late-reading', decided: 'estimated', measuredLitres, litres: dailyLitres })
  const { findings, history } = (await ask('GET', `${path}/${(await review()).reviewId}`)).data
  expect(findings).toEqual([{ rule: 'late-reading', value: measuredLitres, limit: dailyLitres }])
  expect(history.at(-1)).toMatchObject({ step: 'questionedLate', facts: { measuredLitres, beforeLitres: dailyLitres } })
  expect(history.map(({ step }: { step: string }) => step)).toEqual(
    expect.arrayContaining(['questioned', 'estimated', 'edited', 'withdrawn', 'questionedLate']),
  )

  expect(await decide('accept')).toMatchObject({ data: { changed: [{ beforeLitres: dailyLitres, afterLitres: measuredLitres }] } })
  expect(await used()).toBe(measuredLitres)
  expect(await decide('withdraw')).toMatchObject({ data: { changed: [{ beforeLitres: measuredLitres, afterLitres: dailyLitres }] } })
  expect(await review()).toMatchObject({ status: '0', rules: 'late-reading', litres: dailyLitres, reason: 'radio fault' })
  expect(await used()).toBe(dailyLitres)
  await agree()
})

test('a day that waits as missing is resolved when its readings come', async () => {
  const on = dateOfDay(yesterday)
  const review = async () => (await queue(`meterNo=gone&beginTime=${on}&endTime=${on}`))[0]
  await validated(4)
  expect(await review()).toMatchObject({ status: '0', decided: null, measuredLitres: null })
  const hours = calendar.slotsOf(yesterday)
  const registers = [...Array(hours + 1).keys()].map((hour) => 20_000 + hour * 10)
  await running.report('north', 'gone', new Date(calendar.startOf(yesterday)).toISOString(), registers)
  await rechecked(review, { status: '4', rules: '', measuredLitres: hours * 10, litres: hours * 10 })
  await agree()
})
