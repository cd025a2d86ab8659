import { type CountryCode, getCountries, getCountryCallingCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A telephone number in one spelling: `phonenumber` is what is dialled within the country of `areaCode`, without a trunk prefix. */
export type PhoneForm = {
  /** Such as `86`, without a plus. */
  areaCode: string
  /** Digits alone, such as `13800138000` for China and `612345678` for France. */
  phonenumber: string
  /** E.164, such as `+8613800138000`. */
  international: string
}

const knownAreaCodes: ReadonlySet<string> = new Set(getCountries().map((country: CountryCode) => getCountryCallingCode(country)))

/** Mobile numbers of China have 11 digits, the first of them 1. Its land lines are no recipients of text messages. */
const chineseMobile = /^1\d{10}$/

const parsed = (areaCode: string, phonenumber: string): PhoneNumber | undefined =>
  knownAreaCodes.has(areaCode) ? parsePhoneNumberFromString(phonenumber, { defaultCallingCode: areaCode }) : undefined

/**
 * The one spelling of a telephone number, whichever way it was typed: with blanks, hyphens, a trunk prefix, or with its area code in front.
 * Undefined where no country of the area code has such a number.
 */
export const phoneForm = (areaCode: string, phonenumber: string): PhoneForm | undefined => {
  const number = parsed(areaCode, phonenumber)
  if (!number || number.countryCallingCode !== areaCode || number.ext) return undefined
  const national = String(number.nationalNumber)
  if (!(areaCode === '86' ? chineseMobile.test(national) : number.isValid())) return undefined
  return { areaCode, phonenumber: national, international: number.number }
}

/**
 * The common form of two spellings of one telephone number, for limits and comparisons: E.164 where the number is a possible one, otherwise
 * its digits behind the area code.
 */
export const phoneIdentity = (areaCode: string | null | undefined, phonenumber: string): string => {
  const form = areaCode ? phoneForm(areaCode, phonenumber) : undefined
  return form?.international ?? `${areaCode ? `+${areaCode}` : ''}${phonenumber.normalize('NFKC').replaceAll(/\D/g, '')}`
}

/**
 * The number as it is dialled within this country (ISO 3166, two letters), without blanks; undefined where the country has no such number. A
 * number of China is a mobile number, which has 11 digits.
 */
export const phoneOfCountry = (country: string, phonenumber: string): string | undefined => {
  const known = getCountries().find((each) => each === country)
  return known && phoneForm(getCountryCallingCode(known), phonenumber)?.phonenumber
}
