import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 9106 and OWASP's minimum for Argon2id; kept with each hash, so that raising them leaves older hashes readable. */
const current = { memoryKibibytes: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/**
 * For passwords that the service drew itself: their 68 bits of chance withstand any guessing, so one import of thousands of people need not
 * spend minutes on them.
 */
const ofDrawn = { memoryKibibytes: 256, passes: 1, parallelism: 1 }

/** A hash in the usual form `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export const hashPassword = (password: string): Promise<string> => hashWith(password, current)

/** The same at less cost, for passwords of `randomPassword` alone. */
export const hashDrawnPassword = (password: string): Promise<string> => hashWith(password, ofDrawn)

const hashWith = async (password: string, parameters: typeof current): Promise<string> => {
  const salt = randomBytes(saltBytes)
  const tag = await derive(password, salt, parameters, tagBytes)
  const { memoryKibibytes, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memoryKibibytes},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** False for a wrong password as for a hash in a form unknown here. Takes the time of a full hash at least, so that the time discloses nothing of an account. */
export const verifyPassword = async (password: string, hash: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt, tag] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash) ?? []
  if (Number(memory ?? 0) < current.memoryKibibytes) await derive(password, randomBytes(saltBytes), current, tagBytes)
  if (!memory || !passes || !parallelism || !salt || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const parameters = { memoryKibibytes: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), parameters, expected.length), expected)
}

const derive = (password: string, nonce: Buffer, parameters: typeof current, tagLength: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { memoryKibibytes: memory, passes, parallelism } = parameters
    argon2('argon2id', { message: password.normalize('NFKC'), nonce, parallelism, tagLength, memory, passes }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    )
  })

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
