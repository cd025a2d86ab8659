import { listAlarms } from '@nightflow/schemas/alarms/endpoints'
import { streamNotice } from '@nightflow/schemas/alarms/stream-notice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noticesQuery } from '#alarms/bell-queries.ts'
import { followEvents } from '#api/follow.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** Fetches the bell and the list of alarms again each time the server says that they have changed. */
export function useNoticeStream(): void {
  const client = useQueryClient()
  const isFollowing = useMayDo()(listAlarms)
  useEffect(() => {
    if (!isFollowing) return
    const leaving = new AbortController()
    let isFirst = true
    const onEvent = () => {
      // The first event says that the connection is open: the bell is there by then.
      if (!isFirst) for (const queryKey of [noticesQuery.queryKey, [listAlarms.path]]) client.invalidateQueries({ queryKey })
      isFirst = false
    }
    followEvents(streamNotice, { onEvent, signal: leaving.signal })
    return () => leaving.abort()
  }, [client, isFollowing])
}
