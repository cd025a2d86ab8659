import { streamNotice } from '@nightflow/schemas/alarms/stream-notice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { followEvents } from '#api/follow.ts'
import { type WallFigures, wallQuery } from '#dashboard/dashboard-queries.ts'

/** Fetches the wall again each time the server says that alarms have changed. A view link has no session to follow them with, and polls. */
export function useLiveWall(link: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (link !== undefined) return
    const leaving = new AbortController()
    const onEvent = () => void client.invalidateQueries({ queryKey: wallQuery(undefined).queryKey })
    void followEvents(streamNotice, { onEvent, signal: leaving.signal })
    return () => leaving.abort()
  }, [client, link])
}

type Alarm = WallFigures['latestAlarms'][number]
/** How long a new alarm stays across the wall. */
const newsMilliseconds = 60_000

/** The newest alarm while it is new: raised since the wall was opened, and not longer ago than a minute on it. */
export function useNewAlarm(alarms: readonly Alarm[] | undefined): Alarm | undefined {
  const seen = useRef<number | undefined>(undefined)
  const [news, setNews] = useState<Alarm>()
  const newest = alarms?.toSorted((one, other) => other.alarmProcessedId - one.alarmProcessedId)[0]
  const id = newest?.alarmProcessedId ?? 0
  useEffect(() => {
    if (alarms === undefined) return
    if (seen.current !== undefined && id > seen.current) setNews(newest)
    seen.current = Math.max(seen.current ?? 0, id)
  }, [alarms, id, newest])
  useEffect(() => {
    if (news === undefined) return
    const timer = setTimeout(() => setNews(undefined), newsMilliseconds)
    return () => clearTimeout(timer)
  }, [news])
  return news
}
