import { type CardOperation, CardOperation as Operations, type SystemOperation, WriteStatus } from '@nightflow/schemas/cards/card'
import * as calls from '@nightflow/schemas/cards/card-calls'
import type { CardImage, CardTechnology } from '@nightflow/schemas/cards/card-image'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { useProblemText } from '#api/problem-text.ts'
import { BridgeFailure, BridgeUnreachable, readFromBridge, writeToBridge } from '#cards/bridge-client.ts'
import { newOperationId } from '#ui/operation-id.ts'

export type Reading = { image: CardImage; found: ResponseOf<typeof calls.readCard> }
export type Done = { operation: CardOperation; accountNo: string; amountMinor: number; litres: number; operationId: string; cardNo: string }

/** Calls that prepare the write of an operation. */
const preparing = {
  [Operations.enum.make]: calls.makeCard,
  [Operations.enum.recharge]: calls.rechargeCard,
  [Operations.enum.refund]: calls.refundCard,
  [Operations.enum.replace]: calls.replaceCard,
  [Operations.enum.recycle]: calls.recycleCard,
}
export const callOf = (operation: CardOperation) => preparing[operation]

/** The card in the reader, and the operations on it: read, prepared by the service, written by the bridge, reported. */
export function useDesk(technology: CardTechnology) {
  const { t } = useTranslation('cards')
  const client = useQueryClient()
  const problemText = useProblemText()
  const [reading, setReading] = useState<Reading>()
  const [isUnreachable, setUnreachable] = useState(false)
  const [done, setDone] = useState<Done>()

  /** The failure of the bridge in words; operations whose write fails have a message of their own before it. */
  const failed = (error: unknown, operation?: string): unknown => {
    if (error instanceof BridgeUnreachable) {
      setUnreachable(true)
      return new ProblemError('bridge', 0, { detail: t('bridge.open') })
    }
    if (!(error instanceof BridgeFailure)) {
      if (operation !== Operations.enum.make) return error
      return new ProblemError('bridge', 0, { detail: [t('message.opening'), problemText(error)].join(' · ') })
    }
    const said = t(`bridge.error.${error.errorCode}`)
    const isReading = error.operation === 'readE55Card' || error.operation === 'readCpuCard'
    const about = isReading ? t('message.reading') : operation === undefined ? null : t(`message.failed.${operation}`)
    return new ProblemError('bridge', 0, { detail: [about, said].filter(Boolean).join(' · ') })
  }
  const inWords = async <Answer>(work: () => Promise<Answer>, operation?: string): Promise<Answer> => {
    try {
      return await work()
    } catch (error) {
      // The write that was cut off is offered again.
      await refresh()
      throw failed(error, operation)
    }
  }
  const refresh = async () => {
    for (const each of [resourceCalls.cards, resourceCalls.cardRecords, resourceCalls.systemCards])
      await client.invalidateQueries({ queryKey: [each.list.path] })
    await client.invalidateQueries({ queryKey: ['account-card'] })
  }
  const show = async (image: CardImage, isUserCard = false) => {
    const found = await call(calls.readCard, { image, isUserCard })
    setReading({ image, found })
    await refresh()
    return { image, found }
  }
  const write = async (pending: calls.PendingWrite, accountNo: string) => {
    const { operationId, operation, image, amountMinor, purchaseLitres, status } = pending
    if (status !== WriteStatus.enum.written) await writeToBridge(image, operation)
    await call(calls.reportWrite, { operationId, accountNo })
    setDone({ operation, accountNo, amountMinor, litres: purchaseLitres, operationId, cardNo: image.cardNo })
    await show(await readFromBridge(image.technology))
  }
  return {
    reading,
    done,
    isUnreachable,
    closeUnreachable: () => setUnreachable(false),
    read: (isUserCard: boolean) => {
      setReading(undefined)
      setDone(undefined)
      return inWords(async () => show(await readFromBridge(technology), isUserCard))
    },
    /** A repeated press of the same dialog is the same operation. */
    carryOut: (operation: CardOperation, accountNo: string, operationId: string, typed: object) =>
      inWords(async () => {
        const image = await readFromBridge(technology)
        const pending = await call(callOf(operation), { ...typed, operationId, accountNo, image } as never)
        await write(pending, accountNo)
      }, operation),
    writeAgain: (pending: calls.PendingWrite, accountNo: string) => inWords(() => write(pending, accountNo), pending.operation),
    cancel: (pending: calls.PendingWrite, accountNo: string, reason: string) =>
      inWords(async () => {
        const image = await readFromBridge(technology)
        await call(calls.cancelWrite, { operationId: pending.operationId, accountNo, image, reason })
        await show(image)
      }),
    writeSystem: (operation: SystemOperation) =>
      inWords(async () => {
        const operationId = newOperationId()
        const { image } = await call(calls.writeSystemCard, { operationId, operation, image: await readFromBridge(technology) })
        await writeToBridge(image)
        await call(calls.reportSystemCard, { operationId, operation, image })
        const written = await readFromBridge(technology)
        setReading({ image: written, found: emptyFound(written) })
        await refresh()
      }),
    failed,
  }
}
export type Desk = ReturnType<typeof useDesk>

/** A card without an account, which the service needs not look at. */
const emptyFound = (image: CardImage): Reading['found'] => ({
  ...{ kind: image.kind, isConfigured: image.systemNo !== '', accountNo: null, customerName: null, meterNo: null, state: null },
  ...{ purchaseNo: 0, purchaseLitres: 0, purchaseMinor: 0, isLoaded: false, settled: null, pending: null },
})
