import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type TLSSocket } from 'node:tls'
import type { TokenResult, TokenResults } from '@nightflow/domain/prepaid/kept-results'
import { softwareVendor } from '@nightflow/domain/prepaid/software-vendor'
import type { CreditSubclass, RegisterSubclass } from '@nightflow/domain/prepaid/sts/token-content'
import type { BaseDateYear } from '@nightflow/domain/prepaid/sts/token-identifier'
import { transferAmount, unitsOfCode } from '@nightflow/domain/prepaid/sts/transfer-amount'
import type { TokenVendor, VendedTokens, VendingMeter } from '@nightflow/domain/prepaid/token-vendor'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import {
  type ReadStruct,
  readThrift,
  type ThriftFields,
  type ThriftMessage,
  type ThriftValue,
  thriftMessages,
  writeThrift,
} from '@nightflow/server/vending/thrift-binary'
import { bool, double, i16, i32, struct, text } from '@nightflow/server/vending/token-api'
import { vendingKeyCiphers } from '@nightflow/server/vending-key-ciphers'
import { selfSigned } from './self-signed.ts'
import { suiteKeys } from './vending-of-tests.ts'

/** `silent`: no answer. `cut`: the connection ends after the token was made. `slow`: the answer comes late. `refused`: the module is out of order. */
export type HsmFault = 'silent' | 'cut' | 'slow' | 'refused' | 'session-over'

class Refused extends Error {}

const codes: Readonly<Record<string, string>> = {
  'sts-vending-key-missing': 'EKeystore.NotFound',
  'sts-key-expired': 'ESts.VkExpired',
  'sts-before-base-date': 'ESts.VkBeforeBdt',
}
const accepted = <T extends object>(made: T | Rejection): T => {
  if (isRejection(made)) throw new Refused(codes[made.rejected] ?? 'EParamRange')
  return made
}

export const resultsInMemory = (): TokenResults => {
  const kept = new Map<string, TokenResult>()
  return {
    find: async (requestId) => kept.get(requestId),
    keep: async (result) => {
      if (!kept.has(result.requestId)) kept.set(result.requestId, result)
      return kept.get(result.requestId)!
    },
  }
}

/** Makes the tokens behind a stand-in: the software module with the keys of the published suites. */
export const suiteModule = (random = () => 5): TokenVendor =>
  softwareVendor({
    keys: suiteKeys.map(({ key, ...of }) => ({ ...of, bytes: Uint8Array.from(Buffer.from(key, 'hex')) })),
    ...{ ciphers: vendingKeyCiphers, results: resultsInMemory(), random },
  })

const sessionOfModule = 'session-of-the-module'
const slowMilliseconds = 400

/** A server that speaks the TokenAPI of a security module over TLS, with faults on demand. Its key has one base date. */
export const startTokenApi = async ({ baseDate, password }: { baseDate: BaseDateYear; password: string }) => {
  const certificate = selfSigned()
  const faults = new Set<HsmFault>()
  /** Calls by name, to see what was called and how often. */
  const calls: string[] = []
  const sent: string[] = []
  const made = new Map<string, ThriftFields[]>()
  const module = suiteModule()
  let serial = 0

  const meterOf = (fields: ReadStruct): VendingMeter => ({
    ...{ meterPan: String(fields.get(1)), algorithm: fields.get(2) === 7 ? '07' : '11', keyType: 2, baseDate },
    ...{ supplyGroupCode: String(fields.get(10)).padStart(6, '0'), keyRevisionNumber: Number(fields.get(11)) },
    ...{ tariffIndex: String(fields.get(12)).padStart(2, '0'), keyExpiryNumber: Number(fields.get(30)) },
  })
  const tokenOf = (
    meter: VendingMeter,
    tokenClass: number,
    subclass: number,
    tid: number,
    amount: number,
    digits: string,
  ): ThriftFields => ({
    ...{ 1: text(meter.meterPan.slice(6, 17)), 2: text(meter.meterPan), 3: i16(Number(meter.algorithm)), 4: i16(2) },
    ...{ 5: i32(Number(meter.supplyGroupCode)), 6: i16(meter.keyRevisionNumber), 7: i16(Number(meter.tariffIndex)) },
    ...{ 10: i16(tokenClass), 11: i16(subclass), 12: i32(tid), 13: double(amount), 14: bool(false), 20: text(''), 30: text(digits) },
    41: text('83ACA0'),
  })
  const kept = (messageId: string, tokens: ThriftFields[]): ThriftValue => {
    made.set(messageId, tokens)
    return { type: 'structs', value: tokens }
  }

  const issue = async (isCredit: boolean, fields: ReadStruct): Promise<ThriftValue> => {
    const meter = meterOf(fields.get(3) as ReadStruct)
    const [messageId, subclass, amount] = [String(fields.get(1)), Number(fields.get(4)), Number(fields.get(5))]
    if (fields.get(7) !== 2) throw new Refused('EParamRange')
    const tid = Number(fields.get(6)) - (Date.UTC(baseDate, 0, 1) - Date.UTC(1993, 0, 1)) / 60_000
    // The module makes another token for each call, as a real one does: its own memory is asked by another call.
    const asked = { requestId: `${messageId}/${++serial}`, meter, atMilliseconds: Date.UTC(baseDate, 0, 1), lastTokenIdentifier: tid - 1 }
    const code = subclass === 1 || subclass === 5 ? amount : (accepted(transferAmount(amount)).code as number)
    const vended: VendedTokens = accepted(
      isCredit
        ? await module.issueCredit({ ...asked, subclass: subclass as CreditSubclass, units: amount })
        : await module.issueManagement({ ...asked, subclass: subclass as RegisterSubclass, register: code }),
    )
    return kept(messageId, [tokenOf(meter, isCredit ? 0 : 2, subclass, vended.tokenIdentifier!, vended.units ?? amount, vended.tokens[0]!)])
  }

  const verbs: Record<string, (fields: ReadStruct) => Promise<ThriftValue>> = {
    signInWithPassword: async (fields) => {
      if (fields.get(4) !== password) throw new Refused('ESignin.Authentication')
      return struct({ 1: text(sessionOfModule) })
    },
    issueCreditToken: (fields) => issue(true, fields),
    issueMseToken: (fields) => issue(false, fields),
    issueKeyChangeTokens: async (fields) => {
      const meter = meterOf(fields.get(3) as ReadStruct)
      const to = fields.get(4) as ReadStruct
      const next = {
        ...{ ...meter, supplyGroupCode: String(to.get(1)).padStart(6, '0'), keyRevisionNumber: Number(to.get(2)) },
        tariffIndex: String(to.get(3)).padStart(2, '0'),
      }
      const { tokens } = accepted(await module.changeKey({ requestId: `${String(fields.get(1))}/${++serial}`, meter, next }))
      const sections = [3, 4, 8, 9]
      return kept(
        String(fields.get(1)),
        tokens.map((digits, nth) => tokenOf(next, 2, sections[nth]!, 0, 0, digits)),
      )
    },
    issueMeterTestToken: async (fields) => {
      const [subclass, control, manufacturerCode] = [Number(fields.get(3)), Number(fields.get(4)), Number(fields.get(5))]
      const test = { requestId: `test/${++serial}`, subclass: subclass as 0 | 1, control, manufacturerCode }
      return struct({ 10: i16(1), 30: text(accepted(await module.issueTest(test)).tokens[0]!) })
    },
    verifyToken: async (fields) => {
      const meter = meterOf(fields.get(3) as ReadStruct)
      const digits = String(fields.get(4))
      const read = accepted(await module.verify(meter, digits))
      if (!read.isIntact) return struct({ 1: text('EVerify.Crc') })
      const { content } = read
      if (!('tokenIdentifier' in content)) throw new Refused('EService')
      const isRegister = content.tokenClass === 2
      const code = isRegister ? content.register : content.amountCode
      const amount = isRegister && content.subclass === 1 ? code : unitsOfCode(code)
      const token = tokenOf(meter, content.tokenClass, content.subclass, content.tokenIdentifier, amount, digits)
      return struct({ 1: text('EVerify.Ok'), 2: struct(token) })
    },
    fetchTokenResult: async (fields) => {
      const tokens = made.get(String(fields.get(3)))
      if (!tokens) throw new Refused('ECacheMiss')
      return { type: 'structs', value: tokens }
    },
  }

  const answerTo = async ({ name, sequence, fields }: ThriftMessage): Promise<Buffer> => {
    const reply = (of: ThriftFields) => writeThrift({ name, kind: thriftMessages.reply, sequence, fields: of })
    try {
      if (name !== 'signInWithPassword' && fields.get(2) !== sessionOfModule) throw new Refused('EAuthentication.Token')
      if (name !== 'signInWithPassword' && faults.delete('session-over')) throw new Refused('EAuthentication.Token')
      if (faults.has('refused')) throw new Refused('EService.Disabled')
      return reply({ 0: await verbs[name]!(fields) })
    } catch (error) {
      return reply({ 1: struct({ 1: text((error as Error).message), 2: text('Not for the eyes of a customer') }) })
    }
  }

  const receive = async (socket: TLSSocket, bytes: Buffer): Promise<void> => {
    const message = readThrift(bytes)
    calls.push(message.name)
    sent.push(bytes.toString('latin1'))
    if (faults.has('silent')) return
    const answer = await answerTo(message)
    if (message.name.startsWith('issue') && faults.delete('cut')) return void socket.destroy()
    if (faults.has('slow')) await sleep(slowMilliseconds)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(answer.length)
    // In two parts, as a network may bring them.
    socket.write(Buffer.concat([length, answer.subarray(0, 3)]))
    socket.write(answer.subarray(3))
  }

  const server = createServer(certificate, (socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      while (received.length >= 4 && received.length >= 4 + received.readUInt32BE()) {
        const end = 4 + received.readUInt32BE()
        void receive(socket, received.subarray(4, end))
        received = received.subarray(end)
      }
    })
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  const open = new Set<TLSSocket>()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ ca: certificate.cert, port: (server.address() as AddressInfo).port, faults, calls, sent, made },
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
