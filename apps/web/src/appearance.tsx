import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { useNotifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import localizedFormat from 'dayjs/plugin/localizedFormat'
import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { infoQuery } from '#session/session-query.ts'
import { useShellSettings } from '#shell/shell-settings.ts'
import { defaultThemeColour, themeOf } from '#ui/theme.ts'
import { type WrittenDates, WrittenDatesContext } from '#ui/written-dates.ts'

dayjs.extend(localizedFormat)

/** The person's colour or the tenant's, light or dark as the system has it, and calendars in the language that is shown. */
export function Appearance({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation('shared')
  // Only read here: the route checks the sign-in.
  const session = useQuery({ ...infoQuery, enabled: false })
  const chosen = useShellSettings().themeColour
  const themeColour = chosen ?? session.data?.tenant.themeColour ?? defaultThemeColour
  const { dateForm, timeZone } = session.data?.tenant ?? { dateForm: 'language', timeZone: 'UTC' }
  const written = useMemo((): WrittenDates => ({ form: dateForm, timeZone }), [dateForm, timeZone])
  // The forms that a tenant chooses are written in the letters of dayjs.
  const dayFormat = dateForm === 'language' ? 'll' : dateForm
  const monthFormat = i18n.language === 'zh-CN' ? 'YYYY年M月' : 'MMMM YYYY'
  // As the texts write it: 24 hours in every language, behind a point in Indonesian.
  const momentFormat = dateForm === 'language' && i18n.language === 'id' ? 'll HH.mm' : `${dayFormat} HH:mm`
  const closeLabel = t('action.close')
  const theme = useMemo(
    () => themeOf(themeColour, { monthFormat, dayFormat, momentFormat }, closeLabel),
    [themeColour, monthFormat, dayFormat, momentFormat, closeLabel],
  )
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <DatesProvider settings={{ locale: i18n.language.toLowerCase(), firstDayOfWeek: i18n.language === 'en' ? 0 : 1 }}>
        <Messages />
        <WrittenDatesContext value={written}>{children}</WrittenDatesContext>
      </DatesProvider>
    </MantineProvider>
  )
}

const MessagesInCorner = lazy(() => import('#ui/messages.tsx'))

/** Loaded with the first message. */
function Messages() {
  const { notifications, queue } = useNotifications()
  const hasShown = useRef(false)
  hasShown.current ||= notifications.length + queue.length > 0
  if (!hasShown.current) return null
  return (
    <Suspense>
      <MessagesInCorner />
    </Suspense>
  )
}
