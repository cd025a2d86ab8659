import { byTimerHeader } from '@nightflow/schemas/shared/by-timer'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { httpRequestOf } from '#api/call.ts'
import { pauseFor } from '#api/pause.ts'

const pauses = { firstMilliseconds: 2_000, maximumMilliseconds: 60_000 } as const
/** The service writes at least every 20 seconds: a connection on which nothing comes is cut, although neither end says so. */
const silenceMilliseconds = 45_000

type Followed = {
  request?: object
  /** The data of one event. */
  onEvent: (data: string) => void
  /** Is the connection open, so that a poll is not needed? */
  onConnection?: (isOpen: boolean) => void
  signal: AbortSignal
}

/**
 * Follows the server-sent events of an endpoint until the signal aborts. A connection that ends is opened again, after a pause that grows where it was refused. The
 * connection keeps no session, and ends with it.
 */
export async function followEvents(endpoint: Pick<Endpoint, 'method' | 'path'>, followed: Followed): Promise<void> {
  const { signal, onConnection } = followed
  let pause: number = pauses.firstMilliseconds
  while (!signal.aborted) {
    const opened = await followOnce(endpoint, followed).catch(() => 'failed' as const)
    onConnection?.(false)
    if (opened === 'over') return
    pause = opened === 'ended' ? pauses.firstMilliseconds : Math.min(pause * 2, pauses.maximumMilliseconds)
    await pauseFor(pause, signal)
  }
}

/** `over`: the session has ended, so that another try is in vain. */
async function followOnce(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  { request = {}, onEvent, onConnection, signal }: Followed,
): Promise<'ended' | 'failed' | 'over'> {
  const { path, init } = httpRequestOf(endpoint, request)
  const headers = { ...init.headers, accept: 'text/event-stream', [byTimerHeader]: 'yes' }
  const cut = new AbortController()
  const onOffline = () => cut.abort()
  window.addEventListener('offline', onOffline)
  let silence: ReturnType<typeof setTimeout> | undefined
  const hear = () => {
    clearTimeout(silence)
    silence = setTimeout(() => cut.abort(), silenceMilliseconds)
  }
  try {
    hear()
    const response = await fetch(path, { ...init, headers, signal: AbortSignal.any([signal, cut.signal]) })
    if (response.status === 401) return 'over'
    if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return 'failed'
    onConnection?.(true)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value = '' } = await reader.read()
      if (done) return 'ended'
      hear()
      const parts = (rest + value).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) for (const data of dataOf(part)) onEvent(data)
    }
  } finally {
    clearTimeout(silence)
    window.removeEventListener('offline', onOffline)
  }
}

/** The data of one event; a comment, such as a heartbeat, has none. */
const dataOf = (part: string): string[] => {
  const lines = part.split('\n').filter((line) => line.startsWith('data:'))
  return lines.length === 0 ? [] : [lines.map((line) => line.slice('data:'.length).trim()).join('\n')]
}
