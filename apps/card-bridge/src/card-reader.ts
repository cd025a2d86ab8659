import {
  type BridgeOperation,
  type BridgeReply,
  BridgeRequest,
  bridgeCodes,
  bridgeIp,
  cardProtocolVersion,
  type PrintOut,
  supplierCode,
} from '@nightflow/schemas/cards/bridge'
import { CardKind, CardTechnology } from '@nightflow/schemas/cards/card-image'
import { emptied, type VirtualCard } from './virtual-card.ts'

/**
 * Faults on demand, each for the next operation that it can meet. `pulled-before-write`: the card leaves the reader before anything is on it;
 * `pulled-after-write`: it has everything, and the reply is an error; `cut-after-write`: it has everything, and there is no reply. `old-protocol`
 * stays until it is taken back.
 */
export type Fault = 'unreadable' | 'pulled-before-write' | 'pulled-after-write' | 'cut-after-write' | 'old-protocol'
/** The bridge breaks the connection in place of a reply. */
export const cut = Symbol('cut')

type Printed = { operation: 'printTicket' | 'printInvoice'; print: PrintOut }
const printedMax = 100
const aboutBridge: readonly BridgeOperation[] = ['update', 'getVersion']

/** A card reader with one slot, and a printer. */
export class CardReader {
  #card: VirtualCard | undefined
  readonly #faults = new Set<Fault>()
  readonly printed: Printed[] = []

  insert(card: VirtualCard | undefined): void {
    this.#card = card
  }

  get card(): VirtualCard | undefined {
    return this.#card
  }

  fault(fault: Fault): void {
    this.#faults.add(fault)
  }

  repair(): void {
    this.#faults.clear()
  }

  /** The reply to a message as it came. */
  answer(message: string): BridgeReply | typeof cut {
    const request = requestIn(message)
    if (!request) return { errorCode: bridgeCodes.parameterError, dataType: 'unknown' }
    const { operateType: dataType, protocolVersion, data } = request
    const versions: readonly string[] = aboutBridge.includes(dataType) ? [bridgeIp, cardProtocolVersion] : [cardProtocolVersion]
    if (!versions.includes(protocolVersion) || this.#faults.has('old-protocol'))
      return { errorCode: bridgeCodes.protocolVersionError, dataType }
    if (data.supplier !== supplierCode) return { errorCode: bridgeCodes.parameterError, dataType }
    const done = this.#carryOut(request)
    if (done === cut) return cut
    return typeof done === 'number' ? { errorCode: done, dataType } : { errorCode: bridgeCodes.success, dataType, data: done }
  }

  #carryOut({ operateType, data }: BridgeRequest): number | typeof cut | NonNullable<BridgeReply['data']> {
    const { e55, cpu } = CardTechnology.enum
    switch (operateType) {
      case 'update':
      case 'getVersion':
        return { version: cardProtocolVersion }
      case 'readE55Card':
        return this.#read(e55)
      case 'readCpuCard':
        return this.#read(cpu)
      case 'writeE55Card':
        return this.#write(e55, data, bridgeCodes.writeCard)
      case 'writeCpuCard':
        return this.#write(cpu, data, bridgeCodes.writeCard)
      case 'createCpuCard':
        return this.#isEmpty() ? this.#write(cpu, data, bridgeCodes.createCard) : bridgeCodes.cardNotEmpty
      case 'recycleCpuCard':
        if (this.#isEmpty()) return bridgeCodes.cardEmpty
        return this.#write(cpu, { card: this.#card && emptied(this.#card) }, bridgeCodes.recycleCard)
      case 'printTicket':
      case 'printInvoice':
        if (!data.print) return bridgeCodes.parameterError
        this.printed.push({ operation: operateType, print: data.print })
        if (this.printed.length > printedMax) this.printed.shift()
        return {}
      default:
        return bridgeCodes.unknown
    }
  }

  #isEmpty = (): boolean => this.#card?.data.cardType === CardKind.enum.blank

  #read(technology: CardTechnology): number | NonNullable<BridgeReply['data']> {
    if (!this.#card) return bridgeCodes.cardReadConnection
    if (this.#card.technology !== technology) return bridgeCodes.cardRead
    return this.#meets('unreadable') ? bridgeCodes.readCard : { card: this.#card.data }
  }

  #write(
    technology: CardTechnology,
    { card }: Pick<BridgeRequest['data'], 'card'>,
    failed: number,
  ): number | typeof cut | NonNullable<BridgeReply['data']> {
    const held = this.#card
    if (!held) return bridgeCodes.cardReadConnection
    if (!card) return bridgeCodes.parameterError
    if (held.technology !== technology || held.data.cardNo !== card.cardNo) return failed
    if (this.#meets('pulled-before-write')) {
      this.#card = undefined
      return failed
    }
    held.data = card
    if (this.#meets('pulled-after-write')) {
      this.#card = undefined
      return failed
    }
    return this.#meets('cut-after-write') ? cut : { card }
  }

  /** A fault is for one operation. */
  #meets = (fault: Fault): boolean => this.#faults.delete(fault)
}

const requestIn = (message: string): BridgeRequest | undefined => {
  try {
    return BridgeRequest.parse(JSON.parse(message))
  } catch {
    return undefined
  }
}
