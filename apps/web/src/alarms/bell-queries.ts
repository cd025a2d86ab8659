import { AlarmType } from '@nightflow/schemas/alarms/alarm'
import { listNotice, type NoticeItem } from '@nightflow/schemas/alarms/endpoints'
import { type DateForm, fixedFormOf, writeInstant } from '@nightflow/schemas/platform/date-form'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'

const askEverySeconds = 60

/** The bell's tabs by the number that the service knows them by. */
export const bellTabs = ['-1', ...AlarmType.options] as const
export type BellTab = (typeof bellTabs)[number]

export const noticesQuery = queryOptions({
  queryKey: ['bell'],
  queryFn: async ({ signal }) => {
    try {
      return await call(listNotice, {}, signal)
    } catch (error) {
      // A failed poll is shown in the bell itself; a notification every minute would be too often.
      if (error instanceof ProblemError) error.isShown = true
      throw error
    }
  },
  refetchInterval: askEverySeconds * 1000,
  staleTime: askEverySeconds * 1000,
  retry: false,
})

type Notices = Awaited<ReturnType<NonNullable<typeof noticesQuery.queryFn>>>

export const itemsOf = (notices: Notices, tab: BellTab): readonly NoticeItem[] =>
  ({ '-1': notices.allAlarmList, [AlarmType.enum.meter]: notices.meterAlarmList, [AlarmType.enum.system]: notices.systemAlarmList })[tab]

const nextOf = (notices: Notices, tab: BellTab): number | null =>
  ({ '-1': notices.allNext, [AlarmType.enum.meter]: notices.meterNext, [AlarmType.enum.system]: notices.systemNext })[tab]

/** One page of a tab. */
export const pageOfTab = (notices: Notices, tab: BellTab) => ({ rows: itemsOf(notices, tab), next: nextOf(notices, tab) })

export const countOf = (notices: Notices, tab: BellTab): number =>
  ({ '-1': notices.allAlarmCount, [AlarmType.enum.meter]: notices.meterAlarmCount, [AlarmType.enum.system]: notices.systemAlarmCount })[tab]

/** The kinds that clearing a tab clears. */
export const kindsOf = (tab: BellTab): AlarmType[] => (tab === '-1' ? [...AlarmType.options] : [tab])

/** `2026-11-21 19:30` in the tenant's zone, in every language, unless the tenant chose another date form. */
export const noticeTime = (instant: string, timeZone: string, form: DateForm): string =>
  writeInstant(fixedFormOf(form), new Date(instant), timeZone).slice(0, -3)
