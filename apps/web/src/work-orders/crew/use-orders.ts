import { listBoard } from '@nightflow/schemas/work-orders/work-order-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { callQuietly } from '#api/call-quietly.ts'
import { useIsOnline } from '#session/use-is-online.ts'
import { findKeptOrders, forgetOrders, keepOrders, listFiles, listOperations } from '#work-orders/crew/order-store.ts'
import { type SendOutcome, sendOperations } from '#work-orders/crew/send-operations.ts'

/** The query client would wait for a network; rows on the phone are read without one. */
const onPhone = { networkMode: 'always', retry: false, staleTime: 0, gcTime: 0 } as const
const retryMilliseconds = 30_000

/** The orders of a person as this phone has them, renewed from the service when it answers, and the operations that wait. */
export function useOrders(person: string, isStillSignedIn: () => boolean) {
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const [outcome, setOutcome] = useState<SendOutcome>()
  const kept = useQuery({
    queryKey: ['crew', 'kept', person],
    queryFn: async () => {
      await forgetOrders(person)
      return (await findKeptOrders(person)) ?? null
    },
    ...onPhone,
  })
  const operations = useQuery({ queryKey: ['crew', 'operations', person], queryFn: () => listOperations(person), ...onPhone })
  const files = useQuery({ queryKey: ['crew', 'files', person], queryFn: () => listFiles(person), ...onPhone })
  const renewed = useQuery({
    queryKey: ['crew', 'renewed', person, isOnline],
    queryFn: async () => {
      const { rows } = await callQuietly(listBoard, { mine: 'true' })
      await keepOrders({ person, orders: rows, fetchedAt: new Date().toISOString() })
      await client.invalidateQueries({ queryKey: ['crew', 'kept', person] })
      return true
    },
    ...onPhone,
    refetchInterval: 60_000,
    meta: { isQuiet: true },
  })
  const { refetch: renew } = renewed
  const reload = useCallback(async () => {
    await client.invalidateQueries({ queryKey: ['crew', 'operations', person] })
    await client.invalidateQueries({ queryKey: ['crew', 'files', person] })
  }, [client, person])
  const send = useCallback(async () => {
    setOutcome(await sendOperations(person, isStillSignedIn))
    await renew()
    await reload()
  }, [person, isStillSignedIn, renew, reload])
  const waiting = operations.data?.filter(({ state }) => state === 'kept').length ?? 0
  const pictures = files.data?.filter(({ state }) => state === 'kept').length ?? 0
  useEffect(() => {
    if (waiting + pictures === 0 || !isOnline || outcome === 'session-over') return
    void send()
    const timer = setInterval(() => void send(), retryMilliseconds)
    return () => clearInterval(timer)
  }, [waiting, pictures, isOnline, outcome, send])
  return {
    kept: kept.data,
    operations: operations.data ?? [],
    files: files.data ?? [],
    waiting,
    outcome,
    isOnline,
    reload,
    isAsking: kept.isPending,
  }
}
