import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ReadStruct, ThriftFields, ThriftValue } from './thrift-binary.ts'
import { ModuleSilent, type ThriftConnection } from './thrift-connection.ts'

export type TokenApiUser = { realm: string; username: string; password: string }

/** The module refused a call. `code` is one of its own identifiers, such as `EKeystore.NotFound`. */
export class TokenApiError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`the security module refused: ${code}`)
    this.code = code
  }
}

const Code = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.,-]{0,39}$/)
const IssuedToken = z.object({
  pan: z.string(),
  supplyGroup: z.int(),
  keyRevision: z.int(),
  tariffIndex: z.int(),
  tokenClass: z.int().min(0).max(2),
  subclass: z.int().min(0).max(15),
  tokenIdentifier: z.int(),
  /** Units that the token carries, not coded. */
  amount: z.number(),
  digits: z.string().regex(/^\d{20}$/),
})
export type IssuedToken = z.infer<typeof IssuedToken>

const succeeded = 0
const failed = 1
/** The session of a module is kept by it; it says when it is over. */
const sessionOver = 'EAuthentication.Token'
const apiVersion = '1.1'

export const i16 = (value: number): ThriftValue => ({ type: 'i16', value })
export const i32 = (value: number): ThriftValue => ({ type: 'i32', value })
export const i64 = (value: number): ThriftValue => ({ type: 'i64', value })
export const text = (value: string): ThriftValue => ({ type: 'text', value })
export const double = (value: number): ThriftValue => ({ type: 'double', value })
export const bool = (value: boolean): ThriftValue => ({ type: 'bool', value })
export const struct = (value: ThriftFields): ThriftValue => ({ type: 'struct', value })

const unreadable = (cause: unknown): ModuleSilent => new ModuleSilent('the module answered with something else', { cause })
/** Every module answers what the interface describes; anything else counts as no answer. */
const parsed = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const read = schema.safeParse(value)
  if (!read.success) throw unreadable(read.error)
  return read.data
}
const asStruct = (value: unknown): ReadStruct => parsed(z.map(z.number(), z.any()), value) as ReadStruct

const tokenOf = (value: unknown): IssuedToken => {
  const fields = asStruct(value)
  const named = {
    pan: 2,
    supplyGroup: 5,
    keyRevision: 6,
    tariffIndex: 7,
    tokenClass: 10,
    subclass: 11,
    tokenIdentifier: 12,
    amount: 13,
    digits: 30,
  }
  return parsed(IssuedToken, Object.fromEntries(Object.entries(named).map(([name, field]) => [name, fields.get(field)])))
}

export type TokenApi = ReturnType<typeof openTokenApi>

/**
 * The calls of the TokenAPI of Prism modules, version 1.1, by the numbers of its interface description. Signs in when a call needs it, and once more
 * where the module has ended the session.
 */
export const openTokenApi = (connection: ThriftConnection, user: TokenApiUser) => {
  let session: Promise<string> | undefined

  const call = async (name: string, fields: ThriftFields): Promise<unknown> => {
    const answer = await connection.call(name, fields)
    const refused = answer.get(failed)
    if (refused !== undefined) throw new TokenApiError(parsed(Code, asStruct(refused).get(1)))
    return answer.get(succeeded)
  }

  const signIn = async (): Promise<string> => {
    const { realm, username, password } = user
    const options = struct({ 1: text(apiVersion) })
    const answer = await call('signInWithPassword', {
      1: text(randomUUID()),
      2: text(realm),
      3: text(username),
      4: text(password),
      5: options,
    })
    return parsed(z.string().min(1).max(10_000), asStruct(answer).get(1))
  }

  /** The session of all calls at a time; a sign-in that failed is tried again by the next call. */
  const signedIn = async (): Promise<string> => {
    session ??= signIn()
    const mine = session
    try {
      return await mine
    } catch (error) {
      if (session === mine) session = undefined
      throw error
    }
  }

  const ask = async (name: string, messageId: string, fields: ThriftFields): Promise<unknown> => {
    const token = await signedIn()
    try {
      return await call(name, { 1: text(messageId), 2: text(token), ...fields })
    } catch (error) {
      if (!(error instanceof TokenApiError && error.code === sessionOver)) throw error
      session = undefined
      return call(name, { 1: text(messageId), 2: text(await signedIn()), ...fields })
    }
  }

  const tokens = async (name: string, messageId: string, fields: ThriftFields): Promise<IssuedToken[]> =>
    parsed(z.array(z.any()).min(1).max(8), await ask(name, messageId, fields)).map(tokenOf)

  return {
    /** The tokens of an earlier request; undefined where the module has none. */
    fetchTokenResult: async (requestId: string): Promise<IssuedToken[] | undefined> => {
      try {
        return await tokens('fetchTokenResult', randomUUID(), { 3: text(requestId) })
      } catch (error) {
        if (error instanceof TokenApiError && error.code === 'ECacheMiss') return undefined
        throw error
      }
    },
    issueTokens: (
      verb: 'issueCreditToken' | 'issueMseToken',
      requestId: string,
      {
        meter,
        subclass,
        units,
        tokenTime,
        flags,
      }: { meter: ThriftValue; subclass: number; units: number; tokenTime: number; flags: number },
    ) => tokens(verb, requestId, { 3: meter, 4: i16(subclass), 5: double(units), 6: i64(tokenTime), 7: i64(flags) }),
    issueKeyChangeTokens: (requestId: string, meter: ThriftValue, next: ThriftValue) =>
      tokens('issueKeyChangeTokens', requestId, { 3: meter, 4: next }),
    issueMeterTestToken: async (requestId: string, subclass: number, control: number, manufacturerCode: number): Promise<string> => {
      const answer = await ask('issueMeterTestToken', requestId, { 3: i16(subclass), 4: i64(control), 5: i16(manufacturerCode) })
      return parsed(IssuedToken.shape.digits, asStruct(answer).get(30))
    },
    /** The code of the check, and the token where it is valid. */
    verifyToken: async (meter: ThriftValue, digits: string): Promise<{ result: string; token: IssuedToken | undefined }> => {
      const answer = asStruct(await ask('verifyToken', randomUUID(), { 3: meter, 4: text(digits) }))
      const token = answer.get(2)
      return { result: parsed(Code, answer.get(1)), token: token === undefined ? undefined : tokenOf(token) }
    },
  }
}
