import { AlarmStatus, alarmEvents } from '@nightflow/schemas/alarms/alarm'
import { cascadeAlarms } from '@nightflow/schemas/alarms/cascade-alarms'
import { alarmsDictionaries } from '@nightflow/schemas/alarms/dictionaries'
import * as alarmCalls from '@nightflow/schemas/alarms/endpoints'
import { alarmRejections } from '@nightflow/schemas/shared/alarm-rejections'
import { languages } from '@nightflow/schemas/shared/language'
import { leakageRejections } from '@nightflow/schemas/shared/leakage-rejections'
import { rejectionTexts } from '@nightflow/schemas/shared/rejection-texts'
import type { RejectionCode } from '@nightflow/schemas/shared/rejections'
import { reportRejections } from '@nightflow/schemas/shared/report-rejections'
import { workOrderRejections } from '@nightflow/schemas/shared/work-order-rejections'
import { describe, expect, test } from 'vitest'
import { filesLike, textOf } from './source-files.ts'

describe('alarms are those of the specification', () => {
  // requirement of Dashboard and alarms: Alarms are 0 unprocessed, 1 processing, 2 processed, 3 ignored | /alarm/alarm | –
  test('0 unprocessed (danger), 1 processing (warning), 2 processed (success), 3 ignored', () => {
    expect(AlarmStatus.enum).toEqual({ unprocessed: '0', processing: '1', processed: '2', ignored: '3' })
    const entries = alarmsDictionaries.find(({ dictType }) => dictType === 'alarm_status')!.entries
    expect(entries.map(({ value, labels, listClass }) => [value, labels.en, listClass])).toEqual([
      ['0', 'Unprocessed', 'danger'],
      ['1', 'Processing', 'warning'],
      ['2', 'Processed', 'success'],
      ['3', 'Ignored', 'default'],
    ])
  })

  test('every event type is an entry of meter_alarm_type with a label of its own in each language', () => {
    const entries = alarmsDictionaries.find(({ dictType }) => dictType === 'meter_alarm_type')!.entries
    expect(entries.map(({ value }) => value).toSorted()).toEqual([...alarmEvents].sort())
    for (const language of languages) expect(new Set(entries.map(({ labels }) => labels[language])).size).toBe(alarmEvents.length)
  })

  test('a notification has alarmProcessedId, alarmType, eventType, noticeStatus, createTime, meterNo; the list has three parts with counts', () => {
    const answer = alarmCalls.listNotice.response.shape
    for (const part of ['allAlarm', 'meterAlarm', 'systemAlarm']) {
      expect(answer).toHaveProperty(`${part}List`)
      expect(answer).toHaveProperty(`${part}Count`)
    }
    const fields = Object.keys(answer.allAlarmList.element.shape)
    expect(fields).toEqual(expect.arrayContaining(['alarmProcessedId', 'alarmType', 'eventType', 'noticeStatus', 'createTime', 'meterNo']))
  })

  test('an alarm has its address, account, telephone and valve, and meterFrozen of its meter', () => {
    const { shape } = alarmCalls.findAlarm.response
    const ofAlarm = ['alarmStatus', 'eventType', 'alarmTime', 'areaAddress', 'areaDetail', 'meterNo', 'meterTypeName', 'accountName']
    expect(Object.keys(shape)).toEqual(expect.arrayContaining([...ofAlarm, 'customerTel', 'valveState', 'meterFrozen']))
    expect(Object.keys(shape.meterFrozen.unwrap().shape)).toEqual([
      ...['reportTime', 'recordDate', 'usedTotal', 'totalVolume', 'batteryVoltage', 'valveState'],
    ])
  })

  test('lists of cascade alarms have type, measuring point, content, value, trend, time, status in this order', () => {
    const wanted = ['alarmKind', 'pointName', 'content', 'value', 'trend', 'alarmTime', 'alarmStatus']
    expect(cascadeAlarms.columns.filter((column) => wanted.includes(column))).toEqual(wanted)
  })

  test('calls have the method and the path of the specification', () => {
    const path = '/prod-api/report/alarm/processed'
    const { listAlarms, findAlarm, findSelectedAlarms, listNotice, viewNotice, cleanNotice } = alarmCalls
    expect(
      [listAlarms, findAlarm, findSelectedAlarms, listNotice, viewNotice, cleanNotice].map((call) => [call.method, call.path]),
    ).toEqual([
      ['GET', `${path}/list`],
      ['GET', `${path}/:alarmProcessedId`],
      ['POST', `${path}/getSelectedAlarmInfo`],
      ['GET', `${path}/listNotice`],
      ['POST', `${path}/viewNotice`],
      ['POST', `${path}/cleanNotice`],
    ])
  })
})

describe('refusals of leakage, alarms, work orders and reports', () => {
  const codes = Object.keys({ ...leakageRejections, ...alarmRejections, ...workOrderRejections, ...reportRejections }) as RejectionCode[]

  test('each has a text of its own in four languages', () => {
    for (const code of codes) expect([code, new Set(languages.map((language) => rejectionTexts[language][code])).size]).toEqual([code, 4])
  })

  test('each is reached by a test', () => {
    const tests = filesLike(
      'domain/src/**/*.test.ts',
      'apps/*/src/**/*.test.{ts,tsx}',
      'tests/{integration,scenarios,journeys}/**/*.test.ts',
    )
      .map(textOf)
      .join('\n')
    expect(codes.filter((code) => !tests.includes(`'${code}'`))).toEqual([])
  })
})
