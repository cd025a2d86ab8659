import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

export type DialCode = { country: string; areaCode: string; name: string }

/** Where the product speaks the language of the country: these come first. */
const homes = ['CN', 'ID', 'FR', 'GB']

/** Every country with its dial code, named in the reader's language. */
export function dialCodes(language: string): DialCode[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const collator = new Intl.Collator(language)
  const rank = ({ country }: DialCode) => (homes.includes(country) ? homes.indexOf(country) : homes.length)
  return getCountries()
    .map((country): DialCode => ({ country, areaCode: getCountryCallingCode(country), name: names.of(country) ?? country }))
    .toSorted((one, other) => rank(one) - rank(other) || collator.compare(one.name, other.name))
}

export const areaCodeOf = (country: string): string => getCountryCallingCode(country as Parameters<typeof getCountryCallingCode>[0])

/** A country of the dial code; several share some, and the one of the product's homes is meant first. */
export const countryOf = (areaCode: string): string | undefined =>
  [...homes, ...getCountries()].find((country) => areaCodeOf(country) === areaCode)
