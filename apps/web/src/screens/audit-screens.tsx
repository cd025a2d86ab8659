import type { ComponentProps } from 'react'
import { EventsScreen } from '#audit/events-screen.tsx'
import { JobsScreen } from '#audit/jobs-screen.tsx'
import { useMay } from '#session/session-query.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'

export function Events({ search, onSearch }: ScreenProps<ComponentProps<typeof EventsScreen>['choice']>) {
  return <EventsScreen choice={search} onChoice={(next) => onSearch(next, { resetScroll: false })} />
}

export function Jobs() {
  const mayRun = useMay('audit:replay:run')
  return <JobsScreen mayRun={mayRun} />
}
