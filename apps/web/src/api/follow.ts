import { byTimerHeader } from '@nightflow/schemas/shared/by-timer'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { httpRequestOf } from '#api/call.ts'
import { pauseFor } from '#api/pause.ts'

const pauses = { firstMilliseconds: 2_000, maximumMilliseconds: 60_000 } as const

/**
 * Follows the server-sent events of an endpoint until the signal aborts. A connection that ends is opened again, after a pause that grows where it was refused. The
 * connection keeps no session, and ends with it.
 */
export async function followEvents(endpoint: Pick<Endpoint, 'method' | 'path'>, onEvent: () => void, signal: AbortSignal): Promise<void> {
  let pause: number = pauses.firstMilliseconds
  while (!signal.aborted) {
    const opened = await followOnce(endpoint, onEvent, signal).catch(() => 'failed' as const)
    if (opened === 'over') return
    pause = opened === 'ended' ? pauses.firstMilliseconds : Math.min(pause * 2, pauses.maximumMilliseconds)
    await pauseFor(pause, signal)
  }
}

/** `over`: the session has ended, so that another try is in vain. */
async function followOnce(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  onEvent: () => void,
  signal: AbortSignal,
): Promise<'ended' | 'failed' | 'over'> {
  const { path, init } = httpRequestOf(endpoint, {})
  const headers = { ...init.headers, accept: 'text/event-stream', [byTimerHeader]: 'yes' }
  const response = await fetch(path, { ...init, headers, signal })
  if (response.status === 401) return 'over'
  if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return 'failed'
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    if (done) return 'ended'
    const parts = (rest + value).split('\n\n')
    rest = parts.pop() ?? ''
    if (parts.some((part) => part.split('\n').some((line) => line.startsWith('data:')))) onEvent()
  }
}
