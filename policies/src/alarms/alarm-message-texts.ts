import type { AlarmEvent } from '@nightflow/schemas/alarms/alarm'
import { alarmsDictionaries } from '@nightflow/schemas/alarms/dictionaries'
import type { Language } from '@nightflow/schemas/shared/language'

export type AlarmMessage = {
  utility: string
  ruleName: string
  eventType: AlarmEvent
  subject: string
  /** ISO 8601. */
  occurredAt: string
  timeZone: string
  measured: string
  isEscalated: boolean
}
type Written = { subject: string; body: string }

const events = alarmsDictionaries.find(({ dictType }) => dictType === 'meter_alarm_type')!.entries
const labelOf = (event: AlarmEvent, language: Language): string => events.find(({ value }) => value === event)?.labels[language] ?? event

/** The message to the people of a rule about one of its alarms. */
export const alarmMessage = (language: Language, { eventType, occurredAt, timeZone, ...about }: AlarmMessage): Written => {
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(Date.parse(occurredAt))
  return texts[language]({ ...about, label: labelOf(eventType, language), moment })
}

type Filled = Omit<AlarmMessage, 'eventType' | 'occurredAt' | 'timeZone'> & { label: string; moment: string }

const texts: Record<Language, (filled: Filled) => Written> = {
  en: ({ utility, label, subject, moment, measured, ruleName, isEscalated }) => ({
    subject: `${utility}: ${label}, ${subject}`,
    body: `${isEscalated ? 'No answer yet. ' : ''}${label}, ${subject}, ${moment}${measured && `, ${measured}`}.\nRule: ${ruleName}\n\n${utility}`,
  }),
  'zh-CN': ({ utility, label, subject, moment, measured, ruleName, isEscalated }) => ({
    subject: `${utility}：${label}，${subject}`,
    body: `${isEscalated ? '告警尚未处理。' : ''}${label}，${subject}，${moment}${measured && `，${measured}`}。\n规则：${ruleName}\n\n${utility}`,
  }),
  fr: ({ utility, label, subject, moment, measured, ruleName, isEscalated }) => ({
    subject: `${utility} : ${label}, ${subject}`,
    body: `${isEscalated ? 'Alarme sans réponse. ' : ''}${label}, ${subject}, ${moment}${measured && `, ${measured}`}.\nRègle : ${ruleName}\n\n${utility}`,
  }),
  id: ({ utility, label, subject, moment, measured, ruleName, isEscalated }) => ({
    subject: `${utility}: ${label}, ${subject}`,
    body: `${isEscalated ? 'Alarm belum ditanggapi. ' : ''}${label}, ${subject}, ${moment}${measured && `, ${measured}`}.\nAturan: ${ruleName}\n\n${utility}`,
  }),
}
