import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { HistoryRow } from '../shared/history.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging, RowId, wording } from '../shared/lists.ts'
import { Position } from '../shared/quantity.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant } from '../shared/values.ts'
import { AlarmCause, AlarmEvent, AlarmRow, AlarmType, alarmFilter } from './alarm.ts'

const path = '/prod-api/report/alarm/processed'

const filter = { ...alarmFilter, ...createdWithin }

export const listAlarms = endpoint({
  method: 'GET',
  path: `${path}/list`,
  permission: 'alarms:alarm:read',
  summary: 'A page of alarms, newest first',
  envelope: 'rows',
  sorts: ['alarmProcessedId', 'alarmTime', 'createTime', 'eventType', 'alarmStatus', 'meterNo'],
  request: z.object({ ...filter, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(AlarmRow), ...boundedTotal }),
})

export const exportAlarms = endpoint({
  method: 'POST',
  path: `${path}/export`,
  permission: 'alarms:alarm:read',
  summary: 'All alarms that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...filter, ...wording }),
  response: z.object({}),
})

const Volume = z.number().nullable()

export const findAlarm = endpoint({
  method: 'GET',
  path: `${path}/:alarmProcessedId`,
  permission: 'alarms:alarm:read',
  summary: 'One alarm with its history, earlier alarms of the same condition, and the latest day of its meter',
  request: z.object({ alarmProcessedId: RowId }),
  response: AlarmRow.extend({
    areaAddress: z.string(),
    areaDetail: z.string(),
    meterTypeName: z.string(),
    accountName: z.string(),
    customerTel: z.string(),
    valveState: z.enum(['open', 'closed']).nullable(),
    /** Oldest first; more follow after `historyNext`. */
    history: z.array(HistoryRow),
    historyNext: Position.nullable(),
    /** The name of the rule that people set; null where a built-in rule raised the alarm. */
    ruleName: z.string().nullable(),
    /** Further conditions that belong to the alarm, in the order in which they were found. */
    causes: z.array(AlarmCause.extend({ occurredAt: Instant, pointName: z.string() })),
    /** Other alarms of the same condition of the same thing, newest first, at most ten. */
    others: z.array(AlarmRow.pick({ alarmProcessedId: true, alarmTime: true, alarmStatus: true, value: true, threshold: true })),
    /** The newest day of the meter that is known; volumes in litres, battery in millivolts. */
    meterFrozen: z
      .object({
        reportTime: Instant.nullable(),
        recordDate: z.iso.date().nullable(),
        usedTotal: Volume,
        totalVolume: Volume,
        batteryVoltage: z.number().nullable(),
        valveState: z.enum(['open', 'closed']).nullable(),
      })
      .nullable(),
  }),
})

export const listAlarmHistory = endpoint({
  method: 'GET',
  path: `${path}/:alarmProcessedId/history`,
  permission: 'alarms:alarm:read',
  summary: 'What happened to one alarm, oldest first; page on with `after`',
  request: z.object({
    alarmProcessedId: RowId,
    after: Position.optional().meta({ description: 'only steps after this event: the `next` of the answer before' }),
    limit: typedNumber().int().min(1).max(200).default(200),
  }),
  response: z.object({ rows: z.array(HistoryRow), next: Position.nullable() }),
})

export const findSelectedAlarms = endpoint({
  method: 'POST',
  path: `${path}/getSelectedAlarmInfo`,
  permission: 'alarms:alarm:read',
  summary: 'The chosen alarms, and whether all concern one meter, as a work order asks',
  request: z.object({ alarmProcessedIds: z.array(z.int().positive()).min(1).max(500) }),
  response: z.object({ alarms: z.array(AlarmRow), isSameMeter: z.boolean(), meterNo: z.string() }),
})

export const ReadStatus = z.enum({ unread: '0', read: '1' })

/** One line of the bell. */
const NoticeItem = z.object({
  alarmProcessedId: z.int(),
  alarmType: AlarmType,
  eventType: AlarmEvent,
  noticeStatus: ReadStatus,
  /** When it happened, as everywhere else; `createTime` is when the service detected it. */
  alarmTime: Instant,
  createTime: Instant,
  meterNo: z.string(),
  pointName: z.string(),
})
export type NoticeItem = z.infer<typeof NoticeItem>

export const listNotice = endpoint({
  method: 'GET',
  path: `${path}/listNotice`,
  permission: 'signed-in',
  summary:
    'The bell: open alarms that were not cleared, newest first; the counts are of those unread, and each list goes on before its own `next`',
  request: z.object({
    before: RowId.optional().meta({ description: 'only alarms with a smaller number: the `next` of a list in the answer before' }),
    limit: typedNumber().int().min(1).max(100).default(100),
  }),
  response: z.object({
    allAlarmList: z.array(NoticeItem),
    meterAlarmList: z.array(NoticeItem),
    systemAlarmList: z.array(NoticeItem),
    allAlarmCount: z.int(),
    meterAlarmCount: z.int(),
    systemAlarmCount: z.int(),
    allNext: z.int().nullable(),
    meterNext: z.int().nullable(),
    systemNext: z.int().nullable(),
  }),
})

export const viewNotice = endpoint({
  method: 'POST',
  path: `${path}/viewNotice`,
  permission: 'signed-in',
  summary: 'I have read this',
  request: z.object({ alarmProcessedId: RowId }),
  response: z.object({}),
})

const ofKinds = z.object({
  alarmTypes: z
    .array(z.union([AlarmType, z.literal([0, 1]).transform((kind) => String(kind) as AlarmType)]))
    .min(1)
    .max(2),
})

export const cleanNotice = endpoint({
  method: 'POST',
  path: `${path}/cleanNotice`,
  permission: 'signed-in',
  summary: 'Clear my bell of these kinds',
  request: ofKinds,
  response: z.object({}),
})

export const viewAllNotice = endpoint({
  method: 'POST',
  path: `${path}/viewAllNotice`,
  permission: 'signed-in',
  summary: 'I have read all of these kinds that my bell shows, 10,000 at most',
  request: ofKinds,
  response: z.object({}),
})
