import { alarmDecider } from '@nightflow/domain/alarms/alarm-decider'
import { markAllViewed, markCleared, markViewed } from '@nightflow/platform/messages/alarm-marks'
import {
  alarmsInBell,
  findAlarms,
  listAlarmSteps,
  listNotices,
  readAlarmHistory,
  scanAlarms,
  usedOnNewestDay,
} from '@nightflow/projections/alarms/alarm-queries'
import { holderOfMeter } from '@nightflow/projections/customers/account-figures'
import { findMeter } from '@nightflow/projections/devices/meters'
import { AlarmRow, alarmDictionaries } from '@nightflow/schemas/alarms/alarm'
import { alarmCommands } from '@nightflow/schemas/alarms/alarm-lifecycle'
import type * as endpoints from '@nightflow/schemas/alarms/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { maskTelephone } from '@nightflow/schemas/shared/personal'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import type { RequestContext } from '../http/request-context.ts'
import { wordingOf } from '../resource/choices.ts'
import type { Export } from '../resource/export-routes.ts'

/** Commands of people on alarms, each given to all the alarms that a request names. */
export const alarmCommandRoutes = commandRoutes({
  commands: alarmCommands,
  decider: alarmDecider,
  find: findAlarms,
  unknown: 'alarm-unknown',
  logged: ['alarmStatus'],
})

export const exportAlarms = async (request: RequestOf<typeof endpoints.exportAlarms>, context: RequestContext): Promise<Export> => ({
  fileName: 'alarms.xlsx',
  wording: await wordingOf(alarmDictionaries, request, context),
  row: AlarmRow,
  rows: (database) => scanAlarms(database, request),
})

/** One alarm with the newest day of its meter, where it concerns one; the holder's name and telephone for those who may read accounts, a masked telephone for others. */
export const findAlarm = (request: RequestOf<typeof endpoints.findAlarm>, context: RequestContext) =>
  context.read((database) => alarmDetail(database, request, context.caller.may('customers:account:query')))

const alarmDetail = async (
  database: PoolClient,
  { alarmProcessedId }: RequestOf<typeof endpoints.findAlarm>,
  maySeeHolder: boolean,
): Promise<ResponseOf<typeof endpoints.findAlarm> | Rejection> => {
  const [found] = await findAlarms(database, [alarmProcessedId])
  if (!found) return rejected('alarm-unknown')
  const { occurrence: _, subject: __, ...alarm } = found
  const history = await readAlarmHistory(database, found)
  const meter = alarm.meter === null ? undefined : await findMeter(database, { number: alarm.meter })
  const holder = meter && (await holderOfMeter(database, meter.number))
  const usedTotal = meter ? await usedOnNewestDay(database, meter.number) : null
  return {
    ...alarm,
    ...history,
    areaAddress: meter?.address ?? '',
    areaDetail: alarm.pointName,
    meterTypeName: meter?.caliberMillimetres ? `DN ${meter.caliberMillimetres}` : '',
    accountName: maySeeHolder ? [holder?.name, holder?.accountNo].filter(Boolean).join(' · ') : '',
    customerTel: maySeeHolder ? (holder?.telephone ?? '') : maskTelephone(holder?.telephone ?? ''),
    valveState: meter?.valvePosition ?? null,
    meterFrozen: meter
      ? {
          reportTime: meter.lastReadAt,
          recordDate: meter.lastDay,
          usedTotal,
          totalVolume: meter.lastRegisterLitres,
          batteryVoltage: meter.batteryMillivolt,
          valveState: meter.valvePosition,
        }
      : null,
  }
}

export const listAlarmHistory = async (
  database: PoolClient,
  { alarmProcessedId, ...page }: RequestOf<typeof endpoints.listAlarmHistory>,
): Promise<ResponseOf<typeof endpoints.listAlarmHistory> | Rejection> => {
  const [found] = await findAlarms(database, [alarmProcessedId])
  return found ? listAlarmSteps(database, found, page) : rejected('alarm-unknown')
}

/** Work orders are made from alarms of one meter: the answer says whether these are. */
export const findSelectedAlarms = async (
  { alarmProcessedIds }: RequestOf<typeof endpoints.findSelectedAlarms>,
  context: RequestContext,
): Promise<ResponseOf<typeof endpoints.findSelectedAlarms> | Rejection> => {
  const found = await context.read((database) => findAlarms(database, alarmProcessedIds))
  if (found.length < new Set(alarmProcessedIds).size) return rejected('alarm-unknown')
  const alarms = found.map(({ occurrence: _, subject: __, ...alarm }) => alarm)
  const meters = new Set(alarms.map(({ meterNo }) => meterNo))
  const isSameMeter = meters.size === 1 && !meters.has('')
  return { alarms, isSameMeter, meterNo: isSameMeter ? alarms[0]!.meterNo : '' }
}

const emptyBell = {
  ...{ allAlarmList: [], meterAlarmList: [], systemAlarmList: [] },
  ...{ allAlarmCount: 0, meterAlarmCount: 0, systemAlarmCount: 0 },
  ...{ allNext: null, meterNext: null, systemNext: null },
}

/** A person who may not see alarms, and a token without a person, get an empty bell. */
const bellOwner = ({ caller }: RequestContext): number | undefined =>
  caller.userId !== null && caller.may('alarms:alarm:read') ? caller.userId : undefined

export const listNotice = async (
  page: RequestOf<typeof endpoints.listNotice>,
  context: RequestContext,
): Promise<ResponseOf<typeof endpoints.listNotice>> => {
  const userId = bellOwner(context)
  return userId === undefined ? emptyBell : context.read((database) => listNotices(database, userId, page))
}

export const viewNotice = async ({ alarmProcessedId }: RequestOf<typeof endpoints.viewNotice>, context: RequestContext) => {
  const userId = bellOwner(context)
  const [alarm] = userId === undefined ? [] : await context.read((database) => findAlarms(database, [alarmProcessedId]))
  if (userId === undefined || !alarm) return rejected('alarm-unknown')
  await context.write((database) => markViewed(database, { tenant: context.caller.tenant, userId, alarmId: alarmProcessedId }))
  return { response: {} }
}

/** Marks what the caller's bell shows of some kinds; nothing for a token without a bell. */
const markBell =
  (mark: typeof markCleared) =>
  async ({ alarmTypes }: RequestOf<typeof endpoints.cleanNotice>, context: RequestContext) => {
    const userId = bellOwner(context)
    if (userId === undefined) return { response: {} }
    const alarmIds = await context.read((database) => alarmsInBell(database, userId, alarmTypes))
    await context.write((database) => mark(database, { tenant: context.caller.tenant, userId, alarmIds }))
    return { response: {} }
  }

export const cleanNotice = markBell(markCleared)
export const viewAllNotice = markBell(markAllViewed)
