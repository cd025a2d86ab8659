import type { HttpAnswer } from '../payment-adapter.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** An object of JSON; empty where the text is none. */
export const jsonIn = (text: string): Json => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The value at a path such as `data.id` or `items.0.id`. */
export const at = (value: unknown, path: string): unknown =>
  path === ''
    ? value
    : path.split('.').reduce<unknown>((inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined), value)

/** A text or a number as a text of a line, at most so long; empty where it is neither. */
export const textAt = (value: unknown, path: string, max = 255): string => {
  const found = at(value, path)
  const written = typeof found === 'number' || typeof found === 'bigint' ? String(found) : typeof found === 'string' ? found : ''
  return written.toWellFormed().replaceAll('\0', '').slice(0, max)
}

/** Whole hundredths of an amount that is written in units (`12.5`) or in hundredths; undefined where it is no such amount. */
export const minorAt = (value: unknown, path: string, unit: 'units' | 'hundredths'): number | undefined => {
  const written = textAt(value, path, 40)
  const [, sign = '', units = '', decimals = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,6}))?$/.exec(written) ?? []
  if (units === '' || /[1-9]/.test(unit === 'units' ? decimals.slice(2) : decimals)) return undefined
  const minor = unit === 'units' ? Number(units) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0')) : Number(units)
  return sign === '-' ? 0 - minor : minor
}

/** Did the other side refuse for good? A platform that times out, is busy or fails inside may have taken the request all the same. */
export const isRefusal = ({ status }: HttpAnswer): boolean => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

export const detailOf = ({ status, body }: HttpAnswer): string =>
  `${status} ${body}`
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, 200)
