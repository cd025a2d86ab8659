import { findRound } from '@nightflow/schemas/metering/walk-by'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { callQuietly } from '#api/call-quietly.ts'
import { ProblemError } from '#api/problem-error.ts'
import { currentToken } from '#api/token.ts'
import { checkSession, findKeptPerson } from '#metering/round/round-person.ts'
import { findKeptRound, keepRound, listKeptReadings, type RoundPerson } from '#metering/round/round-store.ts'
import { type SendOutcome, sendReadings } from '#metering/round/send-readings.ts'
import { useIsOnline } from '#session/use-is-online.ts'

/** The query client would wait for a network; rows on the phone are read without one. */
const onPhone = { networkMode: 'always', retry: false, staleTime: 0, gcTime: 0 } as const
const retrySeconds = 30

/** The reader, and whether the service knows the session. The phone answers first, the service when it can. */
export function useRoundPerson() {
  const isOnline = useIsOnline()
  const token = currentToken()
  const session = useQuery({ queryKey: ['round', 'session', token, isOnline], queryFn: checkSession, ...onPhone })
  const kept = useQuery({ queryKey: ['round', 'person', token, session.data], queryFn: findKeptPerson, ...onPhone })
  const isKnown = kept.data !== undefined && (kept.data !== null || !session.isPending)
  return { person: kept.data ?? undefined, isKnown, session: session.data, error: kept.error }
}

/** A round as this phone has it, renewed from the service when it answers. */
export function useRound(person: RoundPerson | undefined, walkById: number) {
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const owner = person?.person
  const key = useMemo(() => ['round', 'kept', owner, walkById], [owner, walkById])
  const kept = useQuery({
    queryKey: key,
    queryFn: async () => (await findKeptRound(owner!, walkById)) ?? null,
    ...onPhone,
    enabled: owner !== undefined,
  })
  const renewed = useQuery({
    queryKey: ['round', 'renewed', owner, walkById, isOnline],
    queryFn: async () => {
      const round = await callQuietly(findRound, { walkById })
      await keepRound({ person: owner!, walkById, round, fetchedAt: new Date().toISOString() })
      await client.invalidateQueries({ queryKey: key })
      return true
    },
    ...onPhone,
    enabled: owner !== undefined,
    meta: { isQuiet: true },
  })
  const problem = renewed.error instanceof ProblemError ? renewed.error : undefined
  return { kept: kept.data, error: kept.error, problem, isAsking: kept.isPending || renewed.isPending, renew: renewed.refetch }
}

/** Every reading of the person on this phone, of all rounds. */
export function useKeptReadings(person: RoundPerson | undefined) {
  const client = useQueryClient()
  const owner = person?.person
  const key = useMemo(() => ['round', 'readings', owner], [owner])
  const { data: readings } = useQuery({
    queryKey: key,
    queryFn: () => listKeptReadings(owner!),
    ...onPhone,
    enabled: owner !== undefined,
  })
  const reload = useCallback(() => client.invalidateQueries({ queryKey: key }), [client, key])
  return { readings, reload }
}

/** Sends what is kept: after each reading, when the network comes back, every half minute, and on request. */
export function useSending(person: RoundPerson | undefined, waiting: number, onProgress: () => void, onSent: () => void) {
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<SendOutcome>()
  const isOnline = useIsOnline()
  const send = useCallback(async () => {
    if (!person) return
    setIsSending(true)
    try {
      const ended = await sendReadings(person, onProgress)
      setOutcome(ended)
      onSent()
    } finally {
      setIsSending(false)
    }
  }, [person, onProgress, onSent])
  useEffect(() => {
    if (waiting === 0 || !isOnline || outcome === 'session-over') return
    void send()
    const timer = setInterval(() => void send(), retrySeconds * 1000)
    return () => clearInterval(timer)
  }, [waiting, isOnline, outcome, send])
  return { isSending, outcome, send }
}
