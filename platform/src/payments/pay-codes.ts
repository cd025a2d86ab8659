import { createHmac, timingSafeEqual } from 'node:crypto'
import { PayPassContent, payAddressOf, payFragment } from '@nightflow/schemas/payments/pay-page'
import { InUse } from '@nightflow/schemas/shared/lists'
import { isSignature } from '../rules/is-signature.ts'
import type { Queryable } from '../storage/platform-tables.ts'

/** Crockford's base 32: no letter that is read as a digit. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLetters = 12
const groupLetters = 4
const passMinutes = 30

type Holder = { tenant: string; accountNo: string; contractNo: number }

const signed = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update(purpose).digest()).update(text).digest()

/**
 * The code on the bills of one holder of an account: 60 bits that follow from the key of the service, in groups such as `7K3P-9QXW-2M4T`. Another
 * holder of the account has another one.
 */
export const payCodeOf = (secret: string, { tenant, accountNo, contractNo }: Holder): string => {
  const bytes = signed(secret, 'pay code', JSON.stringify([tenant, accountNo, contractNo]))
  const code = Array.from({ length: codeLetters }, (_, at) => letters[bytes[at]! % letters.length]!).join('')
  return code.replaceAll(new RegExp(`(.{${groupLetters}})(?=.)`, 'g'), '$1-')
}

/** As people type it: in either case, with or without hyphens, and with letters that look like digits. */
const spelled = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[ -]/g, '').replaceAll('O', letters.charAt(0)).replaceAll(/[IL]/g, letters.charAt(1))

export const isPayCode = (secret: string, holder: Holder, typed: string): boolean => {
  const [given, expected] = [Buffer.from(spelled(typed)), Buffer.from(payCodeOf(secret, holder).replaceAll('-', ''))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Opens the further calls of the page for half an hour: `base64url(JSON).signature`. */
export const signPayPass = (secret: string, holder: Holder, now: Date): string => {
  const content = { ...holder, until: now.getTime() + passMinutes * 60_000 }
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${signed(secret, 'pay pass', text).toString('base64url')}`
}

export const readPayPass = (secret: string, pass: string, now: Date): Holder | undefined => {
  const [text = '', signature = '', ...rest] = pass.split('.')
  if (rest.length > 0 || !isSignature(signature, signed(secret, 'pay pass', text))) return undefined
  const content = PayPassContent.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return content.success && content.data.until > now.getTime() ? content.data : undefined
}

/** The public address of the service, as the platforms of a tenant call it; undefined where no platform is offered. */
export const publicAddressOf = async (database: Queryable, tenant: string): Promise<string | undefined> => {
  const { rows } = await database.query<{ address: string }>(
    `select system_callback_address as address from platform.platform_associations offered
     join platform.payment_platforms platforms using (tenant, platform_id)
     where offered.tenant = $1 and offered.status = '${InUse.enum.enabled}' and platforms.status = '${InUse.enum.enabled}' order by association_id limit 1`,
    [tenant],
  )
  return rows[0]?.address
}

/** Where the holder of a contract pays without a sign-in: the page with the account and its code behind the `#`; null where no platform is offered. */
export const payLinkOf = async (
  database: Queryable,
  secret: string,
  holder: Holder,
): Promise<{ address: string; page: string; code: string } | null> => {
  const base = await publicAddressOf(database, holder.tenant)
  if (base === undefined) return null
  const code = payCodeOf(secret, holder)
  const address = payAddressOf(base, holder.tenant, { [payFragment.account]: holder.accountNo, [payFragment.code]: code })
  return { address, code, page: address.slice(0, address.indexOf('#')) }
}
