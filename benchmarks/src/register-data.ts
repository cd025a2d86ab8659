import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { EventLog, NewEvent } from '@nightflow/event-log/event-log'
import { BusinessMode, IdType, NatureOfUse, PayChannel, WaterUse } from '@nightflow/schemas/customers/account'
import { appendFrames, eventOf, readingsPerFrame, tenant } from './frames.ts'

const appendsAtOnce = 5000
export const firstNumber = 10_000_000
const diameters = [15, 20, 25, 40]
const dayMilliseconds = 86_400_000
const metadata = { tenant, actor: 'user:bench' }

type Streamed = readonly [stream: string, events: NewEvent[]]

export const appendAll = async (log: EventLog, count: number, streamOf: (index: number) => Streamed): Promise<void> => {
  const append = (index: number) => {
    const [stream, events] = streamOf(index)
    return log.append(`${tenant}/${stream}`, 'any', events)
  }
  for (let first = 0; first < count; first += appendsAtOnce)
    await Promise.all(Array.from({ length: Math.min(appendsAtOnce, count - first) }, (_, index) => append(first + index)))
}

export const eventFor = (type: string, data: NewEvent['data']): NewEvent => ({
  id: crypto.randomUUID(),
  type,
  schemaVersion: 1,
  data,
  metadata,
})

/** Meters with names and addresses; a fifth of them has a valve. */
export const registerNamedMeters = (log: EventLog, meters: number): Promise<void> =>
  appendAll(log, meters, (index) => {
    const number = String(firstNumber + index)
    const data = {
      number,
      name: `Customer ${(index * 7919) % meters}`,
      address: `${index % 900} Canal Street`,
      caliberMillimetres: diameters[index % diameters.length],
      hasValve: index % 5 === 0,
      timeZone: 'Asia/Shanghai',
      registeredAt: '2026-01-01T00:00:00Z',
    }
    return [`devices-meter-${number}`, [eventFor('devices.MeterRegistered', data)]]
  })

/** Accounts of persons, each with a meter; every fiftieth is frozen. */
export const openNamedAccounts = (log: EventLog, accounts: number): Promise<void> =>
  appendAll(log, accounts, (index) => {
    const accountNo = String(index + 1)
    const openedAt = new Date(Date.UTC(2024, 0, 1) + index * 600_000).toISOString()
    const holder = {
      personId: crypto.randomUUID(),
      name: `Customer ${(index * 7919) % accounts}`,
      telephone: `13${String(index).padStart(9, '0')}`,
      idType: IdType.enum.identityCard,
      identityNumber: null,
      address: `${index % 900} Canal Street`,
      email: null,
    }
    const settings = {
      natureOfUse: index % 20 === 0 ? NatureOfUse.enum.enterprise : NatureOfUse.enum.individual,
      customerTypeId: null,
      waterUse: WaterUse.enum.domestic,
      businessMode: BusinessMode.enum.postpaid,
      meterType: 'NB-IoT',
      countsVolume: true,
      isBilled: true,
      priceScheme: null,
      payChannel: PayChannel.enum.cash,
      purchaseLimitMinor: null,
      arrearsClosingThresholdMinor: null,
      balanceThresholdMinor: null,
      remarks: null,
    }
    const meterNo = String(firstNumber + index)
    const opened = { accountNo, holder, enterprise: null, agent: null, settings, isGenerated: true, openedAt }
    const frozen = { accountNo, meterNo, reason: 'empty house', frozenAt: openedAt }
    return [
      `customers-account-${accountNo}`,
      [
        eventFor('customers.AccountOpened', opened),
        eventFor('customers.MeterLinked', { accountNo, meterNo, reason: null, linkedAt: openedAt }),
        ...(index % 50 === 0 ? [eventFor('customers.AccountFrozen', frozen)] : []),
      ],
    ]
  })

/**
 * Readings of five days up to now. A tenth of the meters never reports and a tenth fell silent nine days ago; valves report their position, some
 * closed and some none, and one meter in a thousand has a flag.
 */
export const reportReadings = (log: EventLog, meters: number): Promise<number> => appendFrames(log, framesOfMeters(meters))

const reportedDays = 5

function* framesOfMeters(meters: number): Generator<NewEvent> {
  const now = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds
  for (let day = 0; day < reportedDays; day++)
    for (let first = 0; first < meters; first += readingsPerFrame) {
      const indexes = Array.from({ length: readingsPerFrame }, (_, nth) => first + nth).filter(
        (index) => index < meters && index % 10 !== 9,
      )
      yield eventOf(frameOf(indexes, day, now), `${first}-${day}`, 'bench-gateway')
    }
}

const frameOf = (indexes: readonly number[], day: number, now: number): ReadingColumns => ({
  count: indexes.length,
  meters: indexes.map((index) => String(firstNumber + index)),
  meterIndex: Uint32Array.from(indexes, (_, nth) => nth),
  at: Float64Array.from(indexes, (index) => now - (reportedDays - 1 - day + (index % 10 === 8 ? 9 : 0)) * dayMilliseconds),
  registerMillilitres: Float64Array.from(indexes, (index) => (1_000 * index + 200 * day) * 1_000),
  valve: Uint8Array.from(indexes, (index) => (index % 5 !== 0 ? 0 : index % 200 === 0 ? 2 : index % 45 === 0 ? 0 : 1)),
  flagSets: ['', 'low-battery'],
  flagIndex: Uint16Array.from(indexes, (index) => (index % 1000 === 5 ? 1 : 0)),
})
